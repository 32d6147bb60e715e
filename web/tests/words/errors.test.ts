import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { errorText, speak } from '../../src/lib/words'
import { root, texts } from './locales'

const read = (path: string) => readFileSync(root(path), 'utf-8')

/** The codes of the table in the protocol, and those that its text names. */
function documented(): string[] {
  const [, refusals = ''] = read('docs/protocol.md').split('## Refusals')
  const [section = ''] = refusals.split('\n## ')
  return [...section.matchAll(/`([a-z]+\/\w+)`/g)].map((found) => found[1] ?? '')
}

/** The codes with which the games refuse a move. */
function ofTheGames(): string[] {
  const referees = ['tembo', 'life'].map((game) => read(`src/waterhole/${game}/referee.py`))
  const codes = referees.flatMap((source) => [...source.matchAll(/illegal\(\s*"(\w+)"/g)])
  return codes.map((found) => `move/${found[1]}`)
}

/** The codes with which a table refuses. */
function ofTheTables(): string[] {
  const source = read('src/waterhole/server/tables/commands.py')
  return [...source.matchAll(/Refused\(\s*"([\w/]+)"/g)].map((found) => found[1] ?? '')
}

beforeAll(() => speak('en'))

test.each([
  ['the protocol', documented(), 50],
  ['the games', ofTheGames(), 10],
  ['the tables', ofTheTables(), 20],
])('every code of %s has a text', (_, codes, atLeast) => {
  const words = texts('en')
  expect(new Set(codes).size).toBeGreaterThan(atLeast)
  expect(codes.filter((code) => !(`errors.${code}` in words))).toEqual([])
})

test('a code is told in words; one that is new still says something', () => {
  expect(errorText('move/elephant_needs_three')).toBe('An elephant needs at least three animals.')
  expect(errorText('move/brand_new')).toBe('That did not work. Please try again.')
})
