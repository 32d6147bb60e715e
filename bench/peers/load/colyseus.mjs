// Colyseus: a room of two that tells both of every move at once and keeps nothing.
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

class Table extends Room {
  maxClients = 2;
  onCreate() {
    this.autoDispose = true;
    this.patchRate = null;
    this.onMessage("move", (_, cell) => this.broadcast("moved", cell));
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define("table", Table);
await server.listen(Number(process.argv[2]));
console.log("ready");
