// What can be done with any game, a TemboGame or a LifeGame: trees counted, random numbers for each match.
#pragma once

#include "common.hpp"
#include "deals.hpp"

namespace waterhole {

// The number of different sequences of so many moves; one that ends before counts not at all.
template <class Game, class Deals>
u64 tree_count(const Game& game, const typename Game::Match& match, Deals& deals, int depth) {
  if (depth == 0) return 1;
  u16 moves[Game::kMoves];
  int count = 0;
  game.each_legal(match, [&](int move) { moves[count++] = static_cast<u16>(move); });
  if (depth == 1) return static_cast<u64>(count);
  u64 total = 0;
  for (int i = 0; i < count; ++i) {
    typename Game::Match next = match;
    game.play(next, moves[i], deals);
    total += tree_count(game, next, deals, depth - 1);
  }
  return total;
}

// Each match of a simulation has random numbers of its own, so threads do not matter.
WATERHOLE_FN Random random_of(u64 seed, u64 number) {
  SplitMix mix{seed};
  return Random(mix.next() ^ (number * 0xD1342543DE82EF95ull + 1));
}

}  // namespace waterhole
