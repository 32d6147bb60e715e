import { describe, expect, test } from 'vitest'
import {
  chooseSlot,
  partners,
  playable,
  readTembo,
  swapOf,
  targets,
  toggleSlot,
  writeLife,
  writeTembo,
} from './moves'

describe('a move of Tembo', () => {
  test.each([
    ['16>3', ['16'], 3, null],
    ['33+35>2', ['33', '35'], 2, null],
    ['E>4', ['E'], 4, null],
    ['Cg>2f', ['Cg'], 2, 'first'],
    ['Ca>5s', ['Ca'], 5, 'species'],
  ])('%s is read', (move, cards, target, meal) => {
    expect(readTembo(move)).toEqual({ move, cards, target, meal })
  })

  test('is written as there is but one spelling of it', () => {
    expect(writeTembo(['35', '33'], 2)).toBe('33+35>2')
    expect(writeTembo(['9', '10'], 2)).toBe('9+10>2')
    expect(writeTembo(['Cz'], 1)).toBe('Cz>1f')
    expect(writeTembo(['L'], 5)).toBe('L>5')
  })
})

describe('with legal moves at hand', () => {
  const legal = ['16>3', '16>4', '18>4', '16+18>4', 'Cg>2f', 'Cg>2s', 'E>1']

  test('crossings light up for exactly the chosen cards', () => {
    expect([...targets(legal, ['16']).keys()]).toEqual([3, 4])
    expect([...targets(legal, ['18', '16']).keys()]).toEqual([4])
    expect(targets(legal, []).size).toBe(0)
    expect(targets(legal, ['7']).size).toBe(0)
  })

  test('a crocodile may have two meals at one crossing', () => {
    expect(
      targets(legal, ['Cg'])
        .get(2)
        ?.map(({ meal }) => meal),
    ).toEqual(['first', 'species'])
  })

  test('a pair is offered from both sides', () => {
    expect(partners(legal, '16')).toEqual(new Set(['18']))
    expect(partners(legal, '18')).toEqual(new Set(['16']))
    expect(partners(legal, 'E').size).toBe(0)
  })

  test('cards without a move are known', () => {
    expect(playable(legal)).toEqual(new Set(['16', '18', 'Cg', 'E']))
  })

  test('a tap chooses, joins a pair, changes the choice, or takes it back', () => {
    const hand = ['16', '18', '40', 'Cg', 'E']
    expect(chooseSlot(legal, hand, [], 0)).toEqual([0])
    expect(chooseSlot(legal, hand, [0], 1)).toEqual([0, 1])
    expect(chooseSlot(legal, hand, [0], 2)).toEqual([2])
    expect(chooseSlot(legal, hand, [0, 1], 0)).toEqual([1])
    expect(chooseSlot(legal, hand, [0, 1], 4)).toEqual([4])
  })
})

describe('a swap of Life is Life', () => {
  const rows = [['G'], ['B', 'M'], ['S', 'S', 'D'], ['H', 'P', 'C', 'M']] as const
  const legal = ['1:B', '2:GH', '3:GGH', 'K']

  test('is written in the order of the animals', () => {
    expect(writeLife(3, ['H', 'G', 'G'])).toBe('3:GGH')
  })

  test('knows its row by the number of cards, or by the row that was tapped', () => {
    expect(swapOf(legal, rows, null, ['G', 'H'])).toEqual({
      row: 2,
      missing: 0,
      move: '2:GH',
      legal: true,
    })
    expect(swapOf(legal, rows, 3, ['G', 'H'])).toEqual({
      row: 3,
      missing: 1,
      move: null,
      legal: false,
    })
    expect(swapOf(legal, rows, 1, ['G', 'H']).missing).toBe(-1)
    expect(swapOf(legal, rows, null, []).row).toBeNull()
  })

  test('that is not legal is still written, so that the server can say why', () => {
    expect(swapOf(legal, rows, 2, ['M', 'B'])).toEqual({
      row: 2,
      missing: 0,
      move: '2:BM',
      legal: false,
    })
  })

  test('takes one more card by letting the first one go', () => {
    expect(toggleSlot([1, 4], 7, 2)).toEqual([4, 7])
    expect(toggleSlot([1, 4], 1, 2)).toEqual([4])
    expect(toggleSlot([], 3, 4)).toEqual([3])
  })
})
