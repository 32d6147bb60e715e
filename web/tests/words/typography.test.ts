import { expect, test } from 'vitest'
import { typeset } from '../../src/lib/words/typography'

test('French signs stay with the word before them', () => {
  expect(typeset('Points : « deux » !', 'fr')).toBe('Points\u00a0: «\u00a0deux\u00a0»\u00a0!')
})

test('a Polish word of one letter stays with the word behind it', () => {
  expect(typeset('W rzędzie z kotem i psem', 'pl')).toBe('W\u00a0rzędzie z\u00a0kotem i\u00a0psem')
})

test('messages stay messages', () => {
  const text = '{who, select, you {Vous} other {{name}}} : {count, plural, one {#} other {# !}}'
  expect(typeset(text, 'fr').replaceAll('\u00a0', ' ')).toBe(text)
})

test('other languages are left alone', () => {
  expect(typeset('A hare : !', 'en')).toBe('A hare : !')
})
