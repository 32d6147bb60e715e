import { describe, expect, test } from 'vitest'
import { type Face, lifeFace, temboFace } from './faces'

const NUMBERS = Array.from({ length: 42 }, (_, index) => index + 1)

describe('a card in notation has a face', () => {
  test('numbers are hoofed animals, fourteen of each species', () => {
    const kinds = NUMBERS.map((number) => temboFace(String(number)).kind)
    for (const species of ['gnu', 'zebra', 'antelope'] as const)
      expect(kinds.filter((kind) => kind === species)).toHaveLength(14)
  })

  test('a hoofed animal shows its number and its points', () => {
    expect(temboFace(16)).toEqual({ game: 'tembo', kind: 'gnu', number: 16, points: 5 })
  })

  test('a deck of its own changes species and points', () => {
    const deck = NUMBERS.map(() => ['zebra', 2] as const)
    expect(temboFace('16', deck)).toEqual({ game: 'tembo', kind: 'zebra', number: 16, points: 2 })
  })

  test('a crocodile shows what it eats', () => {
    const prey = (card: string) => (temboFace(card) as Face & { prey: string }).prey
    expect(['Cg', 'Cz', 'Ca'].map(prey)).toEqual(['gnu', 'zebra', 'antelope'])
  })

  test('the values of Life is Life add up to its sixty cards', () => {
    const values = [...'GBOTSDHPCM'].map(
      (letter) => (lifeFace(letter) as { number: number }).number,
    )
    expect(values.reduce((sum, value) => sum + value)).toBe(60)
  })

  test.each(['0', '43', 'X', ''])('%j is no Tembo card', (card) => {
    expect(() => temboFace(card)).toThrow('no such card')
  })

  test('X is no animal of Life is Life', () => {
    expect(() => lifeFace('X')).toThrow('no such card')
  })
})
