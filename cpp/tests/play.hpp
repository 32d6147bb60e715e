// Moves chosen by the core's own random players, as ids.
#pragma once

#include <waterhole/life_game.hpp>
#include <waterhole/tembo_game.hpp>

namespace waterhole::tests {

inline int random_id(const TemboGame& game, const tembo::Match& m, Random& random) {
  return tembo::random_move(m.state, game.deck, random);
}

// The id of a swap; -1 if there is none with these cards in that row.
inline int swap_id(int row, life::Cards laid) {
  for (int id = life::row_start(row); id < life::row_start(row + 1); ++id)
    if (life::laid_by(id) == laid) return id;
  return -1;
}

inline int random_id(const LifeGame&, const life::Match& m, Random& random) {
  const life::Swap swap = life::random_move(m.state, random);
  return swap.row < 0 ? life::kKnock : swap_id(swap.row, swap.laid);
}

}  // namespace waterhole::tests
