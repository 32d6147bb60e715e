// What is printed on each card, and how a card in notation becomes one of these.
import { DECK, type Species } from '$lib/wire/deck'

export type LifeKind =
  | 'giraffe'
  | 'bear'
  | 'mole'
  | 'goat'
  | 'sheep'
  | 'dog'
  | 'hare'
  | 'pig'
  | 'cat'
  | 'mouse'
export type TemboKind = Species | 'elephant' | 'lion' | 'crocodile' | 'super_crocodile'
export type Kind = TemboKind | LifeKind
export type Game = 'tembo' | 'life'

export type Face =
  | { game: 'tembo'; kind: Species; number: number; points: number }
  | { game: 'tembo'; kind: 'elephant' | 'lion' | 'super_crocodile' }
  | { game: 'tembo'; kind: 'crocodile'; prey: Species }
  | { game: 'life'; kind: LifeKind; number: number }
  | { game: Game; kind: 'back' }

type Deck = ReadonlyArray<readonly [Species, number]>

const POWERS: Record<string, Face> = {
  E: { game: 'tembo', kind: 'elephant' },
  L: { game: 'tembo', kind: 'lion' },
  S: { game: 'tembo', kind: 'super_crocodile' },
  Cg: { game: 'tembo', kind: 'crocodile', prey: 'gnu' },
  Cz: { game: 'tembo', kind: 'crocodile', prey: 'zebra' },
  Ca: { game: 'tembo', kind: 'crocodile', prey: 'antelope' },
}

const ANIMALS: Record<string, Face> = {
  G: { game: 'life', kind: 'giraffe', number: 9 },
  B: { game: 'life', kind: 'bear', number: 8 },
  O: { game: 'life', kind: 'mole', number: 7 },
  T: { game: 'life', kind: 'goat', number: 7 },
  S: { game: 'life', kind: 'sheep', number: 6 },
  D: { game: 'life', kind: 'dog', number: 6 },
  H: { game: 'life', kind: 'hare', number: 5 },
  P: { game: 'life', kind: 'pig', number: 5 },
  C: { game: 'life', kind: 'cat', number: 4 },
  M: { game: 'life', kind: 'mouse', number: 3 },
}

/** The face of a Tembo card: '16', 'E', 'Cg' … A null deck is the one in the box. */
export function temboFace(card: string | number, deck: Deck | null = null): Face {
  return POWERS[card] ?? hoofedFace(Number(card), deck ?? DECK)
}

/** The face of a Life is Life card by its letter. */
export function lifeFace(letter: string): Face {
  return ANIMALS[letter] ?? unknown(letter)
}

export function backFace(game: Game): Face {
  return { game, kind: 'back' }
}

function hoofedFace(number: number, deck: Deck): Face {
  const [kind, points] = deck[number - 1] ?? unknown(String(number))
  return { game: 'tembo', kind, number, points }
}

function unknown(card: string): never {
  throw new Error(`no such card: ${card}`)
}
