/** A record as a check needs it: taken whole, or not at all. */

import { type Game, SEATS } from './deals'

export interface Fairness {
  table: string
  commitment: string
  secret: string
  nonces: string[]
  hashes: (string | null)[]
  stood_in: number[]
  order: number[]
}

export interface Recorded {
  game: Game
  seats: string[]
  seed: string
  rounds: { deal: Record<string, unknown>; lives?: number[] }[]
  fairness: Fairness
}

type Told = Record<string, unknown>

const isText = (value: unknown) => typeof value === 'string'
const isSeat = (value: unknown) => Number.isInteger(value)

/** Null for what is no record of a match at a server. */
export function readRecord(told: unknown): Recorded | null {
  return isRecord(told) && isFairness(told.fairness, (told.seats as string[]).length)
    ? (told as unknown as Recorded)
    : null
}

function isRecord(told: unknown): told is Told {
  if (!isObject(told) || told.format !== 'waterhole/1' || !isText(told.seed)) return false
  if (told.game !== 'tembo' && told.game !== 'life') return false
  if (!isList(told.seats, isText) || !SEATS[told.game].includes(told.seats.length)) return false
  return isList(told.rounds, isRound) && told.rounds.length > 0
}

function isRound(told: unknown): boolean {
  return isObject(told) && isObject(told.deal) && (!('lives' in told) || isList(told.lives, isSeat))
}

function isFairness(told: unknown, seats: number): boolean {
  if (!isObject(told) || told.protocol !== 'waterhole-deal/1') return false
  const digits = (value: unknown) => isText(value) && /^[0-9a-f]{64}$/.test(value as string)
  const isHash = (value: unknown) => value === null || digits(value)
  return (
    isText(told.table) &&
    digits(told.commitment) &&
    digits(told.secret) &&
    isList(told.nonces, digits, seats) &&
    isList(told.hashes, isHash, seats) &&
    isList(told.stood_in, isSeat) &&
    isList(told.order, isSeat, seats)
  )
}

function isObject(told: unknown): told is Told {
  return typeof told === 'object' && told !== null && !Array.isArray(told)
}

function isList(told: unknown, fits: (item: unknown) => boolean, size?: number): told is unknown[] {
  return Array.isArray(told) && told.every(fits) && (size === undefined || told.length === size)
}
