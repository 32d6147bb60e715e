// Made by web/scripts/wire_types.py. Do not edit.

export interface Placed {
  event: "placed"
  seat: number
  numbers: Array<number>
  crossing: number
}

export interface Carried {
  event: "carried"
  seat: number
  crossing: number
  animals: Array<[number, number]>
}

export interface Eaten {
  event: "eaten"
  seat: number
  card: string
  crossing: number
  animals: Array<[number, number]>
}

export interface Drew {
  event: "drew"
  seat: number
  count: number
}

export interface LionDrawn {
  event: "lion_drawn"
  seat: number
}

export interface Closed {
  event: "closed"
  seat: number
  crossing: number
}

export interface RoundOver {
  event: "round_over"
  seat: number
  scores: Array<number>
}

export interface Swapped {
  event: "swapped"
  seat: number
  row: number
  laid: string
  taken: string
}

export interface Knocked {
  event: "knocked"
  seat: number
  first: boolean
}

export interface SuddenDeath {
  event: "sudden_death"
  seat: number
  shown: string
}

export interface Scored {
  event: "scored"
  ending: string
  hands: Array<string>
  majorities: Array<[string, number | null]>
  points: Array<number>
}

export interface LivesChanged {
  event: "lives_changed"
  change: Array<number>
  lives: Array<number>
}

export interface Out {
  event: "out"
  seat: number
}

export interface RoundDealt {
  event: "round_dealt"
  round: number
  first: number
}

export interface MatchOver {
  event: "match_over"
  winners: Array<number>
}

export type GameEvent = Placed | Carried | Eaten | Drew | LionDrawn | Closed | RoundOver | Swapped | Knocked | SuddenDeath | Scored | LivesChanged | Out | RoundDealt | MatchOver
