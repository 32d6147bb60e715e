/** How a player holds his cards at one table, remembered on this device. */

import { remember, remembered } from '../remember'
import {
  type Kept,
  keep,
  moved,
  type Named,
  nextSort,
  type Order,
  ordered,
  PACK,
  renamed,
  type Sort,
} from './order'

const NAME = 'hands'
const kept = () => remembered<Kept>(NAME) ?? []

export class HeldHand {
  private order = $state.raw<Order>(PACK)

  constructor(
    /** Null where nothing is worth remembering: in a lesson, in a replay. */
    private readonly table: string | null,
    private readonly sorts: readonly Sort[],
    private readonly species: (card: string) => number = () => 0,
  ) {
    this.order = kept().find(([each]) => each === table)?.[1] ?? PACK
  }

  of(cards: readonly string[]): Named[] {
    return ordered(cards, this.order, this.species)
  }

  sort(): void {
    this.take(nextSort(this.order, this.sorts))
  }

  /** Puts a card at another place of the hand as it is shown. */
  move(shown: readonly string[], key: string, place: number): void {
    this.take({ own: moved(shown, key, place) })
  }

  /** These cards are about to leave the hand, and no others that look the same. */
  leave(shown: readonly string[], chosen: readonly string[]): string[] {
    if ('sort' in this.order) return [...chosen]
    const names = renamed(shown, chosen)
    const named = (key: string) => names.get(key) ?? key
    this.take({ own: shown.map(named) })
    return chosen.map(named)
  }

  private take(order: Order): void {
    this.order = order
    if (this.table !== null) remember(NAME, keep(kept(), this.table, order))
  }
}
