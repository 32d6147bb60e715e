import { expect, test } from 'vitest'
import { commitmentOf, hashOf, seedOf, standIn } from './nonces'

// The check values of docs/fair-tables.md.
const secret = '0'.repeat(64)
const nonce = '1'.repeat(64)
const stand = '9d3d65af4c3ad8a5ab659f94b513731ade0d7773361687b262cfaf5cdbd3e331'
const commitment = '7c4ac802901a15f307cc9e91297b2a51959cab9c4bd293f75b7e57a899d1f1b0'
const seed = 'e4574d02794e8b390d29fd9f7e41eddb58e9df0735d089d6630b7bf7fcdeca87'
const hash = 'cd642a83714c5c49cc1a35f0b8b8ecc4b2528ab3b4eee6472e09bd5e809457e9'

test('hashes are those of the documented protocol', () => {
  expect(commitmentOf('river', secret)).toBe(commitment)
  expect(hashOf(nonce)).toBe(hash)
  expect(standIn('river', 1, secret)).toBe(stand)
  expect(seedOf('river', secret, [nonce, stand])).toBe(seed)
})
