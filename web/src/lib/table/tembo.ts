/** What Tembo's table shows of a view: cards by number, and what a move would do to a row. */

import { DECK, type Species } from '../wire/deck'
import type { TemboCrossing, TemboView } from '../wire/views'
import type { Choice } from './moves'

export type Deck = ReadonlyArray<readonly [Species, number]>

export const deckOf = (view: TemboView): Deck => view.deck ?? DECK

const PREY: Record<string, Species> = { Cg: 'gnu', Cz: 'zebra', Ca: 'antelope' }

/** The animals that a choice would take from its row, for showing before it is played. */
export function taken(choice: Choice, { row }: TemboCrossing, deck: Deck): number[] {
  const [card = ''] = choice.cards
  const numbers = row.map(({ number }) => number)
  if (/^\d+$/.test(card)) return []
  if (choice.meal === 'first') return numbers.slice(0, 1)
  if (choice.meal === 'species') {
    return numbers.filter((number) => deck[number - 1]?.[0] === PREY[card])
  }
  return numbers
}

export const isAnimal = (card: string) => /^\d+$/.test(card)
