/** Checks what a record says about its seed, as docs/fair-tables.md has it. */

import { commitmentOf, hashOf, seedOf, standIn } from './nonces'

export type Problem = 'commitment' | 'secret' | 'nonce' | 'hash' | 'seed'

export interface Fairness {
  table: string
  commitment: string
  secret: string
  nonces: string[]
  hashes: (string | null)[]
  stood_in: number[]
}

export interface Proved {
  seed: string
  fairness: Fairness
}

/** What is wrong, or null. `commitment` and `nonce` are what this browser noted itself. */
export function problem(
  { seed, fairness }: Proved,
  commitment: string | null,
  nonce: string | null,
): Problem | null {
  const { table, secret, nonces } = fairness
  if (commitment !== null && commitment !== fairness.commitment) return 'commitment'
  if (commitmentOf(table, secret) !== fairness.commitment) return 'secret'
  if (!nonces.every((_, seat) => sound(fairness, seat))) return 'hash'
  if (nonce !== null && !nonces.includes(nonce)) return 'nonce'
  return seedOf(table, secret, nonces) === seed ? null : 'seed'
}

function sound({ table, secret, nonces, hashes, stood_in }: Fairness, seat: number): boolean {
  const nonce = nonces[seat] ?? ''
  if (stood_in.includes(seat)) return nonce === standIn(table, seat, secret)
  return hashes[seat] === hashOf(nonce)
}
