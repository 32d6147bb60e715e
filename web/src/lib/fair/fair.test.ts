import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkMatch, checkRounds } from './check'
import { dealt, lot, nextIn } from './deals'
import { stream } from './stream'

const golden = (name: string) => {
  const lines = readFileSync(new URL(`golden/${name}.jsonl`, import.meta.url), 'utf-8').trim()
  return lines.split('\n').map((line) => JSON.parse(line))
}
// Made by `waterhole simulate --out`; players go out in those of Life is Life.
const records = golden('records')
// Played at a server, by Ada and Bo and a bot, and what Ada's browser noted.
const [{ record, nonce }] = golden('match')
const noted = { commitment: record.fairness.commitment, nonce }
const verdicts = (told: unknown, mine = noted) =>
  Object.fromEntries((checkMatch(told, mine) ?? []).map(({ what, verdict }) => [what, verdict]))

test('words, lots and deals are the check values of the page on fair dealing', () => {
  const words = stream('tembo', 2, 'lot', 'waterhole')
  const first = Array.from({ length: 4 }, () => words.next().value)
  expect(first).toEqual([3617446229, 474389282, 991102708, 2210137658])

  const tembo = { game: 'tembo', seats: 2, seed: 'waterhole' } as const
  const deal = dealt(tembo, 1, [true, true])
  expect(nextIn([true, true], lot(tembo))).toBe(0)
  expect([...(deal.hands?.[1] ?? [])].sort()).toEqual(['1', '2', '3', 'Ca', 'E'])
  expect(deal.crossings).toEqual(['35', '40', '28', 'L', '42'])
  expect(deal.pile?.slice(0, 5)).toEqual(['20', '10', '24', '5', '8'])

  const life = { game: 'life', seats: 3, seed: 'waterhole' } as const
  const animals = dealt(life, 1, [true, true, true])
  expect(nextIn([true, true, true], lot(life))).toBe(0)
  expect([...(animals.hands?.[1] ?? [])].sort().join('')).toBe([...'GBBOOTDPCM'].sort().join(''))
  expect([...(animals.rows?.[3] ?? [])].sort().join('')).toBe('DDMT')
  expect(animals.aside?.[0]).toHaveLength(20)
})

test.each(records.map((each) => [`${each.game} with ${each.seats.length}`, each]))(
  'every round of %s is dealt again as it was',
  (_, told) => {
    const rounds = checkRounds(told)
    expect(rounds.map(({ round }) => round)).toEqual(
      told.rounds.map((_: unknown, n: number) => n + 1),
    )
    expect(rounds.map(({ place }) => place)).toEqual(rounds.map(() => null))
  },
)

test('somebody is out in a golden record', () => {
  const hands = records.flatMap(({ rounds }) =>
    rounds.flatMap(({ deal }: { deal: { hands: string[][] } }) => deal.hands),
  )
  expect(hands).toContainEqual([])
})

type Changed = { first: number; lives: number[] } & Record<string, string[] & string[][]>

/** Another card than the one there. */
const other = (card?: string) =>
  card === 'G' ? 'B' : card === 'E' ? '1' : card === 'B' ? 'G' : 'E'
function change(heap: string[] | undefined, at = 0) {
  if (heap) heap[at] = other(heap[at])
}

test.each([
  ['tembo', { heap: 'first', at: 1 }, (deal: Changed) => void Object.assign(deal, { first: 0 })],
  ['tembo', { heap: 'hands', at: 1 }, (deal: Changed) => change(deal.hands?.[1])],
  ['tembo', { heap: 'crossings', at: 3 }, (deal: Changed) => change(deal.crossings, 3)],
  ['tembo', { heap: 'pile', at: 7 }, (deal: Changed) => change(deal.pile, 7)],
  ['tembo', { heap: 'pile', at: 44 }, (deal: Changed) => void deal.pile?.push('E' as never)],
  ['tembo', { heap: 'pile', at: 43 }, (deal: Changed) => void deal.pile?.pop()],
  ['tembo', { heap: 'pile', at: 0 }, (deal: Changed) => void delete deal.pile],
  ['life', { heap: 'hands', at: 0 }, (deal: Changed) => change(deal.hands?.[0])],
  ['life', { heap: 'rows', at: 2 }, (deal: Changed) => change(deal.rows?.[2])],
  ['life', { heap: 'aside', at: 0 }, (deal: Changed) => change(deal.aside)],
])('in %s the first wrong place is named: %o', (game, place, spoil) => {
  const told = structuredClone(records.find((each) => each.game === game))
  spoil(told.rounds[1].deal)
  const rounds = checkRounds(told)
  expect(rounds[0]?.place).toBeNull()
  expect(rounds[1]).toMatchObject({ round: 2, verdict: 'bad', place })
})

test('the order of a hand is nobody’s business, the order of the pile is', () => {
  const told = structuredClone(records[0])
  told.rounds[0].deal.hands[0].reverse()
  told.rounds[1].deal.pile.reverse()
  expect(checkRounds(told).map(({ place }) => place)).toEqual([null, { heap: 'pile', at: 0 }])
})

test('a round that no two players have lives for is not one', () => {
  const told = structuredClone(records.find(({ game }) => game === 'life'))
  told.rounds[0].lives = [0, 5]
  expect(checkRounds(told)).toMatchObject([
    { round: 1, place: null },
    { round: 2, place: { heap: 'lives' } },
  ])
})

test('a match that was played at a server is good in every step', () => {
  const all = { commitment: 'good', secret: 'good', hashes: 'good', nonce: 'good' }
  expect(verdicts(record)).toEqual({ ...all, seed: 'good', order: 'good', round: 'good' })
})

test('a device that noted nothing says so', () => {
  const told = verdicts(record, { commitment: null as never, nonce: null as never })
  expect(told).toMatchObject({ commitment: 'unknown', nonce: 'unknown', secret: 'good' })
})

const digits = (digit: string) => digit.repeat(64)
test.each([
  ['commitment', record, { ...noted, commitment: digits('f') }],
  ['secret', withPart({ secret: digits('2') }), noted],
  ['hashes', withPart({ hashes: [digits('3'), ...record.fairness.hashes.slice(1)] }), noted],
  ['hashes', withPart({ stood_in: [] }), noted],
  ['nonce', record, { ...noted, nonce: digits('4') }],
  ['nonce', withPart({ stood_in: [0, 2] }), noted],
  ['seed', { ...record, seed: digits('5') }, noted],
  ['order', withPart({ order: [0, 2, 1] }), noted],
  ['order', withPart({ stood_in: [] }), noted],
])('a wrong %s is found', (what, told, mine) => {
  expect(verdicts(record)[what]).toBe('good')
  expect(verdicts(told, mine)[what]).toBe('bad')
})

function withPart(part: object) {
  return { ...record, fairness: { ...record.fairness, ...part } }
}

test.each([
  null,
  'a text',
  { ...record, format: 'waterhole/2' },
  { ...record, game: 'chess' },
  { ...record, seats: ['Ada'] },
  { ...record, rounds: [] },
  { ...record, rounds: [{ moves: [] }] },
  { ...record, fairness: null },
  withPart({ nonces: [nonce] }),
  withPart({ secret: 'short' }),
  withPart({ protocol: 'other' }),
])('what is no record is not checked at all: %#', (told) => {
  expect(checkMatch(told, noted)).toBeNull()
})
