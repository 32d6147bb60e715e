import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { temboFace } from '../../src/lib/cards/faces'
import type { GameEvent } from '../../src/lib/wire/events'
import { cardName, herd, type Scene, speak, tell } from '../../src/lib/words'
import { ALL, root } from './locales'

const FOLDER = root('tests/playthroughs')
const scene: Scene = { names: ['Ada', 'Bo', 'Cleo', 'Dara', 'Eli'], you: null, deck: null }
const forAda: Scene = { ...scene, you: 0 }

/** Every event of the golden matches. */
function golden(): GameEvent[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))
  const lines = files.flatMap((name) => readFileSync(`${FOLDER}/${name}`, 'utf-8').split('\n'))
  const told = lines.filter((line) => line.startsWith('event: '))
  return told.map((line) => JSON.parse(line.slice('event: '.length)))
}

const events = golden()

test('the golden matches have every kind of event', () => {
  const kinds = readFileSync(root('web/src/lib/wire/events.ts'), 'utf-8').matchAll(
    /event: ['"](\w+)['"]/g,
  )
  const expected = [...kinds].map((kind) => kind[1]).sort()
  expect([...new Set(events.map((event) => event.event))].sort()).toEqual(expected)
})

describe.each(ALL)('in %s', (language) => {
  beforeAll(() => speak(language))

  test.each([
    ['a spectator', scene],
    ['a player', forAda],
  ])('every event is a sentence for %s', (_, viewer) => {
    const told = events.map((event) => tell(event, viewer))
    const bad = told.filter(
      (text) => !/^\p{Lu}.*[.!]$|^¡.*[.!]$/u.test(text) || /undefined|NaN|[{}]/.test(text),
    )
    expect(bad).toEqual([])
  })

  test('no name of a key is told', () => {
    expect(events.filter((event) => /\b(log|cards)\.\w/.test(tell(event, forAda)))).toEqual([])
  })
})

describe('in words', () => {
  const placed: GameEvent = { event: 'placed', seat: 0, numbers: [16, 17], crossing: 3 }
  const carried: GameEvent = {
    event: 'carried',
    seat: 1,
    crossing: 2,
    animals: [
      [9, 0],
      [18, 0],
      [23, 1],
    ],
  }
  const swapped: GameEvent = { event: 'swapped', seat: 1, row: 3, laid: 'GGH', taken: 'BOT' }

  test('to a player it is told otherwise', async () => {
    await speak('en')
    expect(tell(placed, scene)).toBe('Ada leads gnu 16 and zebra 17 to crossing 3.')
    expect(tell(placed, forAda)).toBe('You lead gnu 16 and zebra 17 to crossing 3.')
  })

  test('points go to the owners', async () => {
    await speak('en')
    expect(tell(carried, forAda)).toBe(
      'Bo sends an elephant: 3 animals cross at crossing 2. Points: you +7, Bo +2.',
    )
  })

  test.each([
    [
      'de',
      'Bo legt 2 Giraffen und einen Hasen ab und nimmt Reihe 3: einen Bären, einen Maulwurf und eine Ziege.',
    ],
    ['pl', 'Bo odkłada 2 żyrafy i zająca i\u00a0bierze rząd 3: niedźwiedzia, kreta i kozę.'],
    [
      'fr',
      'Bo pose 2 girafes et un lièvre et prend la rangée 3\u00a0: un ours, une taupe et une chèvre.',
    ],
  ] as const)('animals take the form that %s needs', async (language, told) => {
    await speak(language)
    expect(tell(swapped, scene)).toBe(told)
  })

  test('Polish counts in its own way', async () => {
    await speak('pl')
    expect([1, 2, 5].map((count) => herd('C'.repeat(count)))).toEqual(['kota', '2 koty', '5 kotów'])
  })

  test('a deck of the table’s own is told as it is', async () => {
    await speak('en')
    const deck = Array.from({ length: 42 }, () => ['antelope', 2] as const)
    expect(tell(placed, { ...scene, deck })).toBe(
      'Ada leads antelope 16 and antelope 17 to crossing 3.',
    )
  })

  test('cards have names', async () => {
    await speak('en')
    expect(['16', 'Cz', 'S', 'E'].map((card) => cardName(temboFace(card)))).toEqual([
      'gnu 16, 5 points',
      'crocodile that eats zebras',
      'super crocodile',
      'elephant',
    ])
  })
})
