import { describe, expect, test } from 'vitest'
import { DECK } from '../wire/deck'
import type { TemboCrossing } from '../wire/views'
import { readTembo } from './moves'
import { differing, fate, gains, taken } from './tembo'

const numbersOf = (species: string) =>
  DECK.flatMap(([each], index) => (each === species ? [index + 1] : []))
const [gnu = 0, otherGnu = 0] = numbersOf('gnu')
const [zebra = 0] = numbersOf('zebra')

/** A row of animals, each with its owner. */
const row = (...animals: [number: number, owner: number][]): TemboCrossing => ({
  row: animals.map(([number, owner]) => ({ number, owner, borrowed: false })),
  lions: 0,
})
const mixed = row([zebra, 0], [gnu, 1], [otherGnu, 1])
const points = (number: number) => DECK[number - 1]?.[1] ?? 0

describe('what a choice takes', () => {
  test.each([
    ['E>3', [zebra, gnu, otherGnu]],
    ['S>3', [zebra, gnu, otherGnu]],
    ['L>3', [zebra, gnu, otherGnu]],
    ['Cg>3f', [zebra]],
    ['Cg>3s', [gnu, otherGnu]],
    ['42>3', []],
  ])('%s', (move, animals) => expect(taken(readTembo(move), mixed, DECK)).toEqual(animals))

  test('only an elephant carries', () => {
    expect(fate(readTembo('E>3'))).toBe('carried')
    expect(['S>3', 'L>3', 'Cg>3f'].map((move) => fate(readTembo(move)))).not.toContain('carried')
  })
})

describe('what a crocodile may choose', () => {
  const choices = ['Cg>3f', 'Cg>3s'].map(readTembo)

  test('is offered where it makes a difference', () => {
    expect(differing(choices, mixed, DECK)).toEqual(choices)
  })

  test('is one thing where the first is the only one of its species', () => {
    expect(differing(choices, row([gnu, 0], [zebra, 1]), DECK)).toEqual([choices[1]])
  })
})

test('moves that take nothing stay apart', () => {
  const choices = ['41>3', '42>3'].map(readTembo)
  expect(differing(choices, row(), DECK)).toEqual(choices)
})

test('everybody gets the points of his own animals, and maybe none', () => {
  expect(gains(mixed, DECK, 3)).toEqual([points(zebra), points(gnu) + points(otherGnu), 0])
})
