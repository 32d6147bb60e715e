import { describe, expect, test } from 'vitest'
import { rulebook, searched } from '../../src/lib/words'
import { loadBook as book, GAMES } from '../../src/lib/words/markdown'
import type { Book, Rule } from '../../src/lib/words/rulebook'
import { ALL, OTHERS } from './locales'

const rules = (read: Book) => read.chapters.flatMap((chapter) => chapter.rules)
const ids = (read: Book) => rules(read).map((rule) => rule.id)

/** What no translation may change: moves in notation, other rules, and the figures of tables. */
function fixed(rule: Rule): string[] {
  const codes = [...rule.html.matchAll(/<code>(.*?)<\/code>/g)].map((found) => found[1] ?? '')
  const links = [...rule.html.matchAll(/href="#(\w+)"/g)].map((found) => `see ${found[1]}`)
  const cells = [...rule.html.matchAll(/<td>([\d, ]+)<\/td>/g)].map((found) => found[1] ?? '')
  return [...codes.sort(), ...[...new Set(links)].sort(), ...cells]
}

describe.each(GAMES)('%s', (game) => {
  const english = book(game, 'en')

  test('English has the rules in order', () => {
    const letter = game === 'tembo' ? 'T' : 'L'
    const count = game === 'tembo' ? 24 : 15
    expect(ids(english)).toEqual(Array.from({ length: count }, (_, at) => `${letter}${at + 1}`))
  })

  test.each(OTHERS)('%s has every rule, in the same chapters', (language) => {
    const chapters = (read: Book) =>
      read.chapters.map((chapter) => chapter.rules.map(({ id }) => id))
    expect(chapters(book(game, language))).toEqual(chapters(english))
  })

  test.each(OTHERS)('%s has the same moves, mentions and figures in every rule', (language) => {
    const theirs = rules(book(game, language)).map((rule) => [rule.id, fixed(rule)])
    expect(theirs).toEqual(rules(english).map((rule) => [rule.id, fixed(rule)]))
  })

  test.each(OTHERS)('%s writes moves the same way', (language) => {
    const written = (read: Book) =>
      read.chapters.flatMap(({ text }) => fixed({ id: '', title: '', html: text }))
    expect(written(book(game, language))).toEqual(written(english))
    expect(written(english)).not.toEqual([])
  })

  test.each(OTHERS)('%s marks as many examples and rulings as English', (language) => {
    const marks = (read: Book) => rules(read).map(({ id, html }) => [id, html.split('<em>').length])
    expect(marks(book(game, language))).toEqual(marks(english))
  })

  test.each(ALL)('%s is what a browser fetches', async (language) => {
    expect(await rulebook(game, language)).toEqual(book(game, language))
  })

  test.each(ALL)('%s has titles and an introduction, and leaves no Markdown behind', (language) => {
    const read = book(game, language)
    expect(read.title).not.toBe('')
    expect(read.intro).toMatch(/^<p>/)
    expect(read.chapters.every((chapter) => chapter.title)).toBe(true)
    expect(rules(read).filter(({ html }) => /\*|`|\]\(|^\||^#/m.test(html))).toEqual([])
  })
})

describe('searching', () => {
  const found = (language: string, text: string) =>
    searched(book('tembo', language), text).flatMap((chapter) => chapter.rules.map(({ id }) => id))

  test('a word finds the rules that have it, with or without accents and capitals', () => {
    expect(found('en', 'SUPER')).toContain('T13')
    expect(found('fr', 'elephant')).toContain('T12')
    expect(found('pl', 'slon')).toContain('T12')
    expect(found('de', 'löwe')).toContain('T18')
  })

  test('all words must be there', () => {
    expect(found('en', 'lion closes')).toEqual(['T19'])
    expect(found('en', 'lion bicycle')).toEqual([])
  })

  test('an id finds its rule, and nothing finds all', () => {
    expect(found('it', 'T12')).toContain('T12')
    expect(found('it', '  ')).toHaveLength(24)
  })
})
