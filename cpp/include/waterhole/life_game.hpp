// Life is Life as the generic tools (simulation, batches, trees) see it.
#pragma once

#include "life_heuristic.hpp"
#include "life_match.hpp"
#include "life_random.hpp"

namespace waterhole {

struct LifeGame {
  using Match = life::Match;
  static constexpr int kMoves = life::kMoves;
  static constexpr int kMostSeats = life::kMostSeats;
  static constexpr int kEndings = 3;  // knock, sudden death, lap limit

  // Where each field of an observation begins; docs/observations.md has the same list.
  struct Layout {
    static constexpr int hand = 0;         // 10: cards of each species in the own hand
    static constexpr int rows = 10;        // 4 x 10: cards of each species in each row
    static constexpr int known = 50;       // 5 x 10: cards each player is known to hold, oneself first
    static constexpr int lives = 100;      // 5: lives, oneself first
    static constexpr int seats = 105;      // how many play
    static constexpr int players = 106;    // how many are in
    static constexpr int knocker = 107;    // who knocked first, 1 is oneself, 0 nobody
    static constexpr int lap = 108;        // the lap being played, from 1, at most 255
    static constexpr int lap_limit = 109;  // 0: none, at most 255
    static constexpr int expert = 110;
    static constexpr int may_knock = 111;
    static constexpr int place = 112;  // seats to the round's first player, those out included; 0 is oneself
    static constexpr int size = 113;
  };
  static constexpr int kObservation = Layout::size;

  life::Rules rules;

  template <class Deals>
  WATERHOLE_FN void start(Match& m, int seats, Deals& deals) const {
    life::start(m, seats, deals);
  }
  template <class Deals>
  WATERHOLE_FN void play(Match& m, int move, Deals& deals) const {
    life::play(m, move, rules, deals);
  }
  template <class See>
  WATERHOLE_FN void each_legal(const Match& m, See&& see) const {
    life::each_legal(m.state, see);
  }
  WATERHOLE_FN int to_move(const Match& m) const { return m.state.turn; }
  WATERHOLE_FN int seats(const Match& m) const { return m.state.seats; }
  WATERHOLE_FN int rounds_played(const Match& m) const { return static_cast<int>(m.round) - !m.over; }
  WATERHOLE_FN int final_of(const Match& m, int seat) const { return m.state.lives[seat]; }
  WATERHOLE_FN u32 winners(const Match& m) const { return life::winners(m.state); }

  // Plays a whole match at random; returns the number of moves and counts how rounds ended.
  WATERHOLE_FN int play_out(Match& m, int seats, FastDeals& deals, int* endings) const {
    FastDeals own = deals;  // where nothing else can point to, so that it stays in registers
    int moves = 0;
    start(m, seats, own);
    life::State& s = m.state;
    while (!m.over) {
      const life::Swap move = life::random_move(s, own.random);
      if (move.row < 0) {
        life::knock(s, rules);
      } else {
        life::swap(s, move.row, move.laid, rules);
      }
      ++moves;
      if (s.ending) {
        ++endings[s.ending - 1];
        life::settle(m, own);
      }
    }
    deals = own;
    return moves;
  }

  // Some move of the player whose turn it is: its heuristic's, or any.
  WATERHOLE_FN int choose(const Match& m, bool heuristic, Random& random) const {
    if (heuristic)
      return life::heuristic_move(m.state, rules, random, life::judgement(life::Manner::kCalm, rules.expert));
    const life::Swap swap = life::random_move(m.state, random);
    return swap.row < 0 ? life::kKnock : life::id_of(swap.row, swap.laid);
  }

  // The same with heuristic players on some seats (a set), random ones on the others.
  WATERHOLE_FN int play_out(Match& m, int seats, FastDeals& deals, int* endings, u32 heuristic) const {
    int moves = 0;
    start(m, seats, deals);
    for (; !m.over; ++moves) {
      life::play(m.state, choose(m, (heuristic >> m.state.turn) & 1, deals.random), rules);
      if (!m.state.ending) continue;
      ++endings[m.state.ending - 1];
      life::settle(m, deals);
    }
    return moves;
  }

  // What the seat may know, as small numbers. Built up from what lies open and the own hand alone.
  WATERHOLE_FN void observe(const Match& m, int seat, u8* out) const {
    const life::State& s = m.state;
    auto cards = [&](int start, life::Cards some) {
      for (int species = 0; species < life::kSpecies; ++species)
        out[start + species] = static_cast<u8>(life::count(some, species));
    };
    cards(Layout::hand, s.hand[seat]);
    for (int row = 0; row < life::kRows; ++row) cards(Layout::rows + 10 * row, s.rows[row]);
    for (int i = 0; i < life::kMostSeats; ++i) {
      const int other = seat + i < s.seats ? seat + i : seat + i - s.seats;
      cards(Layout::known + 10 * i, i < s.seats ? s.known[other] : 0);
      out[Layout::lives + i] = i < s.seats ? s.lives[other] : u8{0};
    }
    const u32 laps = s.turns / s.players + 1;
    out[Layout::seats] = s.seats;
    out[Layout::players] = s.players;
    out[Layout::knocker] =
        s.knocker == life::kNobody ? u8{0} : static_cast<u8>((s.knocker + s.seats - seat) % s.seats + 1);
    out[Layout::lap] = static_cast<u8>(laps < 255 ? laps : 255);
    out[Layout::lap_limit] = static_cast<u8>(rules.lap_limit < 255 ? rules.lap_limit : 255);
    out[Layout::expert] = rules.expert;
    out[Layout::may_knock] = life::may_knock(s);
    out[Layout::place] = static_cast<u8>((s.first + s.seats - seat) % s.seats);
  }
};

}  // namespace waterhole
