/** A match at once: a table, a seat for us, bots in the others, and the start. */

import { lookAt, newTable, Refused, rematch, seatBot, sit, start } from '../wire/api'
import { somebody } from './guest.svelte'
import { go } from './router.svelte'

export type GameName = 'tembo' | 'life'

export const PLAYERS: Record<GameName, { from: number; to: number; usual: number }> = {
  tembo: { from: 2, to: 4, usual: 3 },
  life: { from: 2, to: 5, usual: 4 },
}
export const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const
export type Level = (typeof LEVELS)[number]

export async function playNow(game: GameName, level: Level = 'medium'): Promise<void> {
  await somebody()
  const seats = PLAYERS[game].usual
  const { table } = await newTable({ game, seats, private: true })
  await sit(table)
  for (let seat = 1; seat < seats; seat++) await seatBot(table, { level })
  await start(table)
  go(`/table/${table}`)
}

/** The next match of the same people: sits down there, and starts if everybody is there. */
export async function playAgain(id: string): Promise<void> {
  const { table } = await rematch(id)
  await sit(table).catch(seated)
  const { owner, seats, phase } = await lookAt(table)
  if (owner && phase === 'gathering' && seats.every(({ name }) => name)) await start(table)
  go(`/table/${table}`)
}

/** Who sits there already, or finds all seats taken, goes there all the same. */
function seated(reason: unknown): void {
  const fine =
    reason instanceof Refused && ['seat/yours', 'seat/taken', 'table/phase'].includes(reason.code)
  if (!fine) throw reason
}
