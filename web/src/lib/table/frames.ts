/** The moments of a table, as the server tells them. */

import type { GameEvent } from '../wire/events'
import type { Changed, SeatShown, TableShown } from '../wire/messages'
import type { View } from '../wire/views'

export type Phase = 'gathering' | 'opening' | 'playing' | 'over' | 'archived'

/** A table at one version, for us. */
export interface Frame {
  version: number
  phase: Phase
  /** What happened: `moved`, `undone` …; `came` when we were told the whole table. */
  what: string
  events: GameEvent[]
  seats: SeatShown[]
  seat: number | null
  view: View | null
  toMove: number | null
  legal: string[]
  canUndo: boolean
  undoAsked: number | null
  clocks: number[] | null
  /** When we heard of it, for clocks that run. */
  at: number
  next: string | null
}

/** One line of the log: what happened at a version. */
export interface Entry {
  version: number
  what: string
  events: GameEvent[]
}

export function frameOf(message: TableShown | Changed, at: number): Frame {
  const whole = message.type === 'table'
  return {
    version: message.version,
    phase: message.phase as Phase,
    what: whole ? 'came' : message.what,
    events: whole ? [] : (message.events as unknown as GameEvent[]),
    seats: message.seats,
    seat: message.seat,
    view: message.view as unknown as View | null,
    toMove: message.to_move,
    legal: message.legal,
    canUndo: message.can_undo,
    undoAsked: message.undo_asked,
    clocks: message.clocks,
    at,
    next: message.next,
  }
}

/** The log with what a message adds to it. */
export function lengthen(log: readonly Entry[], message: TableShown | Changed): Entry[] {
  if (message.type === 'changed') {
    const events = message.events as unknown as GameEvent[]
    return [...log, { version: message.version, what: message.what, events }]
  }
  const missed = message.log as unknown as GameEvent[][]
  const first = message.version - missed.length + 1
  const known = log.filter((entry) => entry.version < first)
  return [
    ...known,
    ...missed.map((events, index) => ({ version: first + index, what: 'moved', events })),
  ]
}

/** Whether a round, or the match, ended with these events. */
export function roundEnded(events: readonly GameEvent[]): boolean {
  return events.some(({ event }) =>
    ['round_over', 'scored', 'sudden_death', 'match_over'].includes(event),
  )
}

/** Where a seat's last own move is, counted in frames; -1 if it has not moved. */
export function lastOwnMove(frames: readonly Frame[], seat: number | null): number {
  return frames.findLastIndex(({ what, events }) => what === 'moved' && mover(events) === seat)
}

/** Whose move the events are of. */
export function mover(events: readonly GameEvent[]): number | null {
  const [first] = events
  return first && 'seat' in first ? first.seat : null
}

/** The seats in the order of play. You come last: next to your hand, and so in every table. */
export function inOrder(count: number, you: number | null): number[] {
  return Array.from({ length: count }, (_, n) => ((you ?? count - 1) + 1 + n) % count)
}
