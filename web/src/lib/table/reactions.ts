/** What can be said at a table without typing. */

import type { React } from '../wire/messages'

export type Reaction = React['reaction']

export const REACTIONS: readonly Reaction[] = [
  'hello',
  'nice',
  'well_played',
  'thanks',
  'ouch',
  'oops',
  'thinking',
  'hurry',
]

/** A newer server may know more. */
export const isReaction = (name: string): name is Reaction =>
  (REACTIONS as readonly string[]).includes(name)
