// Tembo as the generic tools (simulation, batches, trees) see it.
#pragma once

#include "tembo_heuristic.hpp"
#include "tembo_match.hpp"
#include "tembo_random.hpp"

namespace waterhole {

struct TemboGame {
  using Match = tembo::Match;
  static constexpr int kMoves = tembo::kMoves;
  static constexpr int kMostSeats = tembo::kMostSeats;
  static constexpr int kEndings = 1;  // a round ends when somebody cannot play

  // Where each field of an observation begins; docs/observations.md has the same list.
  struct Layout {
    static constexpr int hand = 0;           // 42: 1 if the animal is in the own hand
    static constexpr int special = 42;       // 5: own elephants, crocodiles (3), super crocodile
    static constexpr int rows = 47;          // 5 x 42: owner of the animal there, 1 is oneself
    static constexpr int lions = 257;        // 5: lions at each crossing
    static constexpr int carried = 262;      // 42: who brought the animal across, 1 is oneself
    static constexpr int out = 304;          // 42: 1 if the animal was eaten
    static constexpr int out_special = 346;  // 5: elephants and crocodiles played
    static constexpr int sizes = 351;        // 4: cards in each hand, oneself first
    static constexpr int totals = 355;       // 4: points of the rounds before, oneself first
    static constexpr int pile = 359;         // cards left in the pile
    static constexpr int seats = 360;        // how many play
    static constexpr int round = 361;        // of this match, from 1
    static constexpr int rounds_left = 362;  // after this one
    static constexpr int lion_drawn = 363;   // 1 if a lion must be laid
    static constexpr int size = 364;
  };
  static constexpr int kObservation = Layout::size;

  tembo::Deck deck;
  int rounds;

  template <class Deals>
  WATERHOLE_FN void start(Match& m, int seats, Deals& deals) const {
    tembo::start(m, seats, rounds, deck, deals);
  }
  template <class Deals>
  WATERHOLE_FN void play(Match& m, int move, Deals& deals) const {
    tembo::play(m, move, deck, deals);
  }
  template <class See>
  WATERHOLE_FN void each_legal(const Match& m, See&& see) const {
    if (!m.over) tembo::each_legal(m.state, deck, see);
  }
  WATERHOLE_FN int to_move(const Match& m) const { return m.state.turn; }
  WATERHOLE_FN int seats(const Match& m) const { return m.state.seats; }
  WATERHOLE_FN int rounds_played(const Match& m) const { return m.round - !m.over; }
  WATERHOLE_FN int final_of(const Match& m, int seat) const { return m.state.totals[seat]; }
  WATERHOLE_FN u32 winners(const Match& m) const { return tembo::winners(m.state); }

  // Plays a whole match at random; returns the number of moves and counts how rounds ended.
  WATERHOLE_FN int play_out(Match& m, int seats, FastDeals& deals, int* endings) const {
    FastDeals own = deals;  // where nothing else can point to, so that it stays in registers
    int moves = 0;
    start(m, seats, own);
    while (!m.over) {
      moves += tembo::play_out(m.state, deck, own.random);
      tembo::settle(m, deck, own);
    }
    endings[0] += rounds_played(m);
    deals = own;
    return moves;
  }

  // Some move of the player whose turn it is: its heuristic's, or any.
  WATERHOLE_FN int choose(const Match& m, bool heuristic, Random& random) const {
    return heuristic ? tembo::heuristic_move(m.state, deck, random)
                     : tembo::random_move(m.state, deck, random);
  }

  // The same with heuristic players on some seats (a set), random ones on the others.
  WATERHOLE_FN int play_out(Match& m, int seats, FastDeals& deals, int* endings, u32 heuristic) const {
    int moves = 0;
    start(m, seats, deals);
    for (; !m.over; ++moves) play(m, choose(m, (heuristic >> m.state.turn) & 1, deals.random), deals);
    endings[0] += rounds_played(m);
    return moves;
  }

  // What the seat may know, as small numbers. Built up from what lies open and the own hand alone.
  WATERHOLE_FN void observe(const Match& m, int seat, u8* out) const {
    const tembo::State& s = m.state;
    for (int i = 0; i < kObservation; ++i) out[i] = 0;
    auto animals = [&](int start, u64 set, int value) {
      for (; set; set &= set - 1) out[start + lowest_bit(set) - 1] = static_cast<u8>(value);
    };
    animals(Layout::hand, s.hand[seat], 1);
    for (int kind = 0; kind < tembo::kSpecials; ++kind) {
      out[Layout::special + kind] = static_cast<u8>(tembo::nibble(s.special[seat], kind));
      out[Layout::out_special + kind] = static_cast<u8>(tembo::nibble(s.out_special, kind));
    }
    animals(Layout::out, s.out, 1);
    for (int i = 0; i < s.seats; ++i) {
      const int other = seat + i < s.seats ? seat + i : seat + i - s.seats;
      animals(Layout::carried, s.carried[other], i + 1);
      for (int c = 0; c < tembo::kCrossings; ++c)
        animals(Layout::rows + tembo::kHoofed * c, s.rows[c] & s.own[other], i + 1);
      out[Layout::sizes + i] = s.size[other];
      out[Layout::totals + i] = static_cast<u8>(s.totals[other] < 255 ? s.totals[other] : 255);
    }
    for (int c = 0; c < tembo::kCrossings; ++c) out[Layout::lions + c] = s.lions[c];
    out[Layout::pile] = static_cast<u8>(s.pile - s.drawn);
    out[Layout::seats] = s.seats;
    out[Layout::round] = m.round;
    out[Layout::rounds_left] = static_cast<u8>(m.rounds - m.round);
    out[Layout::lion_drawn] = s.lion_drawn;
  }
};

}  // namespace waterhole
