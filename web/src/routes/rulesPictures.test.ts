import { expect, test } from 'vitest'
import type { Face } from '$lib/cards/faces'
import { loadBook } from '$lib/words/markdown'
import { PICTURED, pictures } from './rulesPictures'

const rules = (['tembo', 'life'] as const).flatMap((game) =>
  loadBook(game, 'en').chapters.flatMap((chapter) => chapter.rules),
)
const textOf = (rule: string) => {
  const found = rules.find(({ id }) => id === rule)
  return `${found?.title} ${found?.html}`.toLowerCase()
}
const kinds = (rule: string) => pictures(rule).map(({ kind }) => kind.replace('_', ' '))

test.each(PICTURED.filter((rule) => rule !== 'T10'))('%s speaks of the cards it shows', (rule) => {
  expect(kinds(rule)).not.toEqual([])
  expect(kinds(rule).filter((kind) => !textOf(rule).includes(kind))).toEqual([])
})

test('T10 shows a pair of its example', () => {
  const numbers = pictures('T10').map((face) => ('number' in face ? face.number : 0))
  expect(textOf('T10')).toContain(`${numbers.join('+')}&gt;`)
})

test('T2 shows an animal of each worth, as its table has it', () => {
  const points = (face: Face) => ('points' in face ? face.points : 0)
  expect(pictures('T2').map(points)).toEqual([5, 4, 3, 2])
})

test('every crocodile shows its prey', () => {
  const prey = pictures('T14').map((face) => ('prey' in face ? face.prey : null))
  expect(prey).toEqual(['gnu', 'zebra', 'antelope'])
})

test('every kind of card has a picture, and other rules have none', () => {
  expect(new Set(PICTURED.flatMap(kinds)).size).toBe(7 + 10)
  expect(pictures('T3')).toEqual([])
})
