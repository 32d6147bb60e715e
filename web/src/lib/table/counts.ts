/** What of each species somebody at Life is Life holds, and how many of it can be seen in all. */

import type { LifeView } from '../wire/views'

export interface Count {
  yours: number
  /** In the hand, in the rows, and what the others are known to hold. */
  visible: number
}

export function countsOf({ seat, hand, rows, known }: LifeView): Map<string, Count> {
  const others = known.filter((_, each) => each !== seat)
  const seen = [...(hand ?? []), ...rows.flat(), ...others.flat()]
  const count = (cards: readonly string[], letter: string) =>
    cards.filter((card) => card === letter).length
  return new Map(
    [...new Set(seen)].map((letter) => [
      letter,
      { yours: count(hand ?? [], letter), visible: count(seen, letter) },
    ]),
  )
}
