/** The lobby, live; it comes back by itself. */

import { lobbyAddress, pause } from './connection'
import type { Lobby, Summary } from './messages'

export function watchLobby(told: (tables: Summary[]) => void): () => void {
  let socket: WebSocket
  let tries = 0
  let timer: ReturnType<typeof setTimeout>
  let stopped = false

  function connect(): void {
    socket = new WebSocket(lobbyAddress())
    socket.onmessage = ({ data }) => {
      tries = 0
      told((JSON.parse(String(data)) as Lobby).tables)
    }
    socket.onclose = () => {
      if (!stopped) timer = setTimeout(connect, pause(tries++))
    }
  }

  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    socket.close()
  }
}
