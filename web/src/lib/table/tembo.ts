/** What Tembo's table shows of a view: cards by number, and what a move would do to a row. */

import { DECK, type Species } from '../wire/deck'
import type { TemboCrossing, TemboView } from '../wire/views'
import type { Choice } from './moves'

export type Deck = ReadonlyArray<readonly [Species, number]>

export const deckOf = (view: TemboView): Deck => view.deck ?? DECK

const PREY: Record<string, Species> = { Cg: 'gnu', Cz: 'zebra', Ca: 'antelope' }

export const isAnimal = (card: string) => /^\d+$/.test(card)

/** What becomes of the animals that a choice takes. */
export const fate = ({ cards }: Choice) => (cards[0] === 'E' ? 'carried' : 'eaten')

/** The animals that a choice would take from its row, for showing before it is played. */
export function taken(choice: Choice, { row }: TemboCrossing, deck: Deck): number[] {
  const [card = ''] = choice.cards
  const numbers = row.map(({ number }) => number)
  if (isAnimal(card)) return []
  if (choice.meal === 'first') return numbers.slice(0, 1)
  if (choice.meal === 'species') {
    return numbers.filter((number) => deck[number - 1]?.[0] === PREY[card])
  }
  return numbers
}

/** One choice of each effect: what does the same twice is offered once. */
export function differing(choices: readonly Choice[], crossing: TemboCrossing, deck: Deck) {
  const effects = new Map(
    choices.map((choice) => [taken(choice, crossing, deck).join() || choice.move, choice]),
  )
  return [...effects.values()]
}

/** What each seat would get if the whole row went across. */
export function gains({ row }: TemboCrossing, deck: Deck, seats: number): number[] {
  const points = Array<number>(seats).fill(0)
  for (const { number, owner } of row) {
    points[owner] = (points[owner] ?? 0) + (deck[number - 1]?.[1] ?? 0)
  }
  return points
}
