/** The words on file, as tests look at them. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { flat } from '../../src/lib/words/build'
import { LANGUAGES, type Language } from '../../src/lib/words/languages'

export const ALL = Object.keys(LANGUAGES) as Language[]
export const OTHERS = ALL.filter((language) => language !== 'en')

export const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Every text of a language by its key. */
export function texts(language: Language): Record<string, string> {
  return flat(JSON.parse(readFileSync(root(`web/locales/${language}.json`), 'utf-8')))
}

/** A part of a message that somebody has to fill in. */
export interface Gap {
  name: string
  kind: 'value' | 'select' | 'plural'
  options: string[]
}

/** All that has to be filled in, however deep it stands. */
export function gaps(text: string): Gap[] {
  return parse(text, { ignoreTag: true }).flatMap(found)
}

function found(part: MessageFormatElement): Gap[] {
  if (part.type === TYPE.literal || part.type === TYPE.pound || part.type === TYPE.tag) return []
  if (part.type !== TYPE.select && part.type !== TYPE.plural) {
    return [{ name: part.value, kind: 'value', options: [] }]
  }
  const inside = Object.values(part.options).flatMap((option) => option.value.flatMap(found))
  const kind = part.type === TYPE.select ? 'select' : 'plural'
  return [{ name: part.value, kind, options: Object.keys(part.options) }, ...inside]
}

export function gapNames(text: string): string[] {
  return [...new Set(gaps(text).map((gap) => gap.name))].sort()
}

/** The plural forms that whole numbers can need in a language; the last is ICU's catch-all. */
export function formsNeeded(language: Language): string[] {
  const rules = new Intl.PluralRules(language)
  const counts = Array.from({ length: 201 }, (_, count) => rules.select(count))
  return [...new Set([...counts, 'other'])].sort()
}
