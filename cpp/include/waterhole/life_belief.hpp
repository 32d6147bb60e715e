// What the others' moves in a round of Life is Life tell about their hands.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "life_heuristic.hpp"
#include "life_sight.hpp"

namespace waterhole::life {

// A turn as all saw it: the table before it, and the move.
struct Turn {
  Cards rows[kRows];
  Cards known[kMostSeats];
  u32 number;
  u8 seat, knocker;
  u16 move;
};

constexpr std::size_t kLongestStory = 32;  // turns; what is longer ago says little about the hands of now

// The story of a round so far, told from the table as dealt (no hands needed), which it leaves as it stands
// now. False if there are not so many cards; whether each move was legal nobody can tell without the hands.
inline bool tell(State& s, const std::vector<int>& moves, std::vector<Turn>& story) {
  story.clear();
  for (const int move : moves) {
    if (move < 0 || move >= kMoves) return false;
    Turn turn{{}, {}, s.turns, s.turn, s.knocker, static_cast<u16>(move)};
    std::copy_n(s.rows, kRows, turn.rows);
    std::copy_n(s.known, kMostSeats, turn.known);
    story.push_back(turn);
    if (move == kKnock) {
      if (s.knocker == kNobody) s.knocker = s.turn;
    } else {
      Cards& row = s.rows[row_of(move)];
      Cards& known = s.known[s.turn];
      known = without(known, laid_by(move)) + row;
      row = laid_by(move);
      if (count_cards(known) > kHand) return false;
    }
    Cards open = 0;
    for (const Cards cards : s.rows) open += cards;
    for (const Cards cards : s.known) open += cards;
    for (int species = 0; species < kSpecies; ++species)
      if (count(open, species) > value(species)) return false;
    ++s.turns;
    s.turn = static_cast<u8>(next_player(s, s.turn));
  }
  if (story.size() > kLongestStory) story.erase(story.begin(), story.end() - kLongestStory);
  return true;
}

// How well a move fits somebody who thinks like the heuristic: 1 for the move it would make, less by how
// much worse the heuristic thinks of it, and never nothing: people have ideas of their own.
inline double plausible(const State& s, const Rules& rules, const Judgement& judgement, int move) {
  constexpr float kPoints = 3;  // a move worse by so many points fits a third as well
  constexpr float kLeast = 0.01f;
  Random unused(0);
  const Found best = heuristic_swap(s, rules, unused, judgement, 0);
  const Prospects prospects(s, judgement);
  const Cards hand = s.hand[s.turn];
  float worse = 0;
  if (move == kKnock) {
    const float now = prospects.of(hand);
    if (best.row != -1) worse = best.value - now;
    if (s.knocker == kNobody) worse = std::max(worse - kKnockBonus, enough(s, judgement.taste) - now);
  } else {
    const int next = next_player(s, s.turn);
    const Cards laid = laid_by(move);
    worse = best.value - prospects.of(hand - laid + s.rows[row_of(move)]);
    if (next != s.knocker) worse += danger(s, rules, laid, next, judgement.taste);
  }
  return static_cast<double>(kLeast + (1 - kLeast) * std::exp(-std::max(worse, 0.0f) / kPoints));
}

// How well a world fits the story: its hands are taken back turn by turn, and each move of another player
// is held against the hand it was made with. 0 for a world that cannot be.
inline double weight(State world, int searcher, const std::vector<Turn>& story, const Rules& rules,
                     const Judgement& judgement) {
  double weight = 1;  // 32 moves of the worst kind are 1e-64
  for (auto turn = story.rbegin(); turn != story.rend(); ++turn) {
    Cards& hand = world.hand[turn->seat];
    if (turn->move != kKnock) {
      const Cards taken = turn->rows[row_of(turn->move)];
      if (!has(hand, taken)) return 0;
      hand = hand - taken + laid_by(turn->move);
    }
    if (turn->seat == searcher) continue;
    std::copy_n(turn->rows, kRows, world.rows);
    std::copy_n(turn->known, kMostSeats, world.known);
    world.turns = turn->number;
    world.turn = turn->seat;
    world.knocker = turn->knocker;
    weight *= plausible(world, rules, judgement, turn->move);
  }
  return weight;
}

}  // namespace waterhole::life
