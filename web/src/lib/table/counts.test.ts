import { expect, test } from 'vitest'
import { lesson } from '../learn/lessons'
import type { LifeView } from '../wire/views'
import { countsOf } from './counts'

const view = (more: Partial<LifeView>): LifeView =>
  ({
    seat: 0,
    hand: ['G', 'G', 'M'],
    rows: [['G'], ['B', 'M'], ['S', 'S', 'D'], ['H', 'P', 'C', 'G']],
    known: [['G', 'G'], ['G', 'T'], ['T']],
    ...more,
  }) as LifeView

test('what is visible is my hand, the rows, and what the others surely hold', () => {
  const counts = countsOf(view({}))
  expect(counts.get('G')).toEqual({ yours: 2, visible: 5 })
  expect(counts.get('M')).toEqual({ yours: 1, visible: 2 })
  expect(counts.get('T')).toEqual({ yours: 0, visible: 2 })
  expect(counts.get('O')).toBeUndefined()
})

test('a spectator holds nothing and knows what all know', () => {
  const counts = countsOf(view({ seat: null, hand: null }))
  expect(counts.get('G')).toEqual({ yours: 0, visible: 5 })
})

test('nobody ever sees more of a species than there is', async () => {
  const there = { G: 9, B: 8, O: 7, T: 7, S: 6, D: 6, H: 5, P: 5, C: 4, M: 3 }
  const views = (await lesson('life')).frames.map((frame) => frame.view as LifeView)
  for (const counts of views.map(countsOf)) {
    for (const [letter, { visible }] of counts) {
      expect(visible).toBeLessThanOrEqual(there[letter as keyof typeof there])
    }
  }
})
