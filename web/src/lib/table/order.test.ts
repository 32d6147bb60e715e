import { expect, test } from 'vitest'
import { type Kept, keep, moved, nextSort, ordered, PACK, renamed } from './order'

const GNUS_FIRST = ['16', '40', '9', 'E']
const species = (card: string) => ['16', '40', '9'].indexOf(card)
const cards = (hand: string[], order: Parameters<typeof ordered>[1]) =>
  ordered(hand, order, species).map(({ card }) => card)
const keys = (hand: string[], own: string[]) =>
  ordered(hand, { own }, species).map(({ key }) => key)

test('a hand lies as the pack is, until somebody sorts it', () => {
  expect(cards(['9', '16', '40', 'E'], PACK)).toEqual(['9', '16', '40', 'E'])
  expect(cards(['9', '16', '40', 'E'], { sort: 'reversed' })).toEqual(['E', '40', '16', '9'])
})

test('by species, what has none comes last', () => {
  expect(cards(['9', '16', '40', 'E'], { sort: 'species' })).toEqual(GNUS_FIRST)
})

test('an order of his own is kept when cards go, and new ones come last', () => {
  const own = ['animal:40', 'hand:E:0', 'animal:9']
  expect(keys(['9', '16', '40'], own)).toEqual(['animal:40', 'animal:9', 'animal:16'])
})

test('each of several equal cards has a place of its own', () => {
  const own = ['hand:G:1', 'hand:M:0', 'hand:G:0']
  expect(keys(['G', 'G', 'G', 'M'], own)).toEqual(['hand:G:1', 'hand:M:0', 'hand:G:0', 'hand:G:2'])
})

test('a card is put to another place, to the left and to the right', () => {
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
})

test('of equal cards those leave that were chosen', () => {
  const shown = ['hand:G:0', 'hand:M:0', 'hand:G:1', 'hand:G:2']
  const names = renamed(shown, ['hand:G:0', 'hand:M:0'])
  expect(shown.map((key) => names.get(key))).toEqual([
    'hand:G:2',
    'hand:M:0',
    'hand:G:0',
    'hand:G:1',
  ])
})

test('sorting goes around, and from an own order to the pack', () => {
  expect(nextSort({ own: ['a'] }, ['pack', 'reversed'])).toEqual({ sort: 'pack' })
  expect(nextSort({ sort: 'pack' }, ['pack', 'reversed'])).toEqual({ sort: 'reversed' })
  expect(nextSort({ sort: 'reversed' }, ['pack', 'reversed'])).toEqual({ sort: 'pack' })
})

test('orders are remembered for the last tables alone, and plain ones not at all', () => {
  let kept: Kept = []
  for (let table = 0; table < 100; table++) kept = keep(kept, `table ${table}`, { own: ['a'] })
  expect(kept).toHaveLength(20)
  expect(kept.at(-1)?.[0]).toBe('table 99')
  expect(keep(kept, 'table 99', PACK).map(([table]) => table)).not.toContain('table 99')
})
