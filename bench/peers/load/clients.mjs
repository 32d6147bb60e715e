// What a client of each server does. `prepare` makes the tables and connects everybody; `begin`
// lets every table tell that it is ready.
import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import WebSocket from "ws";
import { pack } from "@colyseus/msgpackr";

const agent = new http.Agent({ maxSockets: 32 });
const hash = (nonce) => createHash("sha256").update(`waterhole-deal/1\nnonce\n${nonce}`).digest("hex");

function ask(port, method, path, body, headers = {}) {
  return new Promise((done, failed) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const more = text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const request = http.request({ agent, host: "127.0.0.1", port, method, path, headers: { ...headers, ...more } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const got = Buffer.concat(parts).toString();
        if (answer.statusCode >= 300) failed(new Error(`${method} ${path}: ${answer.statusCode} ${got}`));
        else done({ cookie: answer.headers["set-cookie"]?.[0].split(";")[0], ...(got ? JSON.parse(got) : {}) });
      });
    });
    request.on("error", failed);
    request.end(text);
  });
}

const opened = (socket) => new Promise((done, failed) => socket.once("open", done).once("error", failed));

async function eachOf(count, work) {
  const found = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const number = next++;
      found[number] = await work(number);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return found;
}

// Waterhole ---------------------------------------------------------------------------------------

