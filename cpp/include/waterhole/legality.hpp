// Whether one move is legal, without listing them all. For ids that come from outside.
#pragma once

#include "life_match.hpp"
#include "tembo_match.hpp"

namespace waterhole {

WATERHOLE_FN bool is_legal(const tembo::State& s, const tembo::Deck& deck, int move) {
  if (s.over || move < 0 || move >= tembo::kMoves) return false;
  const tembo::Choices found = tembo::choices(s, deck);
  const int crossing = (move < tembo::kEat || move >= tembo::kLayLion)
                           ? move % tembo::kCrossings
                           : (move - tembo::kEat) / 2 % tembo::kCrossings;
  if (move < tembo::kPair) return (found.single[crossing] >> (move / tembo::kCrossings + 1)) & 1;
  if (move < tembo::kCarry) {
    const int which = (move - tembo::kPair) / tembo::kCrossings;
    const u64 lows = which & 1 ? found.beyond[crossing] : found.after[crossing];
    return (lows >> (which / 2 + 1)) & 1;
  }
  if (move < tembo::kEatAll) return (found.carry >> crossing) & 1;
  if (move < tembo::kEat) return (found.eat_all >> crossing) & 1;
  if (move < tembo::kLayLion) {
    const int kind = (move - tembo::kEat) / (2 * tembo::kCrossings);
    const bool species = (move - tembo::kEat) & 1;
    return ((species ? found.eat_species[kind] : found.eat_first[kind]) >> crossing) & 1;
  }
  return (found.lion >> crossing) & 1;
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
