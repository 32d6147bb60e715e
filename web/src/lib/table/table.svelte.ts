/** A table without its drawing: what the server told, what is shown of it by now, and what is
 * still to be shown, one moment after the other. */

import { tick } from 'svelte'
import { type AnyAsk, Connection, type Listener, type Status } from '../wire/connection'
import type { Reacted, TableShown, Told } from '../wire/messages'
import { nonceFor, noteCommitment } from '../wire/nonces'
import { type Entry, type Frame, frameOf, lastOwnMove, lengthen, mover, roundEnded } from './frames'
import { pastOf, withUndone } from './past'

/** Draws the way from one moment to the next. It must call `apply`, which changes what is shown. */
export type Drawing = (before: Frame | null, after: Frame, apply: () => void) => Promise<void>

/** A round that ended waits here until the player has read how. */
export interface Ending {
  before: Frame
  after: Frame
}

const KEPT = 2000 // frames, for looking back
const UNDEALT = ['gathering', 'opening']
const HURRY = 4 // with more than so many waiting, only the last ones are drawn

type About = Omit<TableShown, keyof Frame | 'type' | 'log' | 'here'>

/** What we saw ourselves says more than what was told later, and that more than how it was when we
 * came. */
function joined(told: readonly Frame[], seen: readonly Frame[]): Frame[] {
  const ours = seen.filter(({ what }) => what !== 'came')
  const versions = new Map([...seen, ...told, ...ours].map((frame) => [frame.version, frame]))
  return [...versions.values()].sort((a, b) => a.version - b.version)
}

const hereOf = ({ seats }: Frame) => seats.map((seat) => seat.here ?? false)

export class Table implements Listener {
  readonly id: string
  /** Whether somebody can do something here, or only look. */
  live = true
  connection: Connection | null = null
  about = $state.raw<About | null>(null)
  status = $state<Status>('connecting')
  /** Why there is nothing here. */
  closed = $state<string | null>(null)
  now = $state.raw<Frame | null>(null)
  shown = $state.raw<Frame | null>(null)
  log = $state.raw<Entry[]>([])
  here = $state.raw<boolean[]>([])
  reaction = $state.raw<(Reacted & { id: number }) | null>(null)
  ending = $state.raw<Ending | null>(null)
  /** A moment of the past that is looked at, and not the present. */
  past = $state.raw<Frame | null>(null)
  frames: Frame[] = []
  drawing: Drawing = async (_before, _after, apply) => apply()
  heard: (frame: Frame) => void = () => {}
  /** Ends what is being drawn. */
  hurried: () => void = () => {}

  /** How it was when we were last told the whole table. */
  private came: { frame: Frame; log: Entry[]; past?: Frame[] } | null = null
  private story: Frame[] | null = null
  private waiting: Frame[] = []
  private address = ''
  private busy = false
  private read: (() => void) | null = null
  private opened = false
  private again = false
  /** How often the present was wanted at once: a drawing begun before shows nothing any more. */
  private skipped = 0

  constructor(id: string) {
    this.id = id
  }

  connect(address: string): void {
    this.address = address
    this.connection = new Connection(address, this)
  }

  /** A new connection, for the server knows us by another name now. */
  reconnect(): void {
    this.close()
    this.connect(this.address)
  }

  close(): void {
    this.connection?.close()
  }

  ask(ask: AnyAsk): Promise<unknown> {
    if (!this.connection) return Promise.reject(new Error('not connected'))
    return this.connection.ask(ask)
  }

  /** Plays a move, at the table as we know it. */
  play(move: string): Promise<unknown> {
    return this.ask({ type: 'move', move, version: this.version })
  }

  undo(): Promise<unknown> {
    return this.ask({ type: 'undo', version: this.version })
  }

  answerUndo(agreed: boolean): Promise<unknown> {
    return this.ask({ type: 'answer_undo', agreed, version: this.version })
  }

  private get version(): number {
    return this.now?.version ?? 0
  }

  // What is told ----------------------------------------------------------------------------------

  connected(status: Status, code?: string): void {
    this.status = status
    if (status === 'closed') this.closed = code ?? 'table/unknown'
  }

  told(message: Told): void {
    if (message.type === 'presence') this.here = message.here
    else if (message.type === 'reacted') this.react(message)
    else if (message.type === 'table') this.arrive(message)
    else if (message.type === 'changed') this.follow(frameOf(message, Date.now()), message)
  }

  private react(message: Reacted): void {
    this.reaction = { ...message, id: (this.reaction?.id ?? 0) + 1 }
  }

  /** The whole table: at first, and whenever the connection came back. */
  private arrive(message: TableShown): void {
    const { type: _, log: __, ...about } = message
    this.about = about
    // Once the cards are dealt it is too late: what is seen then proves nothing.
    if (UNDEALT.includes(message.phase)) noteCommitment(this.id, message.commitment)
    const frame = frameOf(message, Date.now())
    this.log = withUndone(lengthen(this.log, message), frame.view)
    this.came = { frame, log: this.log }
    this.story = null
    if (this.now?.version === frame.version) this.renew(frame)
    else this.add(frame)
  }

