/** Who begins and what is dealt in each round of a match: all of it follows from the seed. */

import { below, shuffled, stream, type Words } from './stream'

export type Game = 'tembo' | 'life'

export interface Seeded {
  game: Game
  seats: number
  seed: string
}

/** The heaps of a deal, under the names that records have for them. */
export type Deal = Partial<Record<Heaps, Cards[]>>
export type Heaps = 'hands' | 'crossings' | 'pile' | 'rows' | 'aside'
/** One card at a place of its own, or several that lie there in no order. */
export type Cards = string | string[]

export const SEATS: Record<Game, readonly number[]> = { tembo: [2, 3, 4], life: [2, 3, 4, 5] }

const OTHERS = { E: 7, Cg: 2, Cz: 2, Ca: 2, S: 1, L: 3 }
const ANIMALS = { G: 9, B: 8, O: 7, T: 7, S: 6, D: 6, H: 5, P: 5, C: 4, M: 3 }
const HOOFED = Array.from({ length: 42 }, (_, at) => String(at + 1))
const HAND = { tembo: 5, life: 10 }
const CROSSINGS = 5
const ROWS = [1, 2, 3, 4]

const times = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([card, count]) => Array<string>(count).fill(card))

/** The seat before the one that begins the first round. */
export function lot({ game, seats, seed }: Seeded): number {
  const drawn = below(seats, stream(game, seats, 'lot', seed))
  return game === 'tembo' ? drawn : drawn - 1 // Tembo draws the dealer, Life is Life who begins
}

/** The next seat, counting upwards and round, that is still in. */
export function nextIn(playing: readonly boolean[], seat: number): number {
  const next = (seat + 1) % playing.length
  return playing[next] ? next : nextIn(playing, next)
}

/** What is dealt in a round, counted from 1, to those who are still in. */
export function dealt(match: Seeded, round: number, playing: readonly boolean[]): Deal {
  const words = stream(match.game, match.seats, `round ${round}`, match.seed)
  return match.game === 'tembo' ? tembo(words, match.seats) : life(words, playing)
}

function tembo(words: Words, seats: number): Deal {
  const pack = shuffled([...HOOFED, ...times(OTHERS)], words)
  const places = pack.flatMap((card, place) => (card === 'L' ? [] : [place]))
  const taken = places.slice(0, HAND.tembo * seats)
  const left = pack.filter((_, place) => !taken.includes(place))
  const rest = shuffled(left, words)
  return {
    hands: parts(
      taken.map((place) => pack[place] as string),
      Array(seats).fill(HAND.tembo),
    ),
    crossings: rest.slice(0, CROSSINGS),
    pile: rest.slice(CROSSINGS),
  }
}

function life(words: Words, playing: readonly boolean[]): Deal {
  const pack = shuffled(times(ANIMALS), words)
  const sizes = playing.map((isIn) => (isIn ? HAND.life : 0))
  const heaps = parts(pack, [...sizes, ...ROWS, pack.length])
  const seats = playing.length
  return { hands: heaps.slice(0, seats), rows: heaps.slice(seats, -1), aside: heaps.slice(-1) }
}

/** The cards from the top, in heaps of these sizes. */
function parts(cards: readonly string[], sizes: readonly number[]): string[][] {
  let from = 0
  return sizes.map((size) => {
    from += size
    return cards.slice(from - size, from)
  })
}
