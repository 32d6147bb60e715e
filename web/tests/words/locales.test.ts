import { describe, expect, test } from 'vitest'
import { ALL, formsNeeded, gapNames, gaps, OTHERS, texts } from './locales'

const english = texts('en')

describe.each(OTHERS)('%s', (language) => {
  const words = texts(language)

  test('has every text, and no other', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort())
  })

  test('fills in the same things as English', () => {
    const differing = Object.keys(english).filter((key) => {
      const theirs = words[key]
      return theirs && gapNames(theirs).join() !== gapNames(english[key] ?? '').join()
    })
    expect(differing).toEqual([])
  })

  test('chooses between the same cases as English', () => {
    const cases = (text: string) =>
      gaps(text).flatMap((gap) => (gap.kind === 'select' ? [`${gap.name} ${gap.options}`] : []))
    const differing = Object.keys(english).filter(
      (key) =>
        new Set([...cases(words[key] ?? ''), ...cases(english[key] ?? '')]).size !==
        new Set(cases(english[key] ?? '')).size,
    )
    expect(differing).toEqual([])
  })
})

describe.each(ALL)('%s', (language) => {
  const words = Object.entries(texts(language))

  test('has all plural forms it needs', () => {
    const lacking = words.flatMap(([key, text]) =>
      gaps(text)
        .filter((gap) => gap.kind === 'plural')
        .flatMap((gap) => formsNeeded(language).filter((form) => !gap.options.includes(form)))
        .map((form) => `${key} has no ${form}`),
    )
    expect(lacking).toEqual([])
  })

  test('has no empty text, and no spaces around one', () => {
    expect(words.filter(([, text]) => !text || text.trim() !== text)).toEqual([])
  })
})

describe('the checks themselves', () => {
  test('Polish needs four forms, English two', () => {
    expect(formsNeeded('pl')).toEqual(['few', 'many', 'one', 'other'])
    expect(formsNeeded('en')).toEqual(['one', 'other'])
  })

  test('what is to be filled in is found however deep it stands', () => {
    const text = '{who, select, you {You} other {{name}}}: {count, plural, one {#} other {# {x}}}'
    expect(gapNames(text)).toEqual(['count', 'name', 'who', 'x'])
  })
})
