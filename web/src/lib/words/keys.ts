/** What can be said: the keys of the English words, as paths. */

import type english from '$locales/en.json'

type Paths<Words> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? Name
    : `${Name}.${Paths<Words[Name]>}`
}[keyof Words & string]

export type Key = Paths<typeof english>

/** The keys below a path: `Below<'errors'>` has `move/turn`. */
export type Below<Path extends string> = Key extends infer Each
  ? Each extends `${Path}.${infer Rest}`
    ? Rest
    : never
  : never

export type Values = Record<string, string | number>
