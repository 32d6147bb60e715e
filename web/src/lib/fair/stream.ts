/** The random stream behind every deal, as docs/fair-dealing.md has it. */

import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const FORMAT = 'waterhole/1'
const WORDS = 2 ** 32

export type Words = Iterator<number, never>

/** The endless words for one purpose: `lot`, or `round 1` and so on. */
export function* stream(game: string, seats: number, purpose: string, seed: string): Words {
  const key = sha256(utf8ToBytes([FORMAT, game, seats, purpose, seed].join('\n')))
  for (let block = 0n; ; block++) yield* wordsOf(sha256(numbered(key, block)))
}

function numbered(key: Uint8Array, block: bigint): Uint8Array {
  const bytes = new Uint8Array(key.length + 8)
  bytes.set(key)
  new DataView(bytes.buffer).setBigUint64(key.length, block)
  return bytes
}

function wordsOf(block: Uint8Array): number[] {
  const data = new DataView(block.buffer, block.byteOffset)
  return Array.from({ length: block.length / 4 }, (_, at) => data.getUint32(4 * at))
}

/** A fair number from 0 to bound - 1. */
export function below(bound: number, words: Words): number {
  const limit = WORDS - (WORDS % bound)
  let word = words.next().value
  while (word >= limit) word = words.next().value
  return word % bound
}

/** The cards in an order that is as likely as any other. */
export function shuffled(cards: readonly string[], words: Words): string[] {
  const heap = [...cards]
  for (let last = heap.length - 1; last > 0; last--) {
    const place = below(last + 1, words)
    ;[heap[last], heap[place]] = [heap[place] as string, heap[last] as string]
  }
  return heap
}
