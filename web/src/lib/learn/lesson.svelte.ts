/** A lesson as a table: it tells the next move, and goes on when it is played. */

import type { Frame } from '../table/frames'
import { Table } from '../table/table.svelte'
import type { Lesson, LessonFrame } from './lessons'

const BY_ITSELF = 900 // milliseconds until somebody else's move follows

export class LessonTable extends Table {
  readonly lesson: Lesson
  step = $state(0)
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(lesson: Lesson) {
    super(`lesson-${lesson.game}`)
    this.lesson = lesson
    this.status = 'open'
    this.arriveAt(0)
  }

  get frame(): LessonFrame {
    return this.lesson.frames[this.step] as LessonFrame
  }

  get last(): boolean {
    return this.step === this.lesson.frames.length - 1
  }

  /** Where the learner is, counted in moves of his own. */
  get moves(): { step: number; steps: number } {
    const own = this.lesson.frames.map(({ move }) => move !== null)
    const count = (frames: boolean[]) => frames.filter(Boolean).length
    return { step: count(own.slice(0, this.step + 1)), steps: count(own) }
  }

  /** Whether a move is the one that is told; then the lesson goes on. */
  isTold(move: string): boolean {
    if (move !== this.frame.move) return false
    this.next()
    return true
  }

  next(): void {
    if (!this.last) this.arriveAt(this.step + 1)
  }

  override close(): void {
    clearTimeout(this.timer)
    super.close()
  }

  private arriveAt(step: number): void {
    this.step = step
    this.put(this.moment(step))
    clearTimeout(this.timer)
    const { say, move } = this.frame
    if (say === null && move === null) this.timer = setTimeout(() => this.next(), BY_ITSELF)
  }

  private moment(step: number): Frame {
    const { view, events, to_move, legal } = this.lesson.frames[step] as LessonFrame
    return {
      version: step + 1,
      phase: 'playing',
      what: step === 0 ? 'came' : 'moved',
      events,
      seats: this.lesson.names.map((name) => ({ name: name ?? '', here: true })),
      seat: this.lesson.seat,
      view,
      toMove: to_move,
      legal,
      canUndo: false,
      undoAsked: null,
      clocks: null,
      at: Date.now(),
      next: null,
    }
  }
}
