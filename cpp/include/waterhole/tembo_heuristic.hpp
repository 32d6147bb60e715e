// A plain player of Tembo: sees what its seat may see, looks one move ahead, and wants points.
#pragma once

#include "tembo_random.hpp"

namespace waterhole::tembo {

// What a set of animals is worth to a seat: its own points less what the best rival gets of it.
WATERHOLE_FN float swing(const State& s, const Deck& deck, int seat, u64 animals) {
  int rival = 0;
  for (int other = 0; other < s.seats; ++other) {
    const int worth = deck.worth(animals & s.own[other]);
    if (other != seat && worth > rival) rival = worth;
  }
  return static_cast<float>(deck.worth(animals & s.own[seat]) - rival);
}

// The hope of an own animal to get across, were it placed: the longer the row, the nearer the elephant;
// numbers passed over are room that is lost.
WATERHOLE_FN float hope(const State& s, const Deck& deck, int seat, int crossing, u64 animals) {
  const u64 row = s.rows[crossing];
  const int last = row ? highest_bit(row) : 0, length = count_bits(row | animals);
  const bool elephant = nibble(s.special[seat], 0) > 0;
  const float near = length >= kCaravan ? (elephant ? 0.9f : 0.35f) : elephant ? 0.4f : 0.2f;
  const float room = 0.02f * static_cast<float>(lowest_bit(animals) - last);
  const float company = 0.15f * swing(s, deck, seat, row);
  return near * static_cast<float>(deck.worth(animals)) + company * near - (row ? room : 0.5f * room + 0.2f);
}

WATERHOLE_FN float value_of(const State& s, const Deck& deck, int move) {
  const int seat = s.turn;
  if (move < kCarry) {
    const bool pair = move >= kPair;
    const int index = pair ? move - kPair : move;
    const int which = index / kCrossings;
    const u64 animals = pair ? (which & 1 ? u64{5} : u64{3}) << (which / 2 + 1) : u64{2} << which;
    return hope(s, deck, seat, index % kCrossings, animals);
  }
  if (move < kEatAll) return swing(s, deck, seat, s.rows[move - kCarry]);
  u64 eaten;
  float price = 0.6f;  // a crocodile kept may eat more later
  if (move < kEat) {
    eaten = s.rows[move - kEatAll];
    price = 2.0f;
  } else if (move < kLayLion) {
    const int kind = (move - kEat) / (2 * kCrossings), index = (move - kEat) % (2 * kCrossings);
    const u64 row = s.rows[index / 2];
    eaten = index & 1 ? row & deck.species[kind] : row & (~row + 1);
  } else {
    eaten = s.rows[move - kLayLion];
    price = 0;
  }
  return -0.5f * swing(s, deck, seat, eaten) - price;  // only half of what waits gets across anyway
}

// The best of the legal moves in its eyes; equal ones by lot.
template <class Rng>
WATERHOLE_FN int heuristic_move(const State& s, const Deck& deck, Rng& random) {
  int best = -1;
  float highest = 0;
  u32 equal = 0;
  each_legal(s, deck, [&](int move) {
    const float value = value_of(s, deck, move);
    if (best < 0 || value > highest) {
      best = move;
      highest = value;
      equal = 1;
    } else if (value == highest && random.below(++equal) == 0) {
      best = move;
    }
  });
  return best;
}

}  // namespace waterhole::tembo
