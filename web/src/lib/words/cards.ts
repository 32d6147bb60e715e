/** The names of the cards. */

import { type Face, type LifeKind, lifeFace, temboFace } from '$lib/cards/faces'
import type { Species } from '$lib/wire/deck'
import { listed, t } from './words.svelte'

export type Deck = ReadonlyArray<readonly [Species, number]>

/** A card as its player hears it: `gnu 16, 5 points`, `crocodile that eats zebras`,
 * `hare, 5 points`. */
export function cardName(face: Face): string {
  if (face.kind === 'back') return t('cards.back')
  if (face.game === 'life') return worth(t(`cards.life.${face.kind}.name`), face.number)
  if (face.kind === 'crocodile') {
    const prey = t(`cards.tembo.${face.prey}.plural`)
    return t('cards.tembo.crocodile.hunting', { prey })
  }
  if (!('number' in face)) return t(`cards.tembo.${face.kind}.name`)
  return worth(t(`cards.tembo.${face.kind}.numbered`, { number: face.number }), face.points)
}

function worth(card: string, points: number): string {
  return t('cards.worth', { card, points })
}

/** A hoofed animal that something is done to: in some languages its name changes with that. */
export function animalLed(number: number, deck: Deck | null): string {
  const face = temboFace(number, deck)
  return face.kind === 'gnu' || face.kind === 'zebra' || face.kind === 'antelope'
    ? t(`cards.tembo.${face.kind}.object`, { number })
    : cardName(face)
}

/** What an animal brings its owner across the river. */
export function animalPoints(number: number, deck: Deck | null): number {
  const face = temboFace(number, deck)
  return 'points' in face ? face.points : 0
}

/** All animals of a species of Life is Life: `giraffes`. */
export function speciesName(letter: string): string {
  return t(`cards.life.${lifeKind(letter)}.plural`)
}

/** `GGH`: 2 giraffes and a hare. */
export function herd(cards: string | readonly string[]): string {
  const all = [...cards]
  const kinds = [...new Set(all)]
  return listed(kinds.map((kind) => counted(kind, all.filter((card) => card === kind).length)))
}

function counted(letter: string, count: number): string {
  return t(`cards.life.${lifeKind(letter)}.counted`, { count })
}

function lifeKind(letter: string): LifeKind {
  return lifeFace(letter).kind as LifeKind
}
