import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'svelte/compiler'
import { expect, test } from 'vitest'
import { root } from './locales'

/** What a screen says or reads out; all other attributes are for the browser. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'alt', 'title', 'placeholder', 'label'])
const SILENT = new Set(['style', 'script'])
const LETTERS = /\p{L}{2,}/u
/** Our own name is the same in every language. */
const NAME = 'Waterhole'

type Node = { type?: string; name?: string; data?: string; value?: unknown }

/** Texts that stand in a component as they are, and so in one language. */
function literals(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literals)
  if (typeof node !== 'object' || node === null) return []
  const { type, name = '', data = '', value } = node as Node
  if (type === 'Text') return LETTERS.test(data) && data.trim() !== NAME ? [data.trim()] : []
  if (type === 'Attribute') return SPOKEN.has(name) ? literals(value) : []
  if (type === 'StyleDirective' || (type === 'RegularElement' && SILENT.has(name))) return []
  return Object.entries(node).flatMap(([key, part]) => (key === 'css' ? [] : literals(part)))
}

function inComponent(source: string): string[] {
  return literals(parse(source, { modern: true }).fragment)
}

/** The gallery is a page for those who draw, and no part of the site. */
function components(): string[] {
  const names = readdirSync(root('web/src'), { recursive: true, encoding: 'utf-8' })
  return names.filter((name) => name.endsWith('.svelte') && !name.startsWith('gallery/'))
}

test('no component has a text of its own', () => {
  const found = components().flatMap((name) => {
    const source = readFileSync(root(`web/src/${name}`), 'utf-8')
    return inComponent(source).map((text) => `${name}: ${text}`)
  })
  expect(components().length).toBeGreaterThan(20)
  expect(found).toEqual([])
})

test('texts are found where they are seen or read out', () => {
  const source = `<script>const a = 'not here'</script>
    <p class="not-here">Seen</p>{#if 1}<img alt="Read out" src="x">{:else}<b>{'code'}</b> · 3{/if}`
  expect(inComponent(source)).toEqual(['Seen', 'Read out'])
})
