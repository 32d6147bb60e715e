/** A lesson: a match on a fixed deal, seen from the learner's seat (made by scripts/lessons.py). */

import type { Key } from '$lib/words'
import type { GameEvent } from '../wire/events'
import type { View } from '../wire/views'

export interface LessonFrame {
  /** What is said now: what to do and why, or what just happened. */
  say: Key | null
  /** The move the learner is told. Without one the next frame follows: after a tap on "next" if
   * something is said, otherwise by itself. */
  move: string | null
  to_move: number | null
  legal: string[]
  /** What led here from the frame before. */
  events: GameEvent[]
  view: View
}

export interface Lesson {
  game: 'tembo' | 'life'
  seat: number
  /** By seat; null is the learner. */
  names: (string | null)[]
  options: Record<string, unknown>
  frames: LessonFrame[]
}

const LESSONS = {
  tembo: () => import('./tembo.json'),
  life: () => import('./life.json'),
}

/** A lesson is fetched when somebody wants to learn. */
export async function lesson(game: Lesson['game']): Promise<Lesson> {
  return (await LESSONS[game]()).default as unknown as Lesson
}
