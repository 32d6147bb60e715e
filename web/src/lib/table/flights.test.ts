import { expect, test } from 'vitest'
import type { GameEvent } from '../wire/events'
import type { LifeView, TemboView } from '../wire/views'
import { flights, handKeys } from './flights'

const tembo = (hand: string[] | null, seat: number | null = 0): TemboView => ({
  game: 'tembo',
  seat,
  seats: 2,
  rounds: 2,
  deck: null,
  to_move: 0,
  lion_drawn: false,
  hand,
  hand_sizes: [5, 5],
  pile: 30,
  crossings: [],
  carried: [[], []],
  points: [0, 0],
  out: [],
  scores: [],
  memories: [],
  winners: null,
})

const life = (hand: string[]): LifeView =>
  ({
    game: 'life',
    seat: 0,
    seats: 3,
    expert: false,
    lap_limit: 0,
    to_move: 0,
    hand,
    rows: [['G'], ['B', 'M'], ['S', 'S', 'D'], ['H', 'P', 'C', 'M']],
    aside: 20,
    lives: [5, 5, 5],
    lap: 1,
    knocker: null,
    swaps: [[], [], []],
    known: [[], [], []],
    outcomes: [],
    memories: [],
    winners: null,
  }) as LifeView

const ways = (events: GameEvent[], before: TemboView, after: TemboView) =>
  flights(before, after, events).map(({ card, from, to, look }) => [card, from, to, look])

test('cards of a kind in a hand are counted, animals have their number', () => {
  expect(handKeys(['16', 'E', 'Cg', 'Cg'])).toEqual([
    'animal:16',
    'hand:E:0',
    'hand:Cg:0',
    'hand:Cg:1',
  ])
})

test('my animal flies from my hand, and the drawn card from the pile', () => {
  const events: GameEvent[] = [
    { event: 'placed', seat: 0, numbers: [16], crossing: 3 },
    { event: 'drew', seat: 0, count: 1 },
  ]
  expect(ways(events, tembo(['16', '20']), tembo(['20', '41']))).toEqual([
    ['16', 'animal:16', 'animal:16', 'move'],
    ['41', 'pile', 'animal:41', 'draw'],
  ])
})

test("somebody else's animals come from the plate, and what is drawn stays hidden", () => {
  const events: GameEvent[] = [
    { event: 'placed', seat: 1, numbers: [3, 5], crossing: 1 },
    { event: 'drew', seat: 1, count: 2 },
  ]
  expect(ways(events, tembo(['16']), tembo(['16']))).toEqual([
    ['3', 'plate:1', 'animal:3', 'move'],
    ['5', 'plate:1', 'animal:5', 'move'],
    ['back', 'pile', 'plate:1', 'draw'],
    ['back', 'pile', 'plate:1', 'draw'],
  ])
})

test('an elephant comes first, then every animal goes to its owner', () => {
  const events: GameEvent[] = [
    {
      event: 'carried',
      seat: 0,
      crossing: 2,
      animals: [
        [4, 0],
        [9, 1],
        [12, 0],
      ],
    },
  ]
  const found = flights(tembo(['E', 'E']), tembo(['E']), events)
  expect(found.map(({ from, to }) => [from, to])).toEqual([
    ['hand:E:1', 'crossing:2'],
    ['animal:4', 'plate:0'],
    ['animal:9', 'plate:1'],
    ['animal:12', 'plate:0'],
  ])
  expect(found.map(({ beat }) => beat)).toEqual([0, 1, 1, 1])
})

test('a lion comes from who drew it and eats without another card', () => {
  const events: GameEvent[] = [
    { event: 'eaten', seat: 1, card: 'L', crossing: 4, animals: [[12, 0]] },
    { event: 'closed', seat: 1, crossing: 4 },
  ]
  expect(ways(events, tembo(null, null), tembo(null, null))).toEqual([
    ['12', 'animal:12', 'crossing:4', 'eat'],
    ['L', 'plate:1', 'lion:4', 'move'],
  ])
})

test('a swap of mine goes both ways between hand and row', () => {
  const events: GameEvent[] = [{ event: 'swapped', seat: 0, row: 2, laid: 'GG', taken: 'BM' }]
  const found = flights(life(['G', 'G', 'G', 'B']), life(['G', 'B', 'B', 'M']), events)
  expect(found.map(({ card, from, to }) => [card, from, to])).toEqual([
    ['G', 'hand:G:2', 'row:2:0'],
    ['G', 'hand:G:1', 'row:2:1'],
    ['B', 'row:2:0', 'hand:B:1'],
    ['M', 'row:2:1', 'hand:M:0'],
  ])
})

test("somebody else's swap goes between plate and row", () => {
  const events: GameEvent[] = [{ event: 'swapped', seat: 2, row: 1, laid: 'C', taken: 'G' }]
  const found = flights(life(['B']), life(['B']), events)
  expect(found.map(({ from, to }) => [from, to])).toEqual([
    ['plate:2', 'row:1:0'],
    ['row:1:0', 'plate:2'],
  ])
})

test('a knock moves no card', () => {
  expect(flights(life(['B']), life(['B']), [{ event: 'knocked', seat: 0, first: true }])).toEqual(
    [],
  )
})
