/**
 * Makes texts ready while the site is built, so that the browser needs no parser: the words of a
 * language become one flat list of parsed messages, a rulebook becomes HTML by rule.
 */

import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { LANGUAGES } from './languages.ts'
import { bookFile, GAMES, loadBook } from './markdown.ts'
import { typeset } from './typography.ts'

const LOCALE = /\/locales\/([a-z]+)\.json$/
const BOOKS = 'virtual:rulebooks'
const BOOK = /^virtual:rulebook\/([a-z]+)\/([a-z]+)$/

export interface Tree {
  [name: string]: string | Tree
}

/** Every text by its whole path: `{a: {b: 'x'}}` becomes `{'a.b': 'x'}`. */
export function flat(tree: Tree, path = ''): Record<string, string> {
  const parts = Object.entries(tree).map(([name, value]) =>
    typeof value === 'string' ? { [path + name]: value } : flat(value, `${path}${name}.`),
  )
  return Object.assign({}, ...parts)
}

function compiled(json: string, language: string): string {
  const texts = Object.entries(flat(JSON.parse(json)))
  const ready = texts.map(([key, text]) => [key, compile(typeset(text, language))])
  return JSON.stringify(Object.fromEntries(ready))
}

/** A list of all rulebooks, each fetched when it is read. */
function bookList(): string {
  const names = GAMES.flatMap((game) => Object.keys(LANGUAGES).map((code) => `${game}/${code}`))
  const lines = names.map((name) => `'${name}': () => import('virtual:rulebook/${name}')`)
  return `export default {${lines.join(',\n')}}`
}

export function words(): Plugin {
  return {
    name: 'waterhole-words',
    enforce: 'pre',
    resolveId: (id) => (id === BOOKS || BOOK.test(id) ? `\0${id}` : null),
    load(id) {
      const [, spoken] = LOCALE.exec(id) ?? []
      if (spoken) return compiled(readFileSync(id, 'utf-8'), spoken)
      if (id === `\0${BOOKS}`) return bookList()
      const [, game, language] = id.startsWith('\0') ? (BOOK.exec(id.slice(1)) ?? []) : []
      if (!game || !language) return null
      this.addWatchFile(bookFile(game, language))
      return `export default ${JSON.stringify(loadBook(game, language))}`
    },
  }
}
