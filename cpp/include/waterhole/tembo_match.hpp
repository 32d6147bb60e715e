// A match of Tembo: rounds one after another, the deal passing on (T5, T23).
#pragma once

#include "deals.hpp"
#include "tembo.hpp"

namespace waterhole::tembo {

struct Match {
  State state;
  u8 round;   // counted from 1
  u8 rounds;  // so many are played
  u8 over;
};

WATERHOLE_FN void deal_round(Match& m, int seats, int first, FairDeals& deals) {
  deal(m.state, seats, m.round, first, deals.seed);
}
WATERHOLE_FN void deal_round(Match& m, int seats, int first, FastDeals& deals) {
  deal(m.state, seats, first, deals.random);
}
WATERHOLE_FN void deal_round(Match& m, int seats, int first, GivenDeals<State>& deals) {
  if (m.round > deals.count) return deal_round(m, seats, first, deals.fair);
  const State before = m.state;
  m.state = deals.given[m.round - 1];
  for (int seat = 0; seat < kMostSeats; ++seat) m.state.totals[seat] = before.totals[seat];
}
WATERHOLE_FN FixedPile pile_of(FairDeals&) { return {}; }
WATERHOLE_FN FixedPile pile_of(GivenDeals<State>&) { return {}; }
WATERHOLE_FN LoosePile pile_of(FastDeals& deals) { return {deals.random}; }

// Scores a round that is over and deals the next; false if it was the last.
template <class Deals>
WATERHOLE_FN bool next_round(Match& m, const Deck& deck, Deals& deals) {
  score(m.state, deck);
  if (m.round == m.rounds) {
    m.over = 1;
    return false;
  }
  ++m.round;
  const int seats = m.state.seats;
  deal_round(m, seats, (m.state.first + 1) % seats, deals);
  return true;
}

// Goes on until somebody can move or all is over.
template <class Deals>
WATERHOLE_FN void settle(Match& m, const Deck& deck, Deals& deals) {
  while (m.state.over && next_round(m, deck, deals)) {
  }
}

// The first round lies on the table; it may be over already.
template <class Deals>
WATERHOLE_FN void deal_first(Match& m, int seats, int rounds, Deals& deals) {
  m = Match{};
  m.round = 1;
  m.rounds = static_cast<u8>(rounds);
  const int dealer = deals.lot("tembo", seats);
  deal_round(m, seats, (dealer + 1) % seats, deals);
}

template <class Deals>
WATERHOLE_FN void start(Match& m, int seats, int rounds, const Deck& deck, Deals& deals) {
  deal_first(m, seats, rounds, deals);
  settle(m, deck, deals);
}

template <class Deals>
WATERHOLE_FN void play(Match& m, int move, const Deck& deck, Deals& deals) {
  play(m.state, move, deck, pile_of(deals));
  settle(m, deck, deals);
}

// The seats with the highest total, as a set (T23).
WATERHOLE_FN u32 winners(const State& s) {
  int best = -1;
  u32 found = 0;
  for (int seat = 0; seat < s.seats; ++seat) {
    if (s.totals[seat] > best) {
      best = s.totals[seat];
      found = 0;
    }
    if (s.totals[seat] == best) found |= 1u << seat;
  }
  return found;
}

}  // namespace waterhole::tembo
