/** A table over a WebSocket: comes back by itself, names the last version it knows, and answers
 * each ask once. */

import { Refused, UNREACHABLE } from './api'
import type { Ask, Told } from './messages'

export type Status = 'connecting' | 'open' | 'lost' | 'closed'
type Without<Each> = Each extends Ask ? Omit<Each, 'id'> : never
export type AnyAsk = Without<Ask>

export interface Listener {
  told(message: Told): void
  connected(status: Status, code?: string): void
}

interface Waiting {
  done(): void
  refused(reason: Refused): void
}

const NO_SUCH_TABLE = 4004
const LONGEST_PAUSE = 30_000
const PING_EVERY = 20_000
const PONG_WITHIN = 5_000

export class Connection {
  private socket: WebSocket | null = null
  private tries = 0
  private nextId = 1
  private retry: ReturnType<typeof setTimeout> | undefined
  private ping: ReturnType<typeof setInterval> | undefined
  private waiting = new Map<number, Waiting>()
  private version = 0
  private stopped = false

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.hurry)
      window.addEventListener('offline', this.gone)
      document.addEventListener('visibilitychange', this.hurry)
    }
    this.connect()
  }

  close(): void {
    this.stopped = true
    clearTimeout(this.retry)
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.hurry)
      window.removeEventListener('offline', this.gone)
      document.removeEventListener('visibilitychange', this.hurry)
    }
    this.drop()
  }

  /** Asks something, and waits until it is done; a refusal is thrown. */
  ask(ask: AnyAsk): Promise<void> {
    const { socket } = this
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(unreachable())
    const id = this.nextId++
    socket.send(JSON.stringify({ ...ask, id }))
    return new Promise((done, refused) => this.waiting.set(id, { done, refused }))
  }

  /** The network went, and the device knows it: no need to wait for an answer. */
  private gone = (): void => {
    if (this.socket !== null) this.lost()
  }

  /** Somebody is looking, or the network is back: no need to wait. */
  private hurry = (): void => {
    const hidden = typeof document !== 'undefined' && document.visibilityState === 'hidden'
    if (this.stopped || hidden) return
    if (this.socket === null) this.connect()
    else this.check()
  }

  private connect(): void {
    clearTimeout(this.retry)
    this.listener.connected('connecting')
    const socket = new WebSocket(`${this.address}?after=${this.version}`)
    this.socket = socket
    socket.onopen = () => {
      this.ping = setInterval(() => this.check(), PING_EVERY)
    }
    socket.onmessage = ({ data }) => this.hear(JSON.parse(String(data)) as Told)
    socket.onclose = ({ code, reason }) => socket === this.socket && this.lost(code, reason)
  }

  private hear(message: Told): void {
    if (message.type === 'refused') {
      if (message.id !== null) this.waiting.get(message.id)?.refused(new Refused(message))
      if (message.id !== null) this.waiting.delete(message.id)
    } else {
      if (message.type !== 'done' && message.type !== 'pong') this.tell(message)
      if ('id' in message && message.id !== undefined) this.answered(message.id)
    }
  }

  private answered(id: number): void {
    this.waiting.get(id)?.done()
    this.waiting.delete(id)
  }

  private tell(message: Told): void {
    if (message.type === 'table' || message.type === 'changed') this.version = message.version
    if (message.type === 'table') {
      this.tries = 0
      this.listener.connected('open')
    }
    this.listener.told(message)
  }

  /** A network that is gone says nothing: ask, and give up on it if no answer comes. */
  private check(): void {
    const { socket } = this
    if (socket?.readyState !== WebSocket.OPEN) return
    const gone = setTimeout(() => socket === this.socket && this.lost(), PONG_WITHIN)
    this.ask({ type: 'ping' }).then(
      () => clearTimeout(gone),
      () => clearTimeout(gone),
    )
  }

  private lost(code = 1006, reason = ''): void {
    this.drop()
    if (this.stopped) return
    if (code === NO_SUCH_TABLE) {
      this.listener.connected('closed', reason)
    } else {
      this.listener.connected('lost')
      this.retry = setTimeout(() => this.connect(), pause(this.tries++))
    }
  }

  private drop(): void {
    clearInterval(this.ping)
    const { socket } = this
    this.socket = null
    socket?.close()
    for (const each of this.waiting.values()) each.refused(unreachable())
    this.waiting.clear()
  }
}

/** One second, two, four … half a minute, each with some chance in it. */
export function pause(tries: number): number {
  return Math.min(1000 * 2 ** tries, LONGEST_PAUSE) * (0.75 + Math.random() / 2)
}

function unreachable(): Refused {
  return new Refused({ code: UNREACHABLE, text: 'the server cannot be reached' })
}

export function tableAddress(id: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/tables/${id}`
}

export function lobbyAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/lobby`
}
