/** Checks a whole match step by step: where its seed came from, and then every deal. */

import { type Cards, type Deal, dealt, type Heaps, lot, nextIn } from './deals'
import { checkParts, type Noted, type Part } from './parts'
import { type Recorded, readRecord } from './record'

/** Where a record differs from what follows from its seed: in what, and at which, from 0. */
export interface Place {
  heap: Heaps | 'first' | 'lives'
  at: number
}

export interface CheckedRound {
  what: 'round'
  round: number
  first: number
  verdict: 'good' | 'bad'
  /** The first wrong place. */
  place: Place | null
}

export type Step = Part | CheckedRound

/** Null for what is no record. */
export function checkMatch(told: unknown, noted: Noted): Step[] | null {
  const record = readRecord(told)
  return record && [...checkParts(record, noted), ...checkRounds(record)]
}

/** Deals every round again. Who is out of one, the lives of the round before tell. */
export function checkRounds({ game, seats, seed, rounds }: Omit<Recorded, 'fairness'>) {
  const match = { game, seats: seats.length, seed }
  const steps: CheckedRound[] = []
  let playing = seats.map(() => true)
  let first = lot(match)
  for (const [at, { deal, lives }] of rounds.entries()) {
    first = nextIn(playing, first)
    const place = wrongPlace(deal, first, dealt(match, at + 1, playing))
    steps.push(step(at + 1, first, place))
    if (game === 'tembo' || at + 1 === rounds.length) continue
    playing = seats.map((_, seat) => (lives?.[seat] ?? 0) > 0)
    if (playing.filter(Boolean).length < 2) return [...steps, nobodyLeft(at + 2, first)]
  }
  return steps
}

const step = (round: number, first: number, place: Place | null): CheckedRound => ({
  what: 'round',
  round,
  first,
  verdict: place ? 'bad' : 'good',
  place,
})

/** A round that cannot have been played: the one before leaves no two players in. */
const nobodyLeft = (round: number, first: number) => step(round, first, { heap: 'lives', at: 0 })

function wrongPlace(told: Record<string, unknown>, first: number, deal: Deal): Place | null {
  if (told.first !== first) return { heap: 'first', at: first }
  for (const [heap, cards] of Object.entries(deal) as [Heaps, Cards[]][]) {
    const at = firstDifference(heap === 'aside' ? [told.aside] : told[heap], cards)
    if (at !== null) return { heap, at }
  }
  return null
}

function firstDifference(told: unknown, cards: readonly Cards[]): number | null {
  if (!Array.isArray(told)) return 0
  const at = cards.findIndex((each, place) => !same(told[place], each))
  if (at >= 0) return at
  return told.length === cards.length ? null : cards.length
}

function same(told: unknown, cards: Cards): boolean {
  if (typeof cards === 'string') return told === cards
  return Array.isArray(told) && String([...told].sort()) === String([...cards].sort())
}
