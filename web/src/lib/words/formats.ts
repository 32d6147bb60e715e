/** Numbers, lists and plural rules of a language; each is made once, for making one is slow. */

type Locale = string | Intl.Locale | readonly (string | Intl.Locale)[] | undefined
type Maker<Options, Made> = new (locale?: Intl.LocalesArgument, options?: Options) => Made

function kept<Options, Made>(Kind: Maker<Options, Made>) {
  const made = new Map<string, Made>()
  return (locale?: Locale, options?: Options): Made => {
    const name = `${locale} ${JSON.stringify(options)}`
    const one = made.get(name) ?? new Kind(locale, options)
    made.set(name, one)
    return one
  }
}

export const pluralRules = kept<Intl.PluralRulesOptions, Intl.PluralRules>(Intl.PluralRules)
export const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
export const dateFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
export const listFormat = kept<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat as never)
