import { expect, test } from 'vitest'
import { toldPlaces } from './told'

test('the told cards and their crossing are lit', () => {
  expect(toldPlaces('tembo', '18+20>3')).toEqual([
    '.hand [data-card="animal:18"]',
    '.hand [data-card="animal:20"]',
    '[data-drop="3"]',
  ])
})

test('of several equal cards as many are lit as are told', () => {
  expect(toldPlaces('life', '3:BBG')).toEqual([
    '.hand [data-card="hand:B:0"]',
    '.hand [data-card="hand:B:1"]',
    '.hand [data-card="hand:G:0"]',
    '[data-drop="3"]',
  ])
})

test('to knock, there is a button', () => {
  expect(toldPlaces('life', 'K')).toEqual(['.actions [data-knock]'])
})

test('nothing is lit where there is nothing to choose', () => {
  expect(toldPlaces('tembo', null)).toEqual([])
})
