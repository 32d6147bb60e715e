/** Who sits where, in words. */

import type { SeatShown } from '../wire/messages'
import { isKey, t } from '../words'

export function levelName(level: string): string {
  const key = `lobby.level.${level}`
  return isKey(key) ? t(key) : level
}

/** A name for each seat. Bots are numbered where there are several. */
export function seatNames(seats: readonly SeatShown[]): string[] {
  const bots = seats.filter(({ bot }) => bot)
  return seats.map((seat) => {
    if (!seat.bot) return seat.name ?? t('lobby.free')
    return t('lobby.bot', { count: bots.length, number: bots.indexOf(seat) + 1 })
  })
}

/** Names as the lobby and records have them: `bot:easy` for a bot, null for a free seat. */
export function listedSeats(seats: readonly (string | null)[]): SeatShown[] {
  return seats.map((name) => (name?.startsWith('bot:') ? { bot: name.slice(4) } : { name }))
}

/** One sign for a name: its first letter, or the number of a bot. */
export function initial(name: string): string {
  return /\s(\d)$/.exec(name)?.[1] ?? [...name][0]?.toUpperCase() ?? ''
}
