/** The words of the interface in the language of the player, switchable while it is shown. */

import format, { type CompiledMessage } from 'icu-minify/format'
import { remember, remembered } from '$lib/remember'
import { dateFormat, listFormat, numberFormat, pluralRules } from './formats'
import type { Key, Values } from './keys'
import { bestLanguage, FALLBACK, isLanguage, type Language } from './languages'

/** The words as the build makes them ready: every key with its parsed message (`build.ts`). */
type Words = Record<string, CompiledMessage>

/** Each language is a file of its own, fetched when somebody wants it. */
const files = import.meta.glob<Words>('$locales/*.json', { import: 'default' })

const formatters = {
  getNumberFormat: numberFormat,
  getDateTimeFormat: dateFormat,
  getPluralRules: pluralRules,
}

let spoken = $state.raw<{ language: Language; words: Words }>({ language: FALLBACK, words: {} })
let wanted: Language = FALLBACK

/** A text in the language of the player. In a template it changes with the language. */
export function t(key: Key, values?: Values): string {
  const message = spoken.words[key]
  if (message === undefined) return key
  return String(format(message, spoken.language, values, { formatters }))
}

/** Whether there is such a key: for codes that the server may send before we know them. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(spoken.words, key)
}

export function language(): Language {
  return spoken.language
}

/** A number as this language writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(spoken.language, options).format(value)
}

/** A moment as this language writes it. */
export function date(value: Date, options?: Intl.DateTimeFormatOptions): string {
  return dateFormat(spoken.language, options).format(value)
}

/** Ada, Bo and Cleo. */
export function listed(items: readonly string[]): string {
  return listFormat(spoken.language, { type: 'conjunction' }).format(items)
}

/** The language this player chose before, or else the best of those the browser asks for. */
export function startWords(): Promise<void> {
  const chosen = remembered<unknown>('language')
  return speak(isLanguage(chosen) ? chosen : bestLanguage(navigator.languages))
}

export function setLanguage(next: Language): Promise<void> {
  remember('language', next)
  return speak(next)
}

/** Fetches the words of a language and speaks it, unless another was wished meanwhile. */
export async function speak(next: Language): Promise<void> {
  wanted = next
  const words = await load(next)
  if (wanted !== next) return
  spoken = { language: next, words }
  if (typeof document !== 'undefined') document.documentElement.lang = next
}

function load(next: Language): Promise<Words> {
  const file = Object.entries(files).find(([path]) => path.endsWith(`/${next}.json`))
  if (!file) throw new Error(`there are no words for ${next}`)
  return file[1]()
}
