/** Who we are to the server. Nobody needs an account: a name is enough, and one is made up. */

import { remember, remembered } from '../remember'
import { becomeGuest, Refused, whoAmI } from '../wire/api'
import type { Me } from '../wire/messages'
import { t } from '../words'

let me = $state.raw<Me | null>(null)
let asked: Promise<Me | null> | null = null

export const guest = () => me

/** Who the cookie says we are, asked once; who never had a name need not be asked for. */
export function recognise(): Promise<Me | null> {
  asked ??= remembered('guest') ? whoAmI().then(arrived, unknown) : Promise.resolve(null)
  return asked
}

function unknown(reason: unknown): null {
  if (reason instanceof Refused && reason.code === 'guest/unknown') return null
  asked = null
  throw reason
}

/** A guest to play as; who has no name yet gets one, and can change it later. */
export async function somebody(): Promise<Me> {
  return (await recognise()) ?? (await rename(t('app.guest', { number: chance(10, 99) })))
}

export async function rename(name: string): Promise<Me> {
  return arrived(await becomeGuest(name))
}

/** We are this guest now. */
export function arrived(found: Me): Me {
  me = found
  asked = Promise.resolve(found)
  remember('guest', true)
  return found
}

function chance(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from + 1))
}
