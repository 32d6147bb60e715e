// Made by web/scripts/wire_types.py. Do not edit.

/** A seat, counted clockwise from 0. */
export type TemboSeat = number

/** A card a hand can hold, in notation. */
export type TemboCard = string

/** A lion, which all see when it is drawn. */
export type TemboLion = "L"

/** A hoofed animal by its number. */
export type TemboNumber = number

/** Up to five cards, in the order of the pack. */
export type TemboHand = Array<TemboCard>

/** A move in notation. */
export type TemboMove = string

/** A hoofed animal standing in a row. */
export interface TemboAnimal {
  number: TemboNumber
  owner: TemboSeat
  borrowed: boolean
}

/** One of the five crossings. */
export interface TemboCrossing {
  row: Array<TemboAnimal>
  lions: number
}

/** A round as this seat remembers it. */
export interface TemboMemory {
  first: TemboSeat
  hand: TemboHand | null
  drawn: Array<[TemboSeat, TemboCard | TemboLion | null]>
  moves: Array<TemboMove>
}

/** What one seat, or a spectator, may know of a match of Tembo. docs/views.md explains each field. */
export interface TemboView {
  game: "tembo"
  seat: TemboSeat | null
  seats: number
  rounds: number
  deck: Array<["gnu" | "zebra" | "antelope", number]> | null
  to_move: TemboSeat | null
  lion_drawn: boolean
  hand: TemboHand | null
  hand_sizes: Array<number>
  pile: number
  crossings: Array<TemboCrossing>
  carried: Array<Array<TemboNumber>>
  points: Array<number>
  out: Array<TemboCard>
  scores: Array<Array<number>>
  memories: Array<TemboMemory>
  winners: Array<TemboSeat> | null
}

/** A seat, counted clockwise from 0. */
export type LifeSeat = number

/** A card: the letter of its species. */
export type LifeAnimal = "G" | "B" | "O" | "T" | "S" | "D" | "H" | "P" | "C" | "M"

/** Ten cards in the order G B O T S D H P C M; none for a seat that is out. */
export type LifeHand = Array<LifeAnimal>

/** The four rows, of 1, 2, 3 and 4 cards. */
export type LifeRows = [Array<LifeAnimal>, Array<LifeAnimal>, Array<LifeAnimal>, Array<LifeAnimal>]

/** The lives of each seat. */
export type LifeLives = Array<number>

/** A move in notation. */
export type LifeMove = string

/** A swap, which all have seen. */
export interface LifeSwap {
  laid: Array<LifeAnimal>
  taken: Array<LifeAnimal>
}

/** How a round ended. */
export interface LifeOutcome {
  ending: "knock" | "sudden-death" | "lap-limit"
  points: Array<number>
  lives: LifeLives
}

/** A round as this seat remembers it. */
export interface LifeMemory {
  first: LifeSeat
  hand: LifeHand | null
  rows: LifeRows
  moves: Array<LifeMove>
  shown: Array<Array<LifeAnimal>>
}

/** What one seat, or a spectator, may know of a match of Life is Life. docs/views.md explains each field. */
export interface LifeView {
  game: "life"
  seat: LifeSeat | null
  seats: number
  expert: boolean
  lap_limit: number
  to_move: LifeSeat | null
  hand: LifeHand | null
  rows: LifeRows
  aside: 0 | 10 | 20 | 30
  lives: LifeLives
  lap: number
  knocker: LifeSeat | null
  swaps: Array<Array<LifeSwap>>
  known: Array<Array<LifeAnimal>>
  outcomes: Array<LifeOutcome>
  memories: Array<LifeMemory>
  winners: Array<LifeSeat> | null
}

export type View = TemboView | LifeView
