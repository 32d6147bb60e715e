// Two clients at each of many tables. A table's next move is sent when both know of the last one
// (as fast as answers come), or by a clock (--rate moves a second over all tables).
// Prints one line of JSON: moves, seconds, moves a second, milliseconds from asking to knowing.
import { parseArgs } from "node:util";
import { performance } from "node:perf_hooks";
import * as servers from "./clients.mjs";

const { values: options } = parseArgs({
  options: {
    server: { type: "string" },
    port: { type: "string" },
    tables: { type: "string", default: "200" },
    seconds: { type: "string", default: "5" },
    warm: { type: "string", default: "1" },
    rate: { type: "string", default: "0" },
    spectators: { type: "string", default: "0" },
    idle: { type: "string", default: "0" },
    bots: { type: "string", default: "0" },
    game: { type: "string", default: "tembo" },
    wait: { type: "boolean", default: false },
  },
});
const number = (name) => Number(options[name]);
const client = servers[options.server];

const run = { measuring: false, stopped: false, moves: 0, waits: [], ended: 0 };
const queue = []; // tables whose next move waits for the clock
const paced = number("rate") > 0;

/** A table tells that both of its clients know how it stands; `move` sends the next move. */
function ready(table) {
  if (run.stopped) return;
  if (paced) queue.push(table);
  else send(table);
}

function send(table) {
  table.asked = performance.now();
  table.move();
}

/** Called when the one who moved knows that it is done. */
function known(table) {
  if (!run.measuring) return;
  run.moves += 1;
  run.waits.push(performance.now() - table.asked);
}

function pace() {
  const began = performance.now();
  let sent = 0;
  const tick = () => {
    if (run.stopped) return;
    const due = ((performance.now() - began) / 1000) * number("rate");
    while (sent < due && queue.length) {
      send(queue.shift());
      sent += 1;
    }
    if (!queue.length) sent = Math.max(sent, Math.floor(due)); // nobody could: not made up for
    setTimeout(tick, 1);
  };
  tick();
}

const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
const rounded = (value) => Math.round(value * 100) / 100;

const hooks = { ready, known, ended: () => (run.ended += 1) };
const prepared = await client.prepare(number("port"), options, hooks);
if (options.wait) {
  console.log("prepared"); // whoever started us looks at the server's memory now
  await new Promise((done) => process.stdin.once("data", done));
}
prepared.begin();
if (paced) pace();
await sleep(number("warm"));
run.measuring = true;
const began = performance.now();
const used = process.cpuUsage();
await sleep(number("seconds"));
const seconds = (performance.now() - began) / 1000;
const busy = process.cpuUsage(used);
run.stopped = true;
const sorted = run.waits.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    moves: run.moves,
    seconds: rounded(seconds),
    warm: number("warm"),
    rate: Math.round(run.moves / seconds),
    p50: rounded(at(sorted, 0.5) ?? NaN),
    p99: rounded(at(sorted, 0.99) ?? NaN),
    worst: rounded(sorted.at(-1) ?? NaN),
    generator: rounded((busy.user + busy.system) / 1e6 / seconds),
    ended: run.ended,
  }),
);
process.exit(0);
