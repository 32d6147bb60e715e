/** Short notes to the player: what was refused and why, what was copied. */

import { Refused } from '../wire/api'
import { errorText } from '../words'

export interface Note {
  id: number
  text: string
  rule: string | null
  kind: 'plain' | 'error'
}

const LONG_ENOUGH = 6000

let next = 1
export const notes = $state<Note[]>([])

export function note(text: string, rule: string | null = null, kind: Note['kind'] = 'plain'): void {
  const id = next++
  notes.splice(0, notes.length, { id, text, rule, kind })
  setTimeout(() => dismiss(id), LONG_ENOUGH)
}

export function dismiss(id: number): void {
  const at = notes.findIndex((each) => each.id === id)
  if (at >= 0) notes.splice(at, 1)
}

export function dismissAll(): void {
  notes.splice(0, notes.length)
}

/** Says why something did not happen. */
export function refused(reason: unknown): void {
  const known = reason instanceof Refused
  if (!known) console.error(reason)
  note(errorText(known ? reason.code : 'other'), known ? reason.rule : null, 'error')
}

/** Does something that the server may refuse; null if it did. */
export async function trying<Answer>(doing: Promise<Answer>): Promise<Answer | null> {
  return doing.catch((reason) => {
    refused(reason)
    return null
  })
}
