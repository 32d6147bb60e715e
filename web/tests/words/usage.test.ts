import { expect, test } from 'vitest'
import { gapNames, texts } from './locales'
import { calls, patterns, quoted, sources } from './sources'

const english = texts('en')
const keys = Object.keys(english)
const files = sources()

test('every text is used', () => {
  const named = new Set(files.flatMap(quoted))
  const made = files.flatMap(patterns)
  expect(keys.filter((key) => !named.has(key) && !made.some((one) => one.test(key)))).toEqual([])
})

test('every key that is used is there', () => {
  const groups = new Set(keys.map((key) => key.split('.')[0]))
  const used = files.flatMap(calls).filter(({ key }) => groups.has(key.split('.')[0]))
  expect(used.length).toBeGreaterThan(0)
  expect(used.map(({ key }) => key).filter((key) => !(key in english))).toEqual([])
})

test('every text gets all that it has to be filled in with', () => {
  const lacking = files.flatMap(calls).flatMap(({ key, values }) => {
    const needed = gapNames(english[key] ?? '')
    return needed
      .filter((name) => values && !values.includes(name))
      .map((name) => `${key}: ${name}`)
  })
  expect(lacking).toEqual([])
})

test('keys and values are read from a source as they stand there', () => {
  const source = "t('a.b', { x, y: f({ z: 1 }), count: list.length }) + t('c.d') + t('e', all)"
  expect(calls(source)).toEqual([
    { key: 'a.b', values: ['x', 'y', 'count'] },
    { key: 'c.d', values: [] },
    { key: 'e', values: null },
  ])
  const made = '`errors.$' + '{code}` `$' + '{a}.b`'
  const [pattern, ...more] = patterns(made)
  expect(more).toEqual([])
  expect(pattern?.test('errors.move/turn')).toBe(true)
  expect(pattern?.test('error.move/turn')).toBe(false)
})
