/** The languages there are, each by its own name. */

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
  fr: 'Français',
  pl: 'Polski',
} as const

export type Language = keyof typeof LANGUAGES

export const FALLBACK: Language = 'en'

export function isLanguage(code: unknown): code is Language {
  return typeof code === 'string' && Object.hasOwn(LANGUAGES, code)
}

/** The first of the wished languages that we speak; `de-AT` is German. */
export function bestLanguage(wishes: readonly string[]): Language {
  const spoken = wishes.map((wish) => wish.split('-')[0]?.toLowerCase())
  return spoken.find(isLanguage) ?? FALLBACK
}
