// A match of Life is Life: rounds until one player is left (L3, L11).
#pragma once

#include "deals.hpp"
#include "life.hpp"

namespace waterhole::life {

struct Match {
  State state;
  u32 round;  // counted from 1
  u8 over;
};

WATERHOLE_FN void deal_round(Match& m, int first, FairDeals& deals) {
  deal(m.state, static_cast<int>(m.round), first, deals.seed);
}
WATERHOLE_FN void deal_round(Match& m, int first, FastDeals& deals) { deal(m.state, first, deals.random); }

WATERHOLE_FN void deal_round(Match& m, int first, GivenDeals<State>& deals) {
  if (m.round > deals.count) return deal_round(m, first, deals.fair);
  const State& given = deals.given[m.round - 1];
  clear(m.state, given.first);
  for (int seat = 0; seat < m.state.seats; ++seat) m.state.hand[seat] = given.hand[seat];
  for (int row = 0; row < kRows; ++row) m.state.rows[row] = given.rows[row];
}

template <class Deals>
WATERHOLE_FN void start(Match& m, int seats, Deals& deals) {
  m = Match{};
  m.round = 1;
  start(m.state, seats);
  deal_round(m, deals.lot("life", seats), deals);
}

// After a round: the last one in has won, or the next round is dealt.
template <class Deals>
WATERHOLE_FN void settle(Match& m, Deals& deals) {
  if (!m.state.ending) return;
  if (count_players(m.state) == 1) {
    m.over = 1;
    return;
  }
  ++m.round;
  deal_round(m, next_player(m.state, m.state.first), deals);
}

template <class Deals>
WATERHOLE_FN void play(Match& m, int move, const Rules& rules, Deals& deals) {
  play(m.state, move, rules);
  settle(m, deals);
}

WATERHOLE_FN u32 winners(const State& s) {
  u32 found = 0;
  for (int seat = 0; seat < s.seats; ++seat) found |= static_cast<u32>(s.lives[seat] != 0) << seat;
  return found;
}

}  // namespace waterhole::life