export const waterhole = {
  async prepare(port, options, hooks) {
    const count = Number(options.tables);
    const tables = await eachOf(count, () => pair(port, options, hooks));
    const bots = await eachOf(Number(options.bots), () => botTable(port, options.game));
    const idle = await eachOf(Number(options.idle), async (number) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/tables/${tables[number % count].id}`, { perMessageDeflate: false, localAddress: near(number) });
      await opened(socket);
      return socket;
    });
    return { begin: () => tables.forEach((table) => table.begin()), bots, idle };
  },
};

// Matches that last as long as the measurement, as the peers' do.
const LONG = { tembo: { rounds: 100 }, life: {} };
const near = (number) => `127.0.${1 + (number >> 7)}.${1 + (number & 127)}`;

/** Two people who play one match after another with each other. */
async function pair(port, options, hooks) {
  const people = await Promise.all(["Ada", "Bo"].map((name) => ask(port, "POST", "/api/me", { name })));
  const table = { sockets: [], begin: null };
  const connect = (id, person) => {
    const headers = person ? { cookie: person.cookie } : {};
    return new WebSocket(`ws://127.0.0.1:${port}/ws/tables/${id}`, { headers, perMessageDeflate: false });
  };
  let waiting = true; // until everybody begins
  let held = false;
  const ready = () => (waiting ? (held = true) : hooks.ready(table));
  table.begin = () => {
    waiting = false;
    if (held) hooks.ready(table);
  };

  const sitDown = async (id) => {
    table.id = id;
    const nonces = people.map(() => randomBytes(32).toString("hex"));
    for (const [n, person] of people.entries())
      await ask(port, "POST", `/api/tables/${id}/sit`, { hash: hash(nonces[n]) }, { cookie: person.cookie });
    table.sockets = people.map((person) => connect(id, person));
    for (let n = 0; n < Number(options.spectators); n++) table.sockets.push(connect(id, null));
    const all = table.sockets.map(opened);
    let version = 0;
    let heard = 0;
    let legal = [];
    let mover = 0;
    let asker = 0;
    let over = false;
    table.move = () => {
      asker = mover;
      const move = legal[Math.floor(Math.random() * legal.length)];
      table.sockets[mover].send(JSON.stringify({ type: "move", id: version, version, move }));
    };
    const started = new Promise((done) => {
      table.sockets.slice(0, 2).forEach((socket, n) => {
        socket.on("message", (data) => {
          const message = JSON.parse(data.toString());
          if (message.type === "refused") throw new Error(JSON.stringify(message));
          if ((message.type !== "changed" && message.type !== "table") || over) return;
          if (message.phase === "opening" && !socket.told) {
            socket.told = true;
            socket.send(JSON.stringify({ type: "open", id: 0, nonce: nonces[n] }));
          }
          if (message.phase !== "playing" && message.phase !== "over") return;
          if (message.what === "moved" && n === asker) hooks.known(table);
          if (message.legal.length) {
            legal = message.legal;
            mover = n;
          }
          heard = message.version === table.seen ? heard + 1 : 1;
          table.seen = message.version;
          if (heard < 2) return;
          heard = 0;
          version = message.version;
          done();
          over = message.phase === "over";
          if (over) setImmediate(again);
          else ready();
        });
      });
    });
    await Promise.all(all);
    await ask(port, "POST", `/api/tables/${id}/start`, undefined, { cookie: people[0].cookie });
    await started;
  };

  const again = async () => {
    hooks.ended();
    const before = table.sockets;
    const next = await ask(port, "POST", `/api/tables/${table.id}/rematch`, undefined, { cookie: people[0].cookie });
    await sitDown(next.table);
    for (const socket of before) socket.close();
  };

  const made = await ask(port, "POST", "/api/tables", { game: options.game, seats: 2, options: LONG[options.game] }, { cookie: people[0].cookie });
  await sitDown(made.table);
  return table;
}

/** A table where two expert bots play each other. */
async function botTable(port, game) {
  const person = await ask(port, "POST", "/api/me", { name: "Cleo" });
  const headers = { cookie: person.cookie };
  const { table } = await ask(port, "POST", "/api/tables", { game, seats: 3 }, headers);
  await ask(port, "POST", `/api/tables/${table}/sit`, {}, headers);
  for (let n = 0; n < 2; n++) await ask(port, "POST", `/api/tables/${table}/bot`, { level: "expert" }, headers);
  await ask(port, "POST", `/api/tables/${table}/start`, undefined, headers);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/tables/${table}`, { headers, perMessageDeflate: false });
  socket.on("message", (data) => {
    const message = JSON.parse(data.toString());
    if (message.legal?.length) socket.send(JSON.stringify({ type: "move", id: 1, version: message.version, move: message.legal[0] }));
  });
  await opened(socket);
  return socket;
}

// boardgame.io: its messages over socket.io's protocol ----------------------------------------------

export const boardgame = {
  async prepare(port, options, hooks) {
    // A match is made by the first who syncs with it; without credentials, so none are checked.
    const tables = await eachOf(Number(options.tables), async () => {
      const matchID = randomBytes(8).toString("hex");
      const table = { state: 0, moves: 0, heard: 0 };
      table.sockets = ["0", "1"].map((playerID, n) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
        socket.synced = new Promise((done) => {
          socket.on("message", (data) => {
            const text = data.toString();
            if (text[0] === "0") socket.send("40/tic-tac-toe,");
            else if (text === "2") socket.send("3");
            else if (text.startsWith("40")) socket.send(`42/tic-tac-toe,${JSON.stringify(["sync", matchID, playerID, null, 2])}`);
            else if (text.startsWith("42")) told(JSON.parse(text.slice(text.indexOf("["))), n, done);
          });
        });
        return socket;
      });
      const told = ([kind, , state], n, done) => {
        if (kind === "sync") done();
        if (kind !== "update") return;
        if (state._stateID !== table.state + 1) return;
        if (n === table.moves % 2) hooks.known(table);
        table.heard += 1;
        if (table.heard < 2) return;
        table.heard = 0;
        table.state = state._stateID;
        table.moves += 1;
        hooks.ready(table);
      };
      table.move = () => {
        const playerID = String(table.moves % 2);
        const action = { type: "MAKE_MOVE", payload: { type: "mark", args: [table.moves % 9], playerID } };
        table.sockets[table.moves % 2].send(`42/tic-tac-toe,${JSON.stringify(["update", action, table.state, matchID, playerID])}`);
      };
      await Promise.all(table.sockets.map((socket) => socket.synced));
      return table;
    });
    return { begin: () => tables.forEach(hooks.ready) };
  },
};

// Colyseus: its messages ----------------------------------------------------------------------------

export const colyseus = {
  async prepare(port, options, hooks) {
    const tables = await eachOf(Number(options.tables), async () => {
      const first = await ask(port, "POST", "/matchmake/create/table", {});
      const second = await ask(port, "POST", `/matchmake/joinById/${first.roomId}`, {});
      const table = { moves: 0, heard: 0 };
      const typed = (type, value) => Buffer.concat([Buffer.from([13]), pack(type), pack(value)]);
      table.sockets = [first, second].map((seat, n) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/${seat.processId}/${seat.roomId}?sessionId=${seat.sessionId}`, { perMessageDeflate: false });
        socket.joined = new Promise((done) => {
          socket.on("message", (data) => {
            if (data[0] === 10) {
              socket.send(Buffer.from([10]));
              done();
            } else if (data[0] === 13) {
              if (n === table.moves % 2) hooks.known(table);
              table.heard += 1;
              if (table.heard < 2) return;
              table.heard = 0;
              table.moves += 1;
              hooks.ready(table);
            }
          });
        });
        return socket;
      });
      table.move = () => table.sockets[table.moves % 2].send(typed("move", table.moves % 9));
      await Promise.all(table.sockets.map((socket) => socket.joined));
      return table;
    });
    return { begin: () => tables.forEach(hooks.ready) };
  },
};
