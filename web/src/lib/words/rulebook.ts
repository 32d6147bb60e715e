/** The rulebooks, in every language, fetched when they are read; and finding a rule in one. */

import books from 'virtual:rulebooks'
import type { Language } from './languages'

export interface Rule {
  id: string
  title: string
  html: string
}

export interface Chapter {
  title: string
  /** What it says without a number, before its rules. */
  text: string
  rules: Rule[]
}

export interface Book {
  title: string
  intro: string
  chapters: Chapter[]
}

export type Game = 'tembo' | 'life'

export async function rulebook(game: Game, language: Language): Promise<Book> {
  const book = books[`${game}/${language}`]
  if (!book) throw new Error(`there is no rulebook of ${game} in ${language}`)
  return (await book()).default
}

/** The chapters with only those rules that have every word of the search. */
export function searched(book: Book, search: string): Chapter[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return book.chapters
  const fits = (rule: Rule) => {
    const text = plain(`${rule.id} ${rule.title} ${rule.html.replace(/<[^>]*>/g, ' ')}`)
    return words.every((word) => text.includes(word))
  }
  return book.chapters
    .map((chapter) => ({ ...chapter, rules: chapter.rules.filter(fits) }))
    .filter((chapter) => chapter.rules.length > 0)
}

/** Without accents and capitals: who types `guado` or `GUE` on a phone finds `gué`. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/gi, 'l').toLowerCase()
}
