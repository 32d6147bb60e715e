/** How the client's sources use words: which keys they name, and what they fill in. */

import { readdirSync, readFileSync } from 'node:fs'
import { root } from './locales'

/** All sources of the client, and its lessons, which name the sentences they say. */
export function sources(): string[] {
  const folder = root('web/src')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf-8' })
  const ours = names.filter((name) => /\.(ts|svelte)$|learn\/\w+\.json$/.test(name))
  return ours.map((name) => readFileSync(`${folder}/${name}`, 'utf-8'))
}

const QUOTED = /'([^'\n\\]+)'|"([^"\n\\]+)"/g
const TEMPLATE = /`([^`\n]*)`/g

/** Whatever stands in quotes; what looks like a key is one. */
export function quoted(source: string): string[] {
  return [...source.matchAll(QUOTED)].map((found) => found[1] ?? found[2] ?? '')
}

/** Keys that are put together: `errors.${code}` can be any key below `errors.`. */
export function patterns(source: string): RegExp[] {
  const texts = [...source.matchAll(TEMPLATE)].map((found) => found[1] ?? '')
  const keys = texts.filter((text) => /^[a-z_0-9]+\.\S*\$\{/.test(text))
  return keys.map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\$\{[^}]*\}/)
          .map(escaped)
          .join('[^.]+')}$`,
      ),
  )
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export interface Call {
  key: string
  /** What is filled in; null where that cannot be read from the source. */
  values: string[] | null
}

/** Every `t('some.key', {…})`. */
export function calls(source: string): Call[] {
  return [...source.matchAll(/\bt\(\s*'([^'\n]+)'\s*(,\s*)?/g)].map((found) => ({
    key: found[1] ?? '',
    values: found[2] ? filledIn(source.slice(found.index + found[0].length)) : [],
  }))
}

/** The names in the object literal a text begins with. */
function filledIn(text: string): string[] | null {
  if (text.startsWith(')')) return [] // only a comma behind the key
  if (!text.startsWith('{')) return null
  const names: string[] = []
  let depth = 0
  let fresh = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (fresh && /\S/.test(sign)) {
      const name = /^\w+/.exec(text.slice(at))?.[0]
      if (name) names.push(name)
      else if (sign !== '}') return null // a spread, or a computed name
      fresh = false
    }
    if ('{(['.includes(sign)) depth++
    if ('})]'.includes(sign) && --depth === 0) return names
    if ((sign === '{' || sign === ',') && depth === 1) fresh = true
  }
  return null
}
