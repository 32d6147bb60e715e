/** Which cards are shown beside which rule. */

import { type Face, lifeFace, temboFace } from '$lib/cards/faces'

const CARDS: Record<string, string> = {
  T1: '16 2 39 E Cg S L',
  T2: '16 11 6 10',
  T10: '19 20',
  T12: 'E',
  T13: 'S',
  T14: 'Cg Cz Ca',
  T18: 'L',
  L1: 'G B O T S D H P C M',
  L8: 'C H P',
  L14: 'H P',
}

/** The rules that have pictures. */
export const PICTURED = Object.keys(CARDS)

export function pictures(rule: string): Face[] {
  const face = rule.startsWith('T') ? temboFace : lifeFace
  return (CARDS[rule]?.split(' ') ?? []).map((card) => face(card))
}
