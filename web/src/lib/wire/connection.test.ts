import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Refused } from './api'
import { Connection, pause, type Status } from './connection'
import type { Told } from './messages'

// A real server, of which each test says what it answers; and the browser's class, as Node has it.

let server: WebSocketServer
let asked: string[]
let said: { type: string; id: number }[]
let sockets: WebSocket[]
let connections: Connection[]
let answer: (socket: WebSocket, ask: { type: string; id: number }) => void

const tell = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message))
const until = (what: () => unknown) =>
  vi.waitFor(() => expect(what()).toBeTruthy(), { timeout: 60_000 })

beforeEach(async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  ;[asked, said, sockets, connections] = [[], [], [], []]
  answer = () => {}
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket, request) => {
    asked.push(request.url ?? '')
    sockets.push(socket)
    socket.on('message', (data) => {
      const ask = JSON.parse(String(data))
      said.push(ask)
      answer(socket, ask)
    })
    tell(socket, { type: 'table', version: 7 })
  })
  await new Promise((done) => server.once('listening', done))
})

afterEach(async () => {
  for (const each of connections) each.close()
  for (const socket of server.clients) socket.terminate()
  await new Promise((done) => server.close(done))
  vi.unstubAllGlobals()
})

function connect() {
  const told: Told[] = []
  const states: (Status | string)[] = []
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/tables/x`
  const connection = new Connection(address, {
    told: (message) => told.push(message),
    connected: (status, code) => states.push(code ?? status),
  })
  connections.push(connection)
  return { connection, told, states }
}

test('is open when it was told the table', async () => {
  const { told, states } = connect()
  await until(() => states.includes('open'))
  expect(told).toEqual([{ type: 'table', version: 7 }])
  expect(asked).toEqual(['/ws/tables/x?after=0'])
})

test('comes back with the last version it knows', async () => {
  const { states } = connect()
  await until(() => states.includes('open'))
  tell(sockets[0] as WebSocket, { type: 'changed', version: 9 })
  await new Promise((done) => setTimeout(done, 20))
  sockets[0]?.terminate()
  await until(() => asked.length === 2)
  expect(asked[1]).toBe('/ws/tables/x?after=9')
  expect(states).toContain('lost')
  await until(() => states.at(-1) === 'open')
})

test('does not come back to a table that is not there', async () => {
  const { states } = connect()
  await until(() => states.includes('open'))
  sockets[0]?.close(4004, 'table/unknown')
  await until(() => states.includes('table/unknown'))
  expect(states).not.toContain('lost')
})

test('each ask gets its own answer', async () => {
  answer = (socket, { id, type }) => {
    if (type === 'undo')
      tell(socket, { type: 'refused', id, code: 'undo/other', text: 'no', rule: 'T6' })
    else if (type === 'move') tell(socket, { type: 'changed', version: 8, id })
    else tell(socket, { type: 'done', id })
  }
  const { connection, states, told } = connect()
  await until(() => states.includes('open'))
  const [done, moved, no] = await Promise.allSettled([
    connection.ask({ type: 'react', reaction: 'nice' }),
    connection.ask({ type: 'move', move: '16>3', version: 7 }),
    connection.ask({ type: 'undo', version: 7 }),
  ])
  expect([done.status, moved.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(told.at(-1)).toMatchObject({ type: 'changed', version: 8 })
  expect(no.status === 'rejected' && no.reason).toBeInstanceOf(Refused)
  expect(no.status === 'rejected' && no.reason).toMatchObject({ code: 'undo/other', rule: 'T6' })
  expect(new Set(said.map(({ id }) => id)).size).toBe(3)
})

test('an ask without an answer fails when the connection is lost', async () => {
  const { connection, states } = connect()
  await until(() => states.includes('open'))
  const asking = connection.ask({ type: 'move', move: '16>3', version: 7 })
  await until(() => said.length === 1)
  sockets[0]?.terminate()
  await expect(asking).rejects.toMatchObject({ code: 'offline' })
  await expect(connection.ask({ type: 'ping' })).rejects.toMatchObject({ code: 'offline' })
})

test('says at once that the network is gone, and comes back with it', async () => {
  const [window, document] = [new EventTarget(), new EventTarget()]
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  const { states } = connect()
  await until(() => states.includes('open'))
  window.dispatchEvent(new Event('offline'))
  expect(states.at(-1)).toBe('lost')
  window.dispatchEvent(new Event('online'))
  await until(() => states.at(-1) === 'open')
  expect(asked).toEqual(['/ws/tables/x?after=0', '/ws/tables/x?after=7'])
})

test('waits longer each time, up to about half a minute', () => {
  for (const [tries, least, most] of [
    [0, 750, 1250],
    [3, 6000, 10_000],
    [20, 22_500, 37_500],
  ]) {
    const found = pause(tries as number)
    expect(found).toBeGreaterThanOrEqual(least as number)
    expect(found).toBeLessThanOrEqual(most as number)
  }
})
