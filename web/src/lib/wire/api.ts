/** What is asked over HTTP: who we are, which tables there are, sitting down and starting. */

import type {
  Made,
  Me,
  NewTable,
  Refusal,
  Replay,
  SeatBot,
  Summary,
  TableShown,
  Token,
} from './messages'
import { hashOf, newNonce } from './nonces'

/** The server said no: `code` decides, `rule` names the rule behind it. */
export class Refused extends Error {
  readonly code: string
  readonly rule: string | null

  constructor(said: Pick<Refusal, 'code' | 'text' | 'rule'>) {
    super(said.text)
    this.code = said.code
    this.rule = said.rule ?? null
  }
}

/** The server cannot be reached. */
export const UNREACHABLE = 'offline'

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit = { method, headers: {} }
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const answer = await fetch(path, init).catch(() => {
    throw new Refused({ code: UNREACHABLE, text: 'the server cannot be reached' })
  })
  if (!answer.ok) throw new Refused(await refusal(answer))
  return (answer.status === 204 ? undefined : await answer.json()) as Answer
}

/** A proxy in between may answer with a page of its own. */
async function refusal(answer: Response): Promise<Pick<Refusal, 'code' | 'text' | 'rule'>> {
  const plain = { code: `http/${answer.status}`, text: answer.statusText }
  return answer.json().then(
    (said) => (typeof said?.code === 'string' ? said : plain),
    () => plain,
  )
}

const get = <Answer>(path: string) => ask<Answer>('GET', path)
const post = <Answer>(path: string, body?: unknown) => ask<Answer>('POST', path, body)

export const whoAmI = () => get<Me>('/api/me')
export const becomeGuest = (name: string) => post<Me>('/api/me', { name })
export const linkForDevice = () => post<Token>('/api/me/link')
export const arrive = (token: string) => post<Me>('/api/me/arrive', { token })
export const myMatches = (before?: number) =>
  get<Summary[]>(`/api/me/matches${before === undefined ? '' : `?before=${before}`}`)
export const lobby = () => get<Summary[]>('/api/tables')
export const newTable = (table: NewTable) => post<Made>('/api/tables', table)
export const lookAt = (id: string) => get<TableShown>(`/api/tables/${id}`)
export const leave = (id: string, seat: number | null = null) =>
  post<Made>(`/api/tables/${id}/leave`, { seat })
export const seatBot = (id: string, bot: SeatBot) => post<Made>(`/api/tables/${id}/bot`, bot)
export const start = (id: string) => post<Made>(`/api/tables/${id}/start`)
export const rematch = (id: string) => post<Made>(`/api/tables/${id}/rematch`)
export const replay = (id: string) => get<Replay>(`/api/tables/${id}/replay`)
export const recordPath = (id: string) => `/api/tables/${id}/record`
export const record = (id: string) => get<Record<string, unknown>>(recordPath(id))

/** Sits down with a nonce of our own, so that nobody can choose the cards. */
export function sit(id: string, seat: number | null = null): Promise<Made> {
  return post<Made>(`/api/tables/${id}/sit`, { seat, hash: hashOf(newNonce(id)) })
}
