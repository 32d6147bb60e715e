/** Our part of a match's seed (docs/fair-tables.md): drawn when we sit down, kept by the browser
 * so that every tab and every reload has the same one, opened when the seats are fixed. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { remember, remembered } from '../remember'

const PROTOCOL = 'waterhole-deal/1'

/** The hash of some lines. Pages without https have no hashes of their own, hence the library. */
export function hashLines(...lines: string[]): string {
  return bytesToHex(sha256(utf8ToBytes([PROTOCOL, ...lines].join('\n'))))
}

export const hashOf = (nonce: string) => hashLines('nonce', nonce)
export const commitmentOf = (table: string, secret: string) =>
  hashLines('commitment', table, secret)
export const standIn = (table: string, seat: number, secret: string) =>
  hashLines('stand-in', table, String(seat), secret)
export const seedOf = (table: string, secret: string, nonces: string[]) =>
  hashLines('seed', table, secret, ...nonces)

export function newNonce(table: string): string {
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  remember(`nonce.${table}`, nonce)
  return nonce
}

export const nonceFor = (table: string) => remembered<string>(`nonce.${table}`)

/** The commitment as we first saw it: the server cannot exchange it later. */
export function noteCommitment(table: string, commitment: string): void {
  if (notedCommitment(table) === null) remember(`commitment.${table}`, commitment)
}

export const notedCommitment = (table: string) => remembered<string>(`commitment.${table}`)
