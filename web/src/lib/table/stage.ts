/** Lets cards fly: looks where everything is before and after a change, and moves copies between. */

import { mount, tick, unmount } from 'svelte'
import { motion } from '../app/settings.svelte'
import Card from '../cards/Card.svelte'
import type { Face } from '../cards/faces'
import { type Flight, flights } from './flights'
import type { Frame } from './frames'

const TAKES: Record<Flight['look'], number> = {
  move: 260,
  hunt: 260,
  carry: 460,
  eat: 320,
  draw: 200,
}
const STAGGER = 45 // between cards of one beat
const USUAL = 64 // pixels: a card that nobody has measured
const SHIFT = 200 // what merely makes room
const NAMED = '[data-card], [data-place]'

interface Ghost {
  element: HTMLElement
  remove(): void
}

export class Stage {
  private running: Animation[] = []

  constructor(
    private readonly root: HTMLElement,
    private readonly layer: HTMLElement,
    private readonly face: (card: string) => Face,
  ) {}

  async draw(before: Frame | null, after: Frame, apply: () => void): Promise<void> {
    if (!before?.view || !after.view || motion(1) === 0) return apply()
    const flying = flights(before.view, after.view, after.events)
    const old = this.look()
    const copies = new Map(flying.map(({ key }) => [key, copy(old.get(key ?? '')?.element)]))
    apply()
    await tick()
    const now = this.look()
    const flown = new Set(flying.map(({ to }) => to))
    this.shift(old, now, flown)
    const ghosts = this.fly(flying, old, now, copies)
    await Promise.allSettled(this.running.map((each) => each.finished))
    this.running = []
    for (const ghost of ghosts) ghost.remove()
  }

  /** Everything arrives at once. */
  finish(): void {
    for (const each of this.running) each.finish()
  }

  private look(): Map<string, Seen> {
    const found = new Map<string, Seen>()
    for (const element of this.root.querySelectorAll<HTMLElement>(NAMED)) {
      const { card, place } = element.dataset
      const seen = { element, box: element.getBoundingClientRect(), card: card !== undefined }
      if (card !== undefined) found.set(card, seen)
      if (place !== undefined) found.set(place, seen)
    }
    return found
  }

  /** What is in both moments, at another place, makes room. */
  private shift(old: Map<string, Seen>, now: Map<string, Seen>, flown: Set<string>): void {
    for (const [name, { element, box, card }] of now) {
      const was = old.get(name)?.box
      if (!card || !was || flown.has(name)) continue
      const [x, y] = [was.left - box.left, was.top - box.top]
      if (Math.abs(x) + Math.abs(y) < 2) continue
      this.running.push(
        element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
          duration: motion(SHIFT),
          easing: 'ease-out',
        }),
      )
    }
  }

  private fly(
    flying: Flight[],
    old: Map<string, Seen>,
    now: Map<string, Seen>,
    copies: Map<string | null, HTMLElement | null>,
  ): Ghost[] {
    const starts = beats(flying)
    const order = new Map<number, number>()
    return flying.flatMap((flight) => {
      const from = old.get(flight.from) ?? now.get(flight.from)
      const to = now.get(flight.to) ?? old.get(flight.to)
      if (!from || !to || from.box.width === 0 || to.box.width === 0) return []
      const real = now.get(flight.key ?? '')?.element ?? null
      const place = from.card ? from : to.card ? to : null
      const width = place?.box.width ?? USUAL
      const ghost = this.ghost(flight, width, real, copies.get(flight.key) ?? null)
      const nth = order.get(flight.beat) ?? 0
      order.set(flight.beat, nth + 1)
      const delay = motion((starts.get(flight.beat) ?? 0) + nth * STAGGER)
      this.running.push(animate(ghost.element, flight, from, to, delay))
      return [ghost]
    })
  }

  /** A copy that flies above everything, while the real card, if there is one, waits unseen. */
  private ghost(
    flight: Flight,
    width: number,
    real: HTMLElement | null,
    old: HTMLElement | null,
  ): Ghost {
    const element = document.createElement('div')
    element.className = 'ghost'
    element.style.width = `${width}px`
    const inner = copy(real) ?? old
    const drawn = inner
      ? null
      : mount(Card, { target: element, props: { face: this.face(flight.card) } })
    if (inner) element.append(inner)
    if (real) real.style.visibility = 'hidden'
    this.layer.append(element)
    const remove = () => {
      if (drawn) void unmount(drawn)
      element.remove()
      if (real) real.style.visibility = ''
    }
    return { element, remove }
  }
}

interface Seen {
  element: HTMLElement
  box: DOMRect
  card: boolean
}

function copy(element: HTMLElement | null | undefined): HTMLElement | null {
  if (!element) return null
  const made = document.createElement('div') // not another button
  made.append(...[...element.childNodes].map((each) => each.cloneNode(true)))
  return made
}

/** When each beat begins: after everything before it. */
function beats(flying: readonly Flight[]): Map<number, number> {
  const starts = new Map<number, number>()
  let at = 0
  for (const beat of [...new Set(flying.map((flight) => flight.beat))].sort((a, b) => a - b)) {
    starts.set(beat, at)
    at += Math.max(...flying.filter((each) => each.beat === beat).map(({ look }) => TAKES[look]))
  }
  return starts
}

function animate(
  element: HTMLElement,
  flight: Flight,
  from: Seen,
  to: Seen,
  delay: number,
): Animation {
  const width = Number.parseFloat(element.style.width)
  const begin = { transform: at(from, width), opacity: 1 }
  const end = { transform: at(to, width), opacity: 1 }
  const duration = motion(TAKES[flight.look])
  return element.animate(steps(flight, begin, end), {
    duration,
    delay,
    easing: 'cubic-bezier(0.3, 0.7, 0.3, 1)',
    fill: 'both',
  })
}

function steps(flight: Flight, begin: Keyframe, end: Keyframe): Keyframe[] {
  if (flight.look === 'eat') {
    return [begin, { transform: `${begin.transform} rotate(8deg) scale(0.2)`, opacity: 0 }]
  }
  if (flight.look === 'carry') {
    const up = { transform: `translateY(-48px) ${begin.transform}`, opacity: 1, offset: 0.4 }
    return [begin, up, { ...end, opacity: 0.4 }]
  }
  if (flight.look === 'hunt') return [begin, { ...end, offset: 0.8 }, { ...end, opacity: 0 }]
  return [begin, end]
}

/** Where a card of some width is to be: on the box of a card, or small in the middle of a place. */
function at({ box, card }: Seen, width: number): string {
  const scale = card ? box.width / width : Math.min(0.6, (box.width * 0.9) / width)
  const x = card ? box.left : box.left + (box.width - width * scale) / 2
  const y = card ? box.top : box.top + (box.height - width * 1.4 * scale) / 2
  return `translate(${x}px, ${y}px) scale(${scale})`
}
