import { beforeEach, expect, test, vi } from 'vitest'
import type { Changed, TableShown } from '../wire/messages'
import type { Frame } from './frames'
import { Table } from './table.svelte'

const seats = [{ name: 'Ada', here: true }, { name: 'Bo' }]
const view = (mark: number) =>
  ({ game: 'tembo', seat: 0, pile: mark }) as unknown as Changed['view']

const SOME = {
  game: 'tembo',
  seat: 0,
  hand: [],
  hand_sizes: [0, 0],
  pile: 0,
  crossings: [{ row: [], lions: 0 }],
  carried: [[], []],
  points: [0, 0],
  scores: [],
}

const whole = (version: number, more: Partial<TableShown> = {}): TableShown => ({
  type: 'table',
  protocol: 1,
  table: 'x',
  version,
  phase: 'playing',
  game: 'tembo',
  options: {},
  clock: {},
  private: false,
  watchable: true,
  friendly: true,
  commitment: 'c',
  owner: true,
  seat: 0,
  seats,
  view: view(version),
  to_move: 0,
  legal: [],
  can_undo: false,
  undo_asked: null,
  clocks: null,
  log: [],
  next: null,
  ...more,
})

const changed = (version: number, more: Partial<Changed> = {}): Changed => ({
  type: 'changed',
  version,
  phase: 'playing',
  what: 'moved',
  events: [],
  seats,
  seat: 0,
  view: view(version),
  to_move: 0,
  legal: [],
  can_undo: false,
  undo_asked: null,
  clocks: null,
  next: null,
  ...more,
})

const placed = (seat: number) => ({ event: 'placed', seat, numbers: [3], crossing: 1 })

let table: Table
let drawn: number[]
let release: (() => void)[]
const settle = () => new Promise((done) => setTimeout(done, 0))

/** A drawing that takes until it is released. */
function slowly() {
  table.drawing = async (_before, after, apply) => {
    apply()
    drawn.push(after.version)
    await new Promise<void>((done) => release.push(done))
  }
}

beforeEach(() => {
  table = new Table('x')
  drawn = []
  release = []
})

test('the first view is shown at once', () => {
  table.told(whole(5))
  expect(table.shown?.version).toBe(5)
  expect(table.about?.game).toBe('tembo')
})

test('moves are drawn one after the other', async () => {
  slowly()
  table.told(whole(5))
  table.told(changed(6))
  table.told(changed(7))
  await settle()
  expect(drawn).toEqual([6])
  expect(table.shown?.version).toBe(6)
  expect(table.now?.version).toBe(7)
  release.shift()?.()
  await settle()
  expect(drawn).toEqual([6, 7])
})

test('with many waiting, only the last ones are drawn', async () => {
  slowly()
  table.told(whole(5))
  for (let version = 6; version <= 14; version++) table.told(changed(version))
  for (let step = 0; step < 12; step++) {
    release.shift()?.()
    await settle()
  }
  expect(drawn).toEqual([10, 11, 12, 13, 14])
  expect(table.shown?.version).toBe(14)
})

test('whoever acts sees the present at once', async () => {
  slowly()
  const hurried = vi.fn()
  table.hurried = hurried
  table.told(whole(5))
  table.told(changed(6))
  table.told(changed(7))
  await settle()
  table.catchUp()
  expect(table.shown).toBe(table.now)
  expect(hurried).toHaveBeenCalledOnce()
  release.shift()?.()
  await settle()
  expect(table.shown).toBe(table.now)
})

test('a round that ended waits until it was read', async () => {
  table.told(whole(5))
  const scores = [
    { event: 'round_over', seat: 0, scores: [3, 4] },
    { event: 'round_dealt', round: 2, first: 1 },
  ]
  table.told(changed(6, { events: scores }))
  table.told(changed(7))
  await settle()
  expect(table.ending?.after.version).toBe(6)
  expect(table.shown?.version).toBe(5)
  table.goOn()
  await settle()
  expect(table.ending).toBeNull()
  expect(table.shown?.version).toBe(7)
})

test('who acts before the end of a round is read does so in vain', async () => {
  slowly()
  table.told(whole(5))
  table.told(changed(6))
  await settle()
  table.told(changed(7, { events: [{ event: 'round_over', seat: 0, scores: [3, 4] }] }))
  expect(await table.present()).toBe(false)
  release.shift()?.()
  await settle()
  expect(await table.present()).toBe(false)
  table.goOn()
  await settle()
  expect(await table.present()).toBe(true)
})

test('coming back shows how it is now, and the log has what was missed', async () => {
  table.told(whole(5, { log: [[], [], [], [placed(0)], [placed(1)]] }))
  expect(table.log.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5])
  table.told(changed(6, { events: [placed(0)] }))
  table.told(whole(8, { log: [[placed(1)], [placed(0)]] }))
  await settle()
  expect(table.shown?.version).toBe(8)
  expect(table.log.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('coming back to the same moment changes nothing', () => {
  table.told(whole(5, { legal: ['16>3'] }))
  table.told(whole(5, { legal: ['16>3'], seats: [{ name: 'Ada' }, { name: 'Bo', here: true }] }))
  expect(table.shown).toBe(table.now)
  expect(table.frames).toHaveLength(1)
  expect(table.here).toEqual([false, true])
})

test('what happened since my last move can be shown again, and no longer', async () => {
  table.told(whole(5))
  table.told(changed(6, { events: [placed(0)] }))
  table.told(changed(7, { events: [placed(1)] }))
  table.told(changed(8, { events: [placed(1)] }))
  await settle()
  expect(table.sinceMyTurn.map(({ version }) => version)).toEqual([7, 8])
  const seen: [number | undefined, number][] = []
  table.drawing = async (before: Frame | null, after: Frame, apply) => {
    seen.push([before?.version, after.version])
    apply()
  }
  await table.showAgain()
  expect(seen).toEqual([
    [6, 7],
    [7, 8],
  ])
  expect(table.shown?.version).toBe(8)
})

test('after a reload, what happened since my last move can be shown again too', async () => {
  const memories = [{ first: 0, hand: [], drawn: [], moves: ['3>1', '5>1', '7>1'] }]
  const log = [[], [placed(0)], [{ ...placed(1), numbers: [5] }], [{ ...placed(1), numbers: [7] }]]
  table.told(whole(4, { log, legal: ['9>1'], view: { ...SOME, memories } as Changed['view'] }))
  await settle()
  expect(table.sinceMyTurn.map(({ version }) => version)).toEqual([3, 4])
  table.lookAt(2)
  expect(table.past?.view).toMatchObject({ crossings: [{ row: [{ number: 3 }] }] })
  table.catchUp()
  await table.showAgain()
  expect(table.shown).toBe(table.now)
})

test('a moment of the past is looked at until something is done', async () => {
  table.told(whole(5))
  table.told(changed(6))
  await settle()
  table.lookAt(5)
  expect(table.past?.version).toBe(5)
  expect(table.seen(2)).toBe(false)
  table.catchUp()
  expect(table.past).toBeNull()
})

test('presence and reactions are kept apart from versions', () => {
  table.told(whole(5))
  table.told({ type: 'presence', here: [true, true] })
  table.told({ type: 'reacted', seat: 1, reaction: 'nice' })
  table.told({ type: 'reacted', seat: 1, reaction: 'nice' })
  expect(table.here).toEqual([true, true])
  expect(table.reaction).toMatchObject({ seat: 1, reaction: 'nice', id: 2 })
})

test('an unknown table says so', () => {
  table.connected('closed', 'table/unknown')
  expect(table.closed).toBe('table/unknown')
})
