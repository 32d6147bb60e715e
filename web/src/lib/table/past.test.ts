import { expect, test } from 'vitest'
import { lesson } from '../learn/lessons'
import type { GameEvent } from '../wire/events'
import type { View } from '../wire/views'
import type { Entry, Frame } from './frames'
import { pastOf, withUndone } from './past'

/** The frames of a lesson that follow each other move by move. */
async function moments(game: 'tembo' | 'life') {
  const { frames } = await lesson(game)
  return game === 'tembo' ? frames.slice(0, -1) : frames
}

const entry = (events: GameEvent[], index: number): Entry => ({
  version: index + 1,
  what: 'moved',
  events,
})

const frame = (view: View, version: number): Frame =>
  ({ version, view, toMove: view.to_move, seat: view.seat, seats: [] }) as unknown as Frame

/** What is drawn: not the memories, and not what lies aside face down. */
const drawn = ({ memories: _, ...view }: View) => ({ ...view, aside: null })

test.each(['tembo', 'life'] as const)('%s looks again as it looked then', async (game) => {
  const all = await moments(game)
  const log = all.map(({ events }, index) => entry(events, index))
  const last = all.at(-1)
  if (!last) throw new Error('an empty lesson')
  const past = pastOf(frame(last.view, log.length), log)
  expect(past.map(({ version }) => version)).toEqual(log.slice(1).map(({ version }) => version))
  for (const { version, view } of past) {
    const then = all[version - 1]?.view as View
    expect(drawn(view as View), `version ${version}`).toEqual(drawn(then))
  }
})

test('a log that does not reach back shows nothing of the past', async () => {
  const all = await moments('life')
  const log = all.map(({ events }, index) => entry(events, index)).slice(3)
  expect(pastOf(frame(all.at(-1)?.view as View, all.length), log)).toEqual([])
})

const placed = (number: number, seat: number): GameEvent => ({
  event: 'placed',
  seat,
  numbers: [number],
  crossing: 1,
})

/** A view that remembers moves, and a log in which more was played. */
const remembering = (...moves: string[]) => ({ game: 'tembo', memories: [{ moves }] }) as View
const whats = (entries: Entry[]) => entries.map(({ what }) => what)

test('where a move was taken back, the log says so', () => {
  const log = [[], [placed(3, 0)], [], [], [placed(3, 0)], [placed(9, 1)], []].map(entry)
  expect(whats(withUndone(log, remembering('3>1', '9>1')))).toEqual([
    'moved',
    'moved',
    'moved',
    'undone',
    'moved',
    'moved',
    'moved',
  ])
})

test('two moves in a row may be taken back', () => {
  const log = [[placed(3, 0)], [placed(9, 1)], [], [], [placed(4, 0)]].map(entry)
  expect(whats(withUndone(log, remembering('4>1')))).toEqual([
    'moved',
    'moved',
    'undone',
    'undone',
    'moved',
  ])
})

test('all moves may be taken back', () => {
  const log = [[], [placed(3, 0)], []].map(entry)
  expect(whats(withUndone(log, remembering()))).toEqual(['moved', 'moved', 'undone'])
})

test('a lion where no animal stands is a move like any other', () => {
  const lion: GameEvent = { event: 'closed', seat: 1, crossing: 4 }
  const log = [[placed(3, 0)], [], [lion]].map(entry)
  expect(whats(withUndone(log, remembering('L>4')))).toEqual(['moved', 'undone', 'moved'])
})
