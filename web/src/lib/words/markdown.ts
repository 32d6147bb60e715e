/** A page of the rulebook, taken apart into its numbered rules. For the build, not the browser. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { marked } from 'marked'
import type { Book, Chapter, Rule } from './rulebook.ts'
import { typeset } from './typography.ts'

export const GAMES = ['tembo', 'life'] as const

const FOLDER = fileURLToPath(new URL('../../../../rulebook', import.meta.url))
const RULE = /^\*\*([TL]\d+) · (.+?)\.\*\* ?/m
const CHAPTER = /^## (.+)$/m
// An id that a rule mentions; what stands in backquotes is notation.
const MENTION = /(`[^`]*`)|(?<![\w[])([TL]\d{1,2})(?!\w)/g

/** English stands at the top: it is the one that tests cite. */
export function bookFile(game: string, language: string): string {
  return language === 'en' ? `${FOLDER}/${game}.md` : `${FOLDER}/${language}/${game}.md`
}

/** The rulebook of a game in a language, as a browser gets it. */
export function loadBook(game: string, language: string): Book {
  return readBook(typeset(readFileSync(bookFile(game, language), 'utf-8'), language))
}

function readBook(source: string): Book {
  const [opening = '', ...parts] = source.split(CHAPTER)
  const [, title = '', intro = ''] = /^# (.+)\n([\s\S]*)$/.exec(opening.trim()) ?? []
  const chapters = pairs(parts).map(([name, body]) => readChapter(name, body))
  return { title, intro: html(intro), chapters }
}

function readChapter(title: string, body: string): Chapter {
  const [text = '', ...parts] = body.split(RULE)
  return { title, text: html(text), rules: triples(parts).map(readRule) }
}

function readRule([id, title, text]: [string, string, string]): Rule {
  return { id, title, html: html(text) }
}

function html(text: string): string {
  const linked = text.replace(MENTION, (all, code) => (code ? all : `[${all}](#${all})`))
  return marked.parse(linked.trim(), { async: false })
}

function pairs(parts: string[]): [string, string][] {
  return parts.flatMap((part, i) => (i % 2 ? [] : [[part, parts[i + 1] ?? '']]))
}

function triples(parts: string[]): [string, string, string][] {
  return parts.flatMap((part, i) => (i % 3 ? [] : [[part, parts[i + 1] ?? '', parts[i + 2] ?? '']]))
}
