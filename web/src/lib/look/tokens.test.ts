import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const THEMES = ['light', 'dark'] as const
const WRITING = ['--ink', '--ink-soft', '--accent', '--danger', '--ok']
const GROUNDS = ['--bg', '--surface', '--surface-2']
const SEATS = [0, 1, 2, 3, 4]
/** Where a card may go, what is chosen, carried and eaten. */
const MARKS = ['--card-glow', '--accent', '--ok', '--danger']

describe.each(THEMES)('in the %s theme', (theme) => {
  test.each(WRITING.flatMap((ink) => GROUNDS.map((ground) => [ink, ground])))(
    '%s can be read on %s',
    (ink, ground) => expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5),
  )

  test('a primary button can be read', () => {
    expect(contrast('--accent-ink', '--accent', theme)).toBeGreaterThanOrEqual(4.5)
  })

  test('an alarm can be read', () => {
    expect(contrast('--alarm-ink', '--alarm', theme)).toBeGreaterThanOrEqual(4.5)
  })

  test('a number can be read on its card', () => {
    expect(contrast('--card-ink', '--card-paper', theme)).toBeGreaterThanOrEqual(7)
  })

  test.each(SEATS)('a letter can be read on the colour of seat %i', (seat) => {
    expect(contrast(`--seat-${seat}-ink`, `--seat-${seat}`, theme)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(GROUNDS)(
    'the focus ring and what is marked at the table stand out from %s',
    (ground) => {
      for (const mark of ['--focus', ...MARKS, '--last']) {
        expect(contrast(mark, ground, theme), mark).toBeGreaterThanOrEqual(3)
      }
    },
  )

  test.each(MARKS)('the last move is told apart from %s', (mark) => {
    const apart = Math.abs(hue(colour('--last', theme)) - hue(colour(mark, theme)))
    expect(Math.min(apart, 360 - apart)).toBeGreaterThanOrEqual(60)
  })
})

/** WCAG's contrast ratio of two tokens. */
function contrast(one: string, other: string, theme: (typeof THEMES)[number]): number {
  const [light, dark] = [one, other]
    .map((name) => luminance(colour(name, theme)))
    .sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function colour(name: string, theme: (typeof THEMES)[number]): string {
  const value = css.match(new RegExp(`${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`))
  const found = value?.[3] ?? value?.[theme === 'light' ? 1 : 2]
  if (!found) throw new Error(`tokens.css says no colour for ${name}`)
  return found.length === 4 ? found.replace(/\w/g, '$&$&') : found
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** In degrees around the circle of colours. */
function hue(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  )
  const degrees =
    (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
  return (degrees + 360) % 360
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
