// boardgame.io's own server: tic-tac-toe in memory. A full board is cleared by the next move, so
// that a match lasts as long as the measurement.
const { Server, Origins } = require("boardgame.io/dist/cjs/server.js");

const game = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells.every((taken) => taken !== null)) G.cells = Array(9).fill(null);
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
