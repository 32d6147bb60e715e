// The end of a round of Life is Life between two: the reply to a knock that leads most, and so whether a
// knock is safe.
#pragma once

#include <algorithm>

#include "life_heuristic.hpp"
#include "life_sight.hpp"

namespace waterhole::life {

// The lead that so many cards of a species bring, the only rival holding so many (L9, L13).
struct Leads {
  static constexpr int kMost = kHand + 1;
  float points[kSpecies][kMost][kMost];  // by the rival's cards, then the own

  constexpr Leads() : points{} {
    for (int species = 0; species < kSpecies; ++species)
      for (int other = 0; other < kMost; ++other)
        for (int own = 0; own < kMost; ++own) {
          const int lead = (own > other && own >= 2) - (other > own && other >= 2);
          points[species][other][own] = static_cast<float>(lead * value(species));
        }
  }
};

// What the cards of each species bring at the end against the hand of the only rival.
inline Prospects leads_over(Cards rival) {
  static constexpr Leads leads{};
  Prospects found;
  for (int species = 0; species < kSpecies; ++species)
    found.points[species] = leads.points[species][count(rival, species)];
  return found;
}

// A hand that the only rival of the player to move may hold, going by the cards he was seen to take. (That
// he would have called a whole set is not looked at: one guess in a thousand.)
inline Cards guess_rival(const State& s, Random& random) {
  return Unseen(s).deal(s.known[next_player(s, s.turn)], random);
}

constexpr float kSetLeads = 1000;  // a set counts more than any lead in points: it is certain

// A swap that completes a set (L8), if the hand has one; else a row of -2.
inline Found deadly_swap(const State& s, Cards hand, const Rules& rules) {
  for (int row = 0; row < kRows; ++row) {
    for (int species = kHare; species <= (rules.expert ? kPig : kCat); ++species) {
      const int held = count(hand, species);
      if (held + count(s.rows[row], species) < value(species)) continue;
      Cards laid = 0;  // the first cards that are none of the set; of ten there are enough
      int left = row + 1;
      for (int other = 0; other < kSpecies; ++other) {
        if (other == species) continue;
        const int part = std::min(left, count(hand, other));
        laid += card(other) * static_cast<Cards>(part);
        left -= part;
      }
      if (laid != s.rows[row]) return {kSetLeads, row, laid};
    }
  }
  return {0, -2, 0};
}

// The last move of a round, by a hand that sees the other's: a set, or what leads most.
inline Found last_reply(const State& s, Cards hand, const Prospects& leads, const Rules& rules) {
  Found best = deadly_swap(s, hand, rules);
  if (best.row >= 0) return best;
  best = {leads.of(hand), -1, 0};
  for (int row = 0; row < kRows; ++row) {
    const Found found = best_swap(hand, s.rows[row], row, leads);
    if (found.row >= 0 && found.value > best.value) best = found;
  }
  return best;
}

// Whether the player to move would win by a knock if the only rival held this hand: even a reply that sees
// everything does not catch up.
inline bool safe_to_knock(const State& s, Cards rival, const Rules& rules) {
  return last_reply(s, rival, leads_over(s.hand[s.turn]), rules).value < 0;
}

}  // namespace waterhole::life
