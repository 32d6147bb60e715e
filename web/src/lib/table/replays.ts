/** A replay as moments of a table. */

import type { GameEvent } from '../wire/events'
import type { Replay } from '../wire/messages'
import type { View } from '../wire/views'
import type { Frame } from './frames'
import { listedSeats } from './names'

/** Whose eyes: a seat's, or nobody's in particular. */
export type Eyes = number | 'spectator' | 'open'

export function momentOf(replay: Replay, step: number, eyes: Eyes): Frame {
  const frame = replay.frames[step] ?? replay.frames[0]
  if (!frame) throw new Error('a replay has at least its deal')
  const seat = typeof eyes === 'number' ? eyes : null
  const view = seat === null ? frame.open : frame.views[seat]
  return {
    version: step + 1,
    phase: step === replay.frames.length - 1 ? 'over' : 'playing',
    what: step === 0 ? 'came' : 'moved',
    events: frame.events as unknown as GameEvent[],
    seats: listedSeats(replay.seats),
    seat,
    view: view as unknown as View,
    toMove: frame.to_move,
    legal: [],
    canUndo: false,
    undoAsked: null,
    clocks: null,
    at: 0,
    next: null,
  }
}

/** All hands at a moment: every view has its own. */
export function handsOf(replay: Replay, step: number): string[][] {
  const views = replay.frames[step]?.views as unknown as View[] | undefined
  return (views ?? []).map((view) => [...(view.hand ?? [])])
}
