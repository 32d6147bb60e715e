/** Which cards fly from where to where between two moments, and how it looks. It only reads what
 * happened; places and cards are names that the drawing gives its elements. */

import type { GameEvent } from '../wire/events'
import type { LifeView, TemboView, View } from '../wire/views'

export interface Flight {
  /** The card in notation, or `back`. */
  card: string
  /** The element that flies: it is there before or after, or it is drawn for this flight alone. */
  key: string | null
  from: string
  to: string
  look: 'move' | 'carry' | 'eat' | 'hunt' | 'draw'
  /** Flights of one beat fly together; the next beat follows. */
  beat: number
}

// Names of places and cards, shared with the drawing ----------------------------------------------

export const plate = (seat: number) => `plate:${seat}`
export const crossing = (number: number) => `crossing:${number}`
export const row = (number: number) => `row:${number}`
export const PILE = 'pile'
export const animal = (number: number | string) => `animal:${number}`
export const lion = (number: number) => `lion:${number}`
export const rowCard = (number: number, index: number) => `row:${number}:${index}`

/** The names of a hand's cards: animals of Tembo are one of a kind, others are counted. */
export function handKeys(cards: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return cards.map((card) => {
    if (/^\d+$/.test(card)) return animal(card)
    const count = seen.get(card) ?? 0
    seen.set(card, count + 1)
    return `hand:${card}:${count}`
  })
}

export function flights(before: View, after: View, events: readonly GameEvent[]): Flight[] {
  if (before.game === 'tembo' && after.game === 'tembo') return temboFlights(before, after, events)
  if (before.game === 'life' && after.game === 'life') return lifeFlights(before, after, events)
  return []
}

// Tembo -------------------------------------------------------------------------------------------

function temboFlights(before: TemboView, after: TemboView, events: readonly GameEvent[]): Flight[] {
  const found: Flight[] = []
  let beat = 0
  for (const event of events) {
    if (event.event === 'placed') {
      for (const number of event.numbers) {
        const mine = before.hand?.includes(String(number)) ?? false
        const from = mine ? animal(number) : plate(event.seat)
        const to = animal(number)
        found.push({ card: String(number), key: to, from, to, look: 'move', beat })
      }
      beat++
    } else if (event.event === 'carried') {
      found.push(visitor('E', event.seat, event.crossing, before, after, beat))
      for (const [number, owner] of event.animals) {
        found.push(leaving(number, plate(owner), 'carry', beat + 1))
      }
      beat += 2
    } else if (event.event === 'eaten') {
      if (event.card !== 'L') {
        found.push(visitor(event.card, event.seat, event.crossing, before, after, beat))
      }
      for (const [number] of event.animals) {
        found.push(leaving(number, crossing(event.crossing), 'eat', beat + 1))
      }
      beat += 2
    } else if (event.event === 'closed') {
      const key = lion(event.crossing)
      found.push({ card: 'L', key, from: plate(event.seat), to: key, look: 'move', beat })
      beat++
    } else if (event.event === 'drew') {
      found.push(...drawn(event.seat, event.count, before, after, beat))
    }
  }
  return found
}

/** An elephant or a crocodile comes to a crossing and is gone after its work. */
function visitor(
  card: string,
  seat: number,
  at: number,
  before: TemboView,
  after: TemboView,
  beat: number,
): Flight {
  const left = handKeys(before.hand ?? []).find(
    (key) => key.startsWith(`hand:${card}:`) && !handKeys(after.hand ?? []).includes(key),
  )
  const mine = seat === before.seat && left !== undefined
  const from = mine ? left : plate(seat)
  return { card, key: null, from, to: crossing(at), look: 'hunt', beat }
}

function leaving(number: number, to: string, look: Flight['look'], beat: number): Flight {
  const key = animal(number)
  return { card: String(number), key, from: key, to, look, beat }
}

function drawn(
  seat: number,
  count: number,
  before: TemboView,
  after: TemboView,
  beat: number,
): Flight[] {
  if (seat !== after.seat) {
    const back = {
      card: 'back',
      key: null,
      from: PILE,
      to: plate(seat),
      look: 'draw',
      beat,
    } as const
    return Array.from({ length: count }, () => back)
  }
  const old = new Set(handKeys(before.hand ?? []))
  const hand = after.hand ?? []
  return handKeys(hand).flatMap((key, index) =>
    old.has(key)
      ? []
      : [{ card: hand[index] ?? 'back', key, from: PILE, to: key, look: 'draw' as const, beat }],
  )
}

// Life is Life ------------------------------------------------------------------------------------

function lifeFlights(before: LifeView, after: LifeView, events: readonly GameEvent[]): Flight[] {
  const swap = events.find((event) => event.event === 'swapped')
  if (!swap) return []
  const mine = swap.seat === after.seat
  const from = mine ? laidFrom(before.hand ?? [], swap.laid) : []
  const to = mine ? takenTo(after.hand ?? [], swap.taken) : []
  const laid = [...swap.laid].map((card, index) => {
    const key = rowCard(swap.row, index)
    return {
      card,
      key,
      from: from[index] ?? plate(swap.seat),
      to: key,
      look: 'move' as const,
      beat: 0,
    }
  })
  const taken = [...swap.taken].map((card, index) => ({
    card,
    key: null,
    from: rowCard(swap.row, index),
    to: to[index] ?? plate(swap.seat),
    look: 'move' as const,
    beat: 1,
  }))
  return [...laid, ...taken]
}

/** Which cards of the hand were laid down: the last of each kind. */
function laidFrom(hand: readonly string[], laid: string): string[] {
  return lastOfKind(hand, laid)
}

function takenTo(hand: readonly string[], taken: string): string[] {
  return lastOfKind(hand, taken)
}

function lastOfKind(hand: readonly string[], cards: string): string[] {
  const count = new Map<string, number>()
  for (const card of hand) count.set(card, (count.get(card) ?? 0) + 1)
  return [...cards].map((card) => {
    const left = (count.get(card) ?? 1) - 1
    count.set(card, left)
    return `hand:${card}:${Math.max(left, 0)}`
  })
}
