// The messages of Waterhole, protocol 1. Made by
//     python -m waterhole.server.wire.typescript
// from the server's own classes; docs/protocol.md explains them. Do not edit.

export const PROTOCOL = 1;

// What messages are made of

/** How long a player may think. Nothing set: as long as he likes. */
export interface Clock {
  bank?: number;
  increment?: number;
  move?: number;
}

/** A seat as everybody sees it. */
export interface SeatShown {
  name?: string | null;
  bot?: string | null;
  away?: string | null;
  here?: boolean;
  ready?: boolean;
}

/** A table as the lobby lists it. */
export interface Summary {
  table: string;
  game: string;
  seats: Array<string | null>;
  phase: string;
  options: Record<string, unknown>;
  clock: Clock;
  watchable: boolean;
  made: number;
  changed: number;
  winners: Array<number>;
}

// From the client

export interface Move {
  type: "move";
  id: number;
  move: string;
  version: number;
}

export interface Undo {
  type: "undo";
  id: number;
  version: number;
}

export interface AnswerUndo {
  type: "answer_undo";
  id: number;
  agreed: boolean;
  version: number;
}

export interface Open {
  type: "open";
  id: number;
  nonce: string;
}

export interface TakeBack {
  type: "take_back";
  id: number;
}

export interface React {
  type: "react";
  id: number;
  reaction: "hello" | "hurry" | "nice" | "oops" | "ouch" | "thanks" | "thinking" | "well_played";
}

export interface Ping {
  type: "ping";
  id: number;
}

export type Ask = Move | Undo | AnswerUndo | Open | TakeBack | React | Ping;

// From the server

/** The whole table for one viewer: first message of a connection, and answer to GET. */
export interface TableShown {
  type: "table";
  protocol: number;
  table: string;
  version: number;
  phase: string;
  game: string;
  options: Record<string, unknown>;
  clock: Clock;
  private: boolean;
  watchable: boolean;
  friendly: boolean;
  commitment: string;
  owner: boolean;
  seat: number | null;
  seats: Array<SeatShown>;
  view: Record<string, unknown> | null;
  to_move: number | null;
  legal: Array<string>;
  can_undo: boolean;
  undo_asked: number | null;
  clocks: Array<number> | null;
  log: Array<Array<Record<string, unknown>>>;
  next: string | null;
}

/** One more version of the table: what happened, and how everything stands now. Whoever asked for it finds the `id` of what he asked. */
export interface Changed {
  type: "changed";
  version: number;
  phase: string;
  what: string;
  seats: Array<SeatShown>;
  to_move: number | null;
  undo_asked: number | null;
  clocks: Array<number> | null;
  next: string | null;
  events: Array<Record<string, unknown>>;
  seat: number | null;
  view: Record<string, unknown> | null;
  legal: Array<string>;
  can_undo: boolean;
  id?: number;
}

export interface Presence {
  type: "presence";
  here: Array<boolean>;
}

export interface Reacted {
  type: "reacted";
  seat: number;
  reaction: "hello" | "hurry" | "nice" | "oops" | "ouch" | "thanks" | "thinking" | "well_played";
}

export interface Lobby {
  type: "lobby";
  tables: Array<Summary>;
}

/** What was asked is done, and is not in the log: a reaction. */
export interface Done {
  type: "done";
  id: number;
}

/** What was asked is not done, and nothing has changed. */
export interface Refusal {
  type: "refused";
  id: number | null;
  code: string;
  text: string;
  rule?: string | null;
  legal?: Array<string>;
}

export interface Pong {
  type: "pong";
  id: number;
}

export type Told = TableShown | Changed | Presence | Reacted | Lobby | Done | Refusal | Pong;

// Over HTTP

export interface Name {
  name: string;
}

export interface Me {
  id: string;
  name: string;
}

export interface Token {
  token: string;
}

export interface Hook {
  url: string | null;
}

export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, unknown>;
  clock?: Clock;
  private?: boolean;
  watchable?: boolean;
  friendly?: boolean;
}

export interface TakeSeat {
  seat?: number | null;
  hash?: string | null;
}

export interface SeatBot {
  level: string;
  seat?: number | null;
}

export interface LeaveSeat {
  seat?: number | null;
}

export interface Made {
  table: string;
  version: number;
}

/** A moment of a match: what happened, and how it then looked to each seat. */
export interface Frame {
  move: string | null;
  events: Array<Record<string, unknown>>;
  to_move: number | null;
  views: Array<Record<string, unknown>>;
  open: Record<string, unknown>;
}

/** A match that is over, moment by moment. */
export interface Replay {
  table: string;
  game: string;
  options: Record<string, unknown>;
  seats: Array<string>;
  frames: Array<Frame>;
}

/** What a webhook is told: it is your turn. */
export interface Turn {
  table: string;
  game: string;
  version: number;
  text: string;
  link?: string | null;
}
