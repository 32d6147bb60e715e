/** The screens by the first word of their address. Everything but home is fetched when it is first
 * needed. */

import type { Component } from 'svelte'

type Fetching = () => Promise<{ default: Component<{ argument: string }> }>

const SCREENS: ReadonlyMap<string, Fetching> = new Map<string, Fetching>([
  ['new', () => import('./routes/New.svelte')],
  ['lobby', () => import('./routes/Lobby.svelte')],
  ['matches', () => import('./routes/Matches.svelte')],
  ['settings', () => import('./routes/Settings.svelte')],
  ['arrive', () => import('./routes/Arrive.svelte')],
  ['table', () => import('./routes/Table.svelte')],
  ['replay', () => import('./routes/Replay.svelte')],
  ['learn', () => import('./routes/Learn.svelte')],
  ['rules', () => import('./routes/Rules.svelte')],
])
const nowhere: Fetching = () => import('./routes/Nowhere.svelte')

export function fetchScreen(name: string): ReturnType<Fetching> {
  return (SCREENS.get(name) ?? nowhere)()
}
