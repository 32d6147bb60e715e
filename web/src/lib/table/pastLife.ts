/** Rounds of Life is Life again, event by event. */

import type { GameEvent, Swapped } from '../wire/events'
import type { LifeAnimal, LifeRows, LifeView } from '../wire/views'
import { LIFE_ORDER } from './moves'
import type { PastRound } from './past'

/** The view after each move. After a round's last move, the next one is dealt. */
export function lifePast(now: LifeView, rounds: readonly PastRound[]): LifeView[] {
  const dealt = rounds.map((round) => dealtRound(now, round, rounds))
  return rounds.flatMap((round, index) => {
    const players = dealt[index]?.lives.filter((lives) => lives > 0).length ?? 1
    let view = dealt[index] as LifeView
    const views = round.entries.map(({ events }, played) => {
      view = events.reduce(after, view)
      view = { ...view, lap: Math.floor((played + 1) / players) + 1 }
      return view
    })
    const next = dealt[index + 1]
    return next ? [...views.slice(0, -1), next] : views
  })
}

function dealtRound(now: LifeView, { number }: PastRound, rounds: readonly PastRound[]): LifeView {
  const memory = now.memories[number]
  return {
    ...now,
    hand: memory?.hand ?? null,
    rows: memory?.rows ?? now.rows,
    lives: livesBefore(now, number, rounds),
    lap: 1,
    knocker: null,
    swaps: now.swaps.map(() => []),
    known: now.known.map(() => []),
    outcomes: now.outcomes.slice(0, number),
    memories: [],
    winners: null,
  }
}

/** The lives at the start of a round: those after the one before it, or before they first changed. */
function livesBefore(now: LifeView, number: number, rounds: readonly PastRound[]): number[] {
  const before = now.outcomes[number - 1]
  if (before) return before.lives
  const events = rounds.flatMap(({ entries }) => entries.flatMap((entry) => entry.events))
  const first = events.find(({ event }) => event === 'lives_changed')
  if (first?.event !== 'lives_changed') return now.lives
  return first.lives.map((lives, seat) => lives - (first.change[seat] ?? 0))
}

function after(view: LifeView, event: GameEvent): LifeView {
  if (event.event === 'knocked') return { ...view, knocker: view.knocker ?? event.seat }
  if (event.event === 'lives_changed') return { ...view, lives: event.lives }
  return event.event === 'swapped' ? swapped(view, event) : view
}

function swapped(view: LifeView, { seat, row, laid, taken }: Swapped): LifeView {
  const swap = { laid: letters(laid), taken: letters(taken) }
  const mine = seat === view.seat && view.hand
  return {
    ...view,
    hand: mine ? exchanged(mine, swap.laid, swap.taken) : view.hand,
    rows: view.rows.map((each, index) => (index === row - 1 ? swap.laid : each)) as LifeRows,
    swaps: view.swaps.map((had, each) => (each === seat ? [...had, swap] : had)),
    known: view.known.map((had, each) =>
      each === seat ? exchanged(had, swap.laid, swap.taken) : had,
    ),
  }
}

const letters = (cards: string) => [...cards] as LifeAnimal[]

/** Cards without those laid down, as far as they were there, and with those taken. */
function exchanged(had: LifeAnimal[], laid: LifeAnimal[], taken: LifeAnimal[]): LifeAnimal[] {
  const kept = laid.reduce((cards, card) => {
    const at = cards.indexOf(card)
    return at < 0 ? cards : cards.toSpliced(at, 1)
  }, had)
  return [...kept, ...taken].sort((a, b) => LIFE_ORDER.indexOf(a) - LIFE_ORDER.indexOf(b))
}
