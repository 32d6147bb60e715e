import { beforeEach, expect, test, vi } from 'vitest'
import {
  date,
  language,
  listed,
  number,
  setLanguage,
  speak,
  startWords,
  t,
} from '../../src/lib/words'
import { bestLanguage } from '../../src/lib/words/languages'

/** A browser that asks for these languages and remembers what it is told. */
function browser(languages: string[], kept: Record<string, string> = {}): Map<string, string> {
  const store = new Map(Object.entries(kept))
  vi.stubGlobal('navigator', { languages })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => store.set(name, value),
  })
  return store
}

beforeEach(() => vi.unstubAllGlobals())

test.each([
  [['de-AT', 'en'], 'de'],
  [['pt-BR', 'PL'], 'pl'],
  [['ja', 'zh-Hant'], 'en'],
  [[], 'en'],
])('a browser that asks for %j gets %s', (wishes, best) => {
  expect(bestLanguage(wishes)).toBe(best)
})

test('the language comes from the browser, can be switched and is remembered', async () => {
  const store = browser(['it-CH', 'de'])
  await startWords()
  expect([language(), t('rules.title')]).toEqual(['it', 'Regole'])
  await setLanguage('pl')
  expect([language(), t('rules.title')]).toEqual(['pl', 'Zasady'])
  browser(['it-CH'], Object.fromEntries(store))
  await speak('en')
  await startWords()
  expect(language()).toBe('pl')
})

test('what is remembered may be nonsense', async () => {
  browser(['fr'], { 'waterhole.language': '"klingon"' })
  await startWords()
  expect(language()).toBe('fr')
})

test('of two wishes the last one counts', async () => {
  await Promise.all([speak('es'), speak('de')])
  expect(language()).toBe('de')
})

test.each([
  ['pl', 1, 'Pasuje 1 zasada'],
  ['pl', 3, 'Pasują 3 zasady'],
  ['pl', 5, 'Pasuje 5 zasad'],
  ['pl', 22, 'Pasują 22 zasady'],
  ['en', 1, '1 rule fits'],
  ['en', 0, 'No rule fits'],
  ['fr', 2, '2 règles trouvées'],
] as const)('plural forms: %s %i', async (code, count, told) => {
  await speak(code)
  expect(t('rules.found', { count })).toBe(told)
})

test('numbers, dates and lists are written as the language does', async () => {
  await speak('de')
  expect(number(12345.5)).toBe('12.345,5')
  expect(listed(['Ada', 'Bo', 'Cleo'])).toBe('Ada, Bo und Cleo')
  expect(date(new Date(2026, 2, 1), { dateStyle: 'long' })).toBe('1. März 2026')
})
