/** The order of the cards in a hand: sorted, or as the player put them. */

import { handKeys } from './flights'

/** A card and its name in the drawing. */
export interface Named {
  key: string
  card: string
}

/** By number or kind as the pack is, the other way round, or first by species. */
export type Sort = 'pack' | 'reversed' | 'species'
export type Order = { sort: Sort } | { own: string[] }

export const PACK: Order = { sort: 'pack' }

/** A hand, which comes in the order of the pack, in another order. New cards come last. */
export function ordered(
  cards: readonly string[],
  order: Order,
  species: (card: string) => number,
): Named[] {
  const keys = handKeys(cards)
  const held = cards.map((card, slot) => ({ key: keys[slot] ?? card, card }))
  if ('own' in order) return byRank(held, ({ key }) => rank(order.own.indexOf(key)))
  if (order.sort === 'reversed') return held.reverse()
  return order.sort === 'species' ? byRank(held, ({ card }) => rank(species(card))) : held
}

const rank = (place: number) => (place < 0 ? Number.MAX_SAFE_INTEGER : place)

function byRank(held: readonly Named[], of: (named: Named) => number): Named[] {
  return [...held].sort((a, b) => of(a) - of(b))
}

/** A card taken out and put in elsewhere. */
export function moved(keys: readonly string[], key: string, place: number): string[] {
  const others = keys.filter((each) => each !== key)
  return [...others.slice(0, place), key, ...others.slice(place)]
}

/** Of equal cards the last ones leave a hand. So that those leave which were chosen, they change
 * their names with them: old name to new. */
export function renamed(shown: readonly string[], chosen: readonly string[]): Map<string, string> {
  const kind = (key: string) => key.slice(0, key.lastIndexOf(':'))
  const leaving = (key: string) => Number(chosen.includes(key))
  return new Map(
    shown
      .toSorted((a, b) => leaving(a) - leaving(b))
      .map((key, at, sorted) => {
        const nth = sorted.slice(0, at).filter((other) => kind(other) === kind(key)).length
        return [key, `${kind(key)}:${nth}`]
      }),
  )
}

/** What one more tap on "sort" does. */
export function nextSort(order: Order, sorts: readonly Sort[]): Order {
  const at = 'own' in order ? -1 : sorts.indexOf(order.sort)
  return { sort: sorts[(at + 1) % sorts.length] ?? 'pack' }
}

/** The orders at the last tables, the newest last. Of old tables, and of hands that lie as they
 * come, nothing is kept. */
export type Kept = [table: string, order: Order][]
const TABLES = 20

export function keep(kept: Kept, table: string, order: Order): Kept {
  const others = kept.filter(([each]) => each !== table)
  const plain = 'sort' in order && order.sort === 'pack'
  return plain ? others : [...others, [table, order] as Kept[number]].slice(-TABLES)
}
