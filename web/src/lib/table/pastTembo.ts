/** Rounds of Tembo again, event by event. */

import type { GameEvent } from '../wire/events'
import type { TemboAnimal, TemboCrossing, TemboView } from '../wire/views'
import type { PastRound } from './past'
import { deckOf } from './tembo'

const PACK = ['E', 'Cg', 'Cz', 'Ca', 'S'] // after the animals, in this order
const MARKERS = 10 // of a player's own colour (T24)

/** The view after each move. After a round's last move, the next one is dealt. */
export function temboPast(now: TemboView, rounds: readonly PastRound[]): TemboView[] {
  const dealt = rounds.map((round) => dealtRound(now, round, rounds.at(-1)))
  return rounds.flatMap((round, index) => {
    const drawn = ownCards(now, round.number)
    let view = dealt[index] as TemboView
    const views = round.entries.map(({ events }) => {
      view = events.reduce((before, event) => after(before, event, drawn), view)
      return view
    })
    const next = dealt[index + 1]
    return next ? [...views.slice(0, -1), next] : views
  })
}

/** How a round begins. What was dealt is what is there now, less all that changed it since. */
function dealtRound(now: TemboView, { number }: PastRound, last: PastRound | undefined): TemboView {
  const events = last?.entries.flatMap(({ events }) => events) ?? []
  const memory = now.memories[number]
  return {
    ...now,
    lion_drawn: false,
    hand: memory?.hand ?? null,
    hand_sizes: now.hand_sizes.map((size, seat) => size - sum(events, (each) => gain(each, seat))),
    pile: now.pile + sum(events, pulled),
    crossings: now.crossings.map(() => ({ row: [], lions: 0 })),
    carried: now.carried.map(() => []),
    points: now.points.map(() => 0),
    out: [],
    scores: now.scores.slice(0, number),
    memories: [],
    winners: null,
  }
}

const sum = (events: readonly GameEvent[], of: (event: GameEvent) => number) =>
  events.reduce((total, event) => total + of(event), 0)

/** The cards this seat drew in a round, one after the other; a lion is never held. */
function ownCards(now: TemboView, round: number): string[] {
  const drawn = now.memories[round]?.drawn ?? []
  return drawn.flatMap(([seat, card]) => (seat === now.seat && card && card !== 'L' ? [card] : []))
}

/** What leaves a hand with an event. */
function laid(event: GameEvent): string[] {
  if (event.event === 'placed') return event.numbers.map(String)
  if (event.event === 'carried') return ['E']
  return event.event === 'eaten' && event.card !== 'L' ? [event.card] : []
}

function gain(event: GameEvent, seat: number): number {
  if (!('seat' in event) || event.seat !== seat) return 0
  return event.event === 'drew' ? event.count : -laid(event).length
}

function pulled(event: GameEvent): number {
  if (event.event === 'drew') return event.count
  return event.event === 'lion_drawn' ? 1 : 0
}

function after(view: TemboView, event: GameEvent, drawn: string[]): TemboView {
  const next = {
    ...view,
    hand: handAfter(view, event, drawn),
    hand_sizes: view.hand_sizes.map((size, seat) => size + gain(event, seat)),
    pile: view.pile - pulled(event),
  }
  if (event.event === 'lion_drawn') return { ...next, lion_drawn: true }
  if (event.event === 'closed') return { ...closed(next, event.crossing), lion_drawn: false }
  if (event.event === 'placed') return placed(next, event.crossing, event.numbers, event.seat)
  if (event.event === 'eaten') {
    const cards = event.animals.map(([number]) => String(number))
    const eater = event.card === 'L' ? [] : [event.card]
    return left(discarded(next, [...eater, ...cards]), event.crossing, event.animals)
  }
  if (event.event !== 'carried') return next
  return carried(left(discarded(next, ['E']), event.crossing, event.animals), event.animals)
}

function handAfter(view: TemboView, event: GameEvent, drawn: string[]): string[] | null {
  if (!view.hand || !('seat' in event) || event.seat !== view.seat) return view.hand
  if (event.event === 'drew') return inPack([...view.hand, ...drawn.splice(0, event.count)])
  return laid(event).reduce<string[]>(without, view.hand)
}

function without(cards: string[], card: string): string[] {
  const at = cards.indexOf(card)
  return at < 0 ? cards : cards.toSpliced(at, 1)
}

const place = (card: string) => (PACK.includes(card) ? 100 + PACK.indexOf(card) : Number(card))
const inPack = (cards: readonly string[]) => cards.toSorted((a, b) => place(a) - place(b))
const discarded = (view: TemboView, cards: string[]) => ({
  ...view,
  out: inPack([...view.out, ...cards]),
})

function changed(view: TemboView, number: number, how: (it: TemboCrossing) => TemboCrossing) {
  const crossings = view.crossings.map((each, index) => (index === number - 1 ? how(each) : each))
  return { ...view, crossings: marked(crossings) }
}

const closed = (view: TemboView, crossing: number) =>
  changed(view, crossing, ({ row, lions }) => ({ row, lions: lions + 1 }))

function placed(view: TemboView, crossing: number, numbers: number[], owner: number): TemboView {
  const animals = numbers.map((number) => ({ number, owner, borrowed: false }))
  return changed(view, crossing, ({ row, lions }) => ({ row: [...row, ...animals], lions }))
}

function left(view: TemboView, crossing: number, animals: [number, number][]): TemboView {
  const gone = new Set(animals.map(([number]) => number))
  const stays = ({ number }: TemboAnimal) => !gone.has(number)
  return changed(view, crossing, ({ row, lions }) => ({ row: row.filter(stays), lions }))
}

/** Who has more animals waiting than markers borrows some for the highest. */
function marked(crossings: TemboCrossing[]): TemboCrossing[] {
  const all = crossings.flatMap(({ row }) => row)
  const lower = ({ number, owner }: TemboAnimal) =>
    all.filter((other) => other.owner === owner && other.number < number).length
  const mark = (each: TemboAnimal) => ({ ...each, borrowed: lower(each) >= MARKERS })
  return crossings.map(({ row, lions }) => ({ row: row.map(mark), lions }))
}

function carried(view: TemboView, animals: [number, number][]): TemboView {
  const deck = deckOf(view)
  const of = (seat: number) => animals.flatMap(([number, owner]) => (owner === seat ? number : []))
  const worth = (numbers: number[]) => numbers.reduce((all, n) => all + (deck[n - 1]?.[1] ?? 0), 0)
  return {
    ...view,
    carried: view.carried.map((had, seat) => [...had, ...of(seat)].sort((a, b) => a - b)),
    points: view.points.map((had, seat) => had + worth(of(seat))),
  }
}
