/** Checks where the seed of a match came from, as docs/fair-tables.md has it. */

import { commitmentOf, hashOf, seedOf, standIn } from '../wire/nonces'
import type { Fairness, Recorded } from './record'

/** `unknown`: this device cannot tell, for it noted nothing. */
export type Verdict = 'good' | 'bad' | 'unknown'

/** What this browser noted itself, before the match. */
export interface Noted {
  commitment: string | null
  nonce: string | null
}

export interface Part {
  what: 'commitment' | 'secret' | 'hashes' | 'nonce' | 'seed' | 'order'
  verdict: Verdict
}

export function checkParts({ seed, seats, fairness }: Recorded, noted: Noted): Part[] {
  const { table, secret, nonces, commitment } = fairness
  const good = (fits: boolean): Verdict => (fits ? 'good' : 'bad')
  const known = <Told>(told: Told | null, fits: (told: Told) => boolean): Verdict =>
    told === null ? 'unknown' : good(fits(told))
  return [
    { what: 'commitment', verdict: known(noted.commitment, (told) => told === commitment) },
    { what: 'secret', verdict: good(commitmentOf(table, secret) === commitment) },
    { what: 'hashes', verdict: good(nonces.every((_, seat) => sound(fairness, seat))) },
    { what: 'nonce', verdict: known(noted.nonce, (told) => opened(fairness).includes(told)) },
    { what: 'seed', verdict: good(seedOf(table, secret, nonces) === seed) },
    { what: 'order', verdict: good(turned(fairness, seats) && noBotHasAPart(fairness, seats)) },
  ]
}

function sound({ table, secret, nonces, hashes, stood_in }: Fairness, seat: number): boolean {
  const nonce = nonces[seat] ?? ''
  if (stood_in.includes(seat)) return nonce === standIn(table, seat, secret)
  return hashes[seat] === hashOf(nonce)
}

/** The parts that players added themselves. */
function opened({ nonces, stood_in }: Fairness): string[] {
  return nonces.filter((_, seat) => !stood_in.includes(seat))
}

/** Everybody kept his neighbours. */
function turned({ order }: Fairness, seats: readonly string[]): boolean {
  return seats.every((_, at) => order[at] === ((order[0] ?? 0) + at) % seats.length)
}

function noBotHasAPart({ order, stood_in }: Fairness, seats: readonly string[]): boolean {
  return seats.every((name, at) => !name.startsWith('bot:') || stood_in.includes(order[at] ?? -1))
}