  /** The same version once more: nothing happened, but clocks ran on. */
  private renew(frame: Frame): void {
    const { now, shown } = this
    this.now = { ...frame, what: now?.what ?? frame.what, events: now?.events ?? [] }
    if (shown === now) this.shown = this.now
    this.here = hereOf(frame)
    this.open(frame)
  }

  private follow(frame: Frame, message: Told & { type: 'changed' }): void {
    this.log = lengthen(this.log, message)
    this.add(frame)
  }

  private add(frame: Frame): void {
    this.now = frame
    this.here = hereOf(frame)
    this.frames = [...this.frames, frame].slice(-KEPT)
    this.story = null
    this.heard(frame)
    this.open(frame)
    this.waiting.push(frame)
    void this.pump()
  }

  /** Our part of the seed is opened as soon as the seats are fixed, once by whichever tab. */
  private open(frame: Frame): void {
    if (frame.phase !== 'opening') this.opened = false
    const mine = frame.seat === null ? undefined : frame.seats[frame.seat]
    const nonce = nonceFor(this.id)
    if (frame.phase !== 'opening' || this.opened || !mine || mine.ready || !nonce) return
    this.opened = true
    this.ask({ type: 'open', nonce }).catch(() => {
      this.opened = false // another tab was faster, or the connection broke: then we are told again
    })
  }

  // What is shown ---------------------------------------------------------------------------------

  private async pump(): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
        await this.show(next)
      }
    } finally {
      this.busy = false
    }
  }

  private async show(after: Frame): Promise<void> {
    const before = this.shown
    const skipped = this.skipped
    const apply = () => {
      if (skipped === this.skipped) this.shown = after
    }
    const ended = this.live && roundEnded(after.events) && !this.again
    if (before?.view && after.view && ended) await this.endRound(before, after)
    const late = this.waiting.length > HURRY && !this.again
    if (!before?.view || late || ended) return apply()
    await this.drawing(before, after, apply)
    apply()
  }

  private endRound(before: Frame, after: Frame): Promise<void> {
    this.ending = { before, after }
    return new Promise((done) => {
      this.read = done
    })
  }

  /** The player has read how the round ended. */
  goOn(): void {
    this.ending = null
    this.read?.()
    this.read = null
  }

  /** Shows the present at once: input never waits for a drawing. */
  catchUp(): void {
    this.past = null
    this.waiting = this.again ? [] : this.waiting.filter(({ events }) => roundEnded(events))
    this.skipped++
    this.hurried()
    if (this.ending === null && this.waiting.length === 0) this.shown = this.now
  }

  /** The same for somebody who acts; not so if the end of a round has to be read first. */
  async present(): Promise<boolean> {
    if (this.shown !== this.now || this.past) {
      this.catchUp()
      await tick()
    }
    return this.shown === this.now
  }

  /** Shows a moment of our own choice: in lessons and replays, where nobody tells us. */
  put(frame: Frame): void {
    this.add(frame)
  }

  /** The same at once, without a way to get there. */
  jump(frame: Frame): void {
    this.waiting = []
    this.skipped++
    this.hurried()
    this.now = frame
    this.shown = frame
  }

  // The past --------------------------------------------------------------------------------------

  /** Whether nobody has moved since we did. */
  get lastIsMine(): boolean {
    const last = this.log.findLast(({ what, events }) => what === 'moved' && events.length > 0)
    const seat = this.now?.seat ?? null
    return seat !== null && last !== undefined && mover(last.events) === seat
  }

  /** All moments that we know: those that we saw, and those before we came. */
  private get moments(): Frame[] {
    this.story ??= joined(this.before, this.frames)
    return this.story
  }

  private get before(): Frame[] {
    if (!this.came) return []
    this.came.past ??= pastOf(this.came.frame, this.came.log)
    return this.came.past
  }

  get sinceMyTurn(): Frame[] {
    const last = lastOwnMove(this.moments, this.now?.seat ?? null)
    return this.moments.slice(last + 1).filter(({ what }) => what === 'moved' || what === 'undone')
  }

  /** Whether we know how the table looked then. */
  seen(version: number): boolean {
    return this.moments.some((frame) => frame.version === version && frame.view)
  }

  lookAt(version: number): void {
    this.past = this.moments.find((frame) => frame.version === version && frame.view) ?? null
  }

  /** Shows again what the others did since our last move. */
  async showAgain(): Promise<void> {
    const since = this.sinceMyTurn
    const [first] = since
    if (!first || this.busy) return
    const start = this.moments[this.moments.indexOf(first) - 1]
    if (start?.view) this.shown = start
    this.again = true
    this.waiting.push(...since)
    await this.pump()
    this.again = false
    this.shown = this.now
  }
}
