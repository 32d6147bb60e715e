/** Where the move that a lesson tells is to be made: the cards in the hand, and their target. */

import { handKeys } from '../table/flights'
import { KNOCK, readTembo } from '../table/moves'
import type { Lesson } from './lessons'

const LIFE = /^(\d):(\w+)$/

/** Selectors of what is lit, so that a lesson can be followed without reading it. */
export function toldPlaces(game: Lesson['game'], move: string | null): string[] {
  if (move === null) return []
  if (move === KNOCK) return ['.actions [data-knock]']
  const { cards, target } = game === 'tembo' ? readTembo(move) : readLife(move)
  return [...handKeys(cards).map((key) => `.hand [data-card="${key}"]`), `[data-drop="${target}"]`]
}

function readLife(move: string): { cards: string[]; target: string } {
  const [, target = '', cards = ''] = LIFE.exec(move) ?? []
  return { cards: [...cards], target }
}
