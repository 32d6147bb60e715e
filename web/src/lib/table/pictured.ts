/** The cards that somebody showed in what happened, for a picture beside the words. */

import { type Face, lifeFace, temboFace } from '../cards/faces'
import type { GameEvent } from '../wire/events'
import type { Deck } from '../words'

/** Groups of cards: of a swap, what was laid down and what was taken. */
export function pictured(events: readonly GameEvent[], deck: Deck | null): Face[][] {
  return events.flatMap((event) => cards(event, deck)).filter((group) => group.length > 0)
}

function cards(event: GameEvent, deck: Deck | null): Face[][] {
  const animals = (letters: string) => [...letters].map((letter) => lifeFace(letter))
  switch (event.event) {
    case 'placed':
      return [event.numbers.map((number) => temboFace(number, deck))]
    case 'carried':
      return [[temboFace('E')]]
    case 'eaten':
      return [[temboFace(event.card)]]
    case 'swapped':
      return [animals(event.laid), animals(event.taken)]
    case 'sudden_death':
      return [animals(event.shown)]
    default:
      return []
  }
}
