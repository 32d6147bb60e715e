// Whether one move is legal, without listing them all: for ids that come from outside, and for search.
#pragma once

#include "life_match.hpp"
#include "tembo_match.hpp"

namespace waterhole {

WATERHOLE_CALL bool is_legal(const tembo::State& s, const tembo::Deck& deck, int move) {
  using namespace tembo;
  if (s.over || move < 0 || move >= kMoves) return false;
  if (move >= kLayLion) {
    u64 animals = 0;
    for (int c = 0; c < kCrossings; ++c) animals |= s.rows[c];
    return s.lion_drawn && (s.rows[move - kLayLion] || !animals);  // T18
  }
  if (s.lion_drawn) return false;
  const u64 hand = s.hand[s.turn];
  if (move < kPair) return (hand & placeable(s, move % kCrossings)) >> (move / kCrossings + 1) & 1;
  if (move < kCarry) {
    const int which = (move - kPair) / kCrossings, crossing = (move - kPair) % kCrossings;
    const u64 lows = hand & (hand >> (1 + which % 2));
    return (lows & placeable(s, crossing)) >> (which / 2 + 1) & 1;
  }
  const u32 special = s.special[s.turn];
  if (move < kEatAll) return nibble(special, 0) && count_bits(s.rows[move - kCarry]) >= kCaravan;
  if (move < kEat) return nibble(special, 4) && s.rows[move - kEatAll];
  const int kind = (move - kEat) / (2 * kCrossings), index = (move - kEat) % (2 * kCrossings);
  return nibble(special, 1 + kind) && s.rows[index / 2] & (index % 2 ? deck.species[kind] : ~u64{0});
}

WATERHOLE_FN bool is_legal(const tembo::Match& m, const tembo::Deck& deck, int move) {
  return !m.over && is_legal(m.state, deck, move);
}

WATERHOLE_FN bool is_legal(const life::State& s, int move) {
  if (s.ending || move < 0 || move >= life::kMoves) return false;
  if (move == life::kKnock) return life::may_knock(s);
  const life::Cards laid = life::laid_by(move);
  return life::has(s.hand[s.turn], laid) && laid != s.rows[life::row_of(move)];
}

WATERHOLE_FN bool is_legal(const life::Match& m, int move) { return !m.over && is_legal(m.state, move); }

}  // namespace waterhole
