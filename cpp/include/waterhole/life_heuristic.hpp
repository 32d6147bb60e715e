// A plain player of Life is Life: sees what its seat may see, counts majorities worth fighting for,
// goes for sets of hares, pigs and cats when they are near, and knocks when it thinks it leads.
#pragma once

#include "life_random.hpp"

namespace waterhole::life {

// How likely a number of cards of a species is a majority. A rival has a sixth of the pack in hand, so
// a sixth of the species; the best of several has more, and all of them gather what they have.
WATERHOLE_FN float majority_chance(int held, int most_known, int species, int players) {
  if (held < (players == 2 ? 2 : 1) || held <= most_known) return 0;
  const float mean = static_cast<float>(value(species)) / 6;
  const float best = mean + 0.4f * static_cast<float>(players - 1);
  const float chance = 0.5f + (static_cast<float>(held) - 0.5f - best) / 3;
  return chance < 0.03f ? 0.03f : chance > 1 ? 1 : chance;
}

// What a hand is worth: expected points, and a little for sets that are nearly complete.
WATERHOLE_FN float worth(const State& s, const Rules& rules, Cards hand) {
  float total = 0;
  for (int species = 0; species < kSpecies; ++species) {
    int most_known = 0;
    for (int seat = 0; seat < s.seats; ++seat) {
      const int known = seat == s.turn ? 0 : count(s.known[seat], species);
      if (known > most_known) most_known = known;
    }
    const int held = count(hand, species);
    total += static_cast<float>(value(species)) * majority_chance(held, most_known, species, s.players);
    const bool deadly_kind = species == kHare || species == kPig || (species == kCat && !rules.expert);
    const int missing = value(species) - held;
    if (deadly_kind && missing <= 2) total += missing == 0 ? 100.0f : missing == 1 ? 6.0f : 1.5f;
  }
  return total;
}

// The best of the legal moves in its eyes: a knock is worth the hand as it is.
template <class Rng>
WATERHOLE_FN int heuristic_move(const State& s, const Rules& rules, Rng& random) {
  const Cards hand = s.hand[s.turn];
  const float enough = 55.0f / static_cast<float>(s.players);  // more than an equal share of the points
  const float now = worth(s, rules, hand);
  int best = -1;
  float highest = 0;
  u32 equal = 0;
  each_legal(s, [&](int move) {
    float gain;
    if (move == kKnock) {
      if (s.knocker == kNobody && now < enough) return;
      gain = now + (s.knocker == kNobody ? 2.0f : 0.0f);
    } else {
      gain = worth(s, rules, hand - laid_by(move) + s.rows[row_of(move)]);
    }
    if (best < 0 || gain > highest) {
      best = move;
      highest = gain;
      equal = 1;
    } else if (gain == highest && random.below(++equal) == 0) {
      best = move;
    }
  });
  return best;
}

}  // namespace waterhole::life
