/** Moves as they are written (`16>3`, `33+35>2`, `Cg>2f`, `3:GGH`, `K`): taking them apart and
 * putting them together. Which of them may be played, only the server knows; it hands them over. */

import type { LifeAnimal } from '../wire/views'

export const LIFE_ORDER = 'GBOTSDHPCM'
export const KNOCK = 'K'

export interface Choice {
  move: string
  cards: string[]
  /** The crossing or the row, counted from 1. */
  target: number
  /** A crocodile eats the first of a row, or its species. */
  meal: 'first' | 'species' | null
}

const TEMBO = /^([^>]+)>(\d)([fs])?$/
const MEALS = { f: 'first', s: 'species' } as const

export function readTembo(move: string): Choice {
  const [, cards = '', target = '0', meal] = TEMBO.exec(move) ?? []
  return {
    move,
    cards: cards.split('+'),
    target: Number(target),
    meal: meal ? MEALS[meal as 'f' | 's'] : null,
  }
}

/** The move that these cards at this crossing would be. */
export function writeTembo(cards: readonly string[], crossing: number): string {
  const sorted = [...cards].sort((a, b) => Number(a) - Number(b))
  return `${sorted.join('+')}>${crossing}${cards[0]?.startsWith('C') ? 'f' : ''}`
}

export function writeLife(row: number, cards: readonly string[]): string {
  return `${row}:${[...cards].sort(inOrder).join('')}`
}

const inOrder = (a: string, b: string) => LIFE_ORDER.indexOf(a) - LIFE_ORDER.indexOf(b)

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && [...a].sort().join() === [...b].sort().join()

/** The moves that exactly these cards can make, by crossing. */
export function targets(legal: readonly string[], cards: readonly string[]): Map<number, Choice[]> {
  const found = new Map<number, Choice[]>()
  if (cards.length === 0) return found
  for (const choice of legal.map(readTembo)) {
    if (same(choice.cards, cards)) {
      found.set(choice.target, [...(found.get(choice.target) ?? []), choice])
    }
  }
  return found
}

/** The cards that can be played together with this one. */
export function partners(legal: readonly string[], card: string): Set<string> {
  const pairs = legal.map(readTembo).filter(({ cards }) => cards.length === 2)
  const others = pairs.flatMap(({ cards }) =>
    cards.includes(card) ? cards.filter((other) => other !== card) : [],
  )
  return new Set(others)
}

/** Cards that can be played at all. */
export function playable(legal: readonly string[]): Set<string> {
  return new Set(legal.flatMap((move) => readTembo(move).cards))
}

/** What tapping a card of a hand of Tembo makes of the chosen slots: it is taken back, joins the
 * chosen one as a pair where that can be played, or is chosen instead. */
export function chooseSlot(
  legal: readonly string[],
  hand: readonly string[],
  chosen: readonly number[],
  slot: number,
): number[] {
  if (chosen.includes(slot)) return chosen.filter((other) => other !== slot)
  const [only] = chosen
  const first = only === undefined ? undefined : hand[only]
  const pairs = chosen.length === 1 && first !== undefined ? partners(legal, first) : null
  return pairs?.has(hand[slot] ?? '') ? [...chosen, slot] : [slot]
}

/** How far a swap of Life is Life is chosen. */
export interface Swap {
  /** The row that would be taken: the one tapped, or the only one of that many cards. */
  row: number | null
  missing: number
  move: string | null
  legal: boolean
}

export function swapOf(
  legal: readonly string[],
  rows: readonly (readonly LifeAnimal[])[],
  tapped: number | null,
  cards: readonly string[],
): Swap {
  const fitting = rows.findIndex((row) => row.length === cards.length) + 1
  const row = tapped ?? (fitting || null)
  const missing = row === null ? 0 : (rows[row - 1]?.length ?? 0) - cards.length
  const move = row !== null && missing === 0 ? writeLife(row, cards) : null
  return { row, missing, move, legal: move !== null && legal.includes(move) }
}

/** What tapping a card does: it is taken back, or chosen; if the row is full, the first goes. */
export function toggleSlot(chosen: readonly number[], slot: number, most: number): number[] {
  if (chosen.includes(slot)) return chosen.filter((other) => other !== slot)
  return [...chosen, slot].slice(-most)
}
