/** How the table looked at every earlier move of a match, for somebody who was not there: told from
 * the log and from what his view remembers. Nothing here knows a rule: events say what changed. */

import type { View } from '../wire/views'
import { type Entry, type Frame, mover } from './frames'
import { lifePast } from './pastLife'
import { temboPast } from './pastTembo'

/** A round as it is remembered: its moves that count, in order. */
export interface PastRound {
  number: number
  entries: Entry[]
}

/** The moments of the moves up to now. Moves that were taken back have none; there are none at all
 * where the log does not reach back to the first. */
export function pastOf(now: Frame, log: readonly Entry[]): Frame[] {
  const { view } = now
  const entries = view?.memories ? counting(log, movesOf(view)) : null
  if (!view || !entries) return []
  const rounds = split(entries, view)
  const views = view.game === 'tembo' ? temboPast(view, rounds) : lifePast(view, rounds)
  return entries.map((entry, index) => {
    const next = entries[index + 1]
    const then = next ? views[index] : view
    return momentOf(now, entry, then ?? view, next ? mover(next.events) : now.toMove)
  })
}

const movesOf = (view: View): string[] => view.memories.flatMap(({ moves }) => moves)

/** The entries of the moves that count, found from the last one on: a move that was taken back may
 * have been played again. */
function counting(log: readonly Entry[], moves: readonly string[]): Entry[] | null {
  const left = [...moves]
  const found = log.toReversed().filter(({ events }) => {
    const is = spelled(events) !== '' && left.at(-1)?.startsWith(spelled(events))
    if (is) left.pop()
    return is
  })
  return left.length === 0 ? found.reverse() : null
}

/** The move that these events came of, as far as they tell. */
function spelled([first]: Entry['events']): string {
  switch (first?.event) {
    case 'placed':
      return `${first.numbers.join('+')}>${first.crossing}`
    case 'carried':
      return `E>${first.crossing}`
    case 'eaten':
      return `${first.card}>${first.crossing}`
    case 'closed': // a lion where no animal stood
      return `L>${first.crossing}`
    case 'swapped':
      return `${first.row}:${first.laid}`
    case 'knocked':
      return 'K'
    default:
      return ''
  }
}

function split(entries: readonly Entry[], view: View): PastRound[] {
  let at = 0
  return view.memories.map(({ moves }, number) => {
    const from = at
    at += moves.length
    return { number, entries: entries.slice(from, at) }
  })
}

function momentOf(now: Frame, entry: Entry, view: View, toMove: number | null): Frame {
  return {
    ...now,
    version: entry.version,
    phase: 'playing',
    what: 'moved',
    events: entry.events,
    view: { ...view, to_move: toMove },
    toMove,
    legal: [],
    canUndo: false,
    undoAsked: null,
    clocks: null,
    next: null,
  }
}

/** The log as it was told in play. Of moves that were taken back, a later log has only the places
 * where that happened: the last ones between them and the next move. */
export function withUndone(log: readonly Entry[], view: View | null): Entry[] {
  const count = view?.memories ? counting(log, movesOf(view)) : null
  if (!count) return [...log]
  const counts = new Set(count)
  const undone = new Set<Entry>()
  let gone: Entry[] = []
  let quiet: Entry[] = []
  const settle = () => {
    for (const each of quiet.slice(Math.max(quiet.length - gone.length, 0))) undone.add(each)
    gone = gone.slice(quiet.length)
  }
  for (const entry of log) {
    if (spelled(entry.events) === '') quiet.push(entry)
    else {
      settle()
      quiet = []
      if (!counts.has(entry)) gone.push(entry)
    }
  }
  settle()
  return log.map((entry) => (undone.has(entry) ? { ...entry, what: 'undone' } : entry))
}
