// A player of Tembo by rules of thumb: sees what its seat may see, looks one move ahead, and weighs what
// the move brings to itself against what it brings to the best rival.
#pragma once

#include "tembo_random.hpp"

namespace waterhole::tembo {

// What such a player thinks of things, in points. The numbers were found by playing.
struct Taste {
  // The hope that an animal gets across, from a row that an elephant can carry now or not yet, for a
  // player who holds an elephant or not.
  float ready_with = 0.4f, ready = 0.35f, early_with = 0.06f, early = 0.07f;
  float company = 0.15f;    // of what the animals in front are worth to him, they come along
  float gap = 0.03f;        // for each number passed over at the end of a row: room that is lost
  float start = 0.2f;       // for beginning a row
  float start_gap = 0.03f;  // for each number above 1 that begins a row
  float pair = 0.0f;        // for placing two at once
  float elephant = 0.0f;    // for an elephant that could carry more later
  float crocodile = 0.6f;   // for a crocodile that could eat more later
  float super = 2.0f;       // for the super crocodile
  float meal = 0.5f;        // of what is eaten: not all of it would have got across
  float lion = 0.5f;        // the same for a lion, which must be laid
};

constexpr Taste kSteady{};

// What a set of animals is worth to a seat: its own points less what the best rival gets of it.
WATERHOLE_FN float swing(const State& s, const Deck& deck, int seat, u64 animals) {
  int rival = 0;
  for (int other = 0; other < s.seats; ++other) {
    const int worth = deck.worth(animals & s.own[other]);
    if (other != seat && worth > rival) rival = worth;
  }
  return static_cast<float>(deck.worth(animals & s.own[seat]) - rival);
}

// The worth of placing animals at a crossing.
WATERHOLE_FN float placing(const State& s, const Deck& deck, const Taste& taste, int crossing, u64 animals) {
  const u64 row = s.rows[crossing];
  const bool elephant = nibble(s.special[s.turn], 0) > 0, two = (animals & (animals - 1)) != 0;
  const bool caravan = count_bits(row | animals) >= kCaravan;
  const float hope =
      caravan ? (elephant ? taste.ready_with : taste.ready) : (elephant ? taste.early_with : taste.early);
  const float room = static_cast<float>(lowest_bit(animals) - (row ? highest_bit(row) : 0));
  const float cost = row ? taste.gap * room : taste.start + taste.start_gap * room;
  const float brought = static_cast<float>(deck.worth(animals)) + taste.company * swing(s, deck, s.turn, row);
  return hope * brought - cost + (two ? taste.pair : 0.0f);
}

// The worth of a legal move to the player whose turn it is.
WATERHOLE_FN float value_of(const State& s, const Deck& deck, const Taste& taste, int move) {
  const int seat = s.turn;
  if (move < kCarry) {
    const bool pair = move >= kPair;
    const int index = pair ? move - kPair : move;
    const int which = index / kCrossings;
    const u64 animals = pair ? (which & 1 ? u64{5} : u64{3}) << (which / 2 + 1) : u64{2} << which;
    return placing(s, deck, taste, index % kCrossings, animals);
  }
  if (move < kEatAll) return swing(s, deck, seat, s.rows[move - kCarry]) - taste.elephant;
  if (move < kEat) return -taste.meal * swing(s, deck, seat, s.rows[move - kEatAll]) - taste.super;
  if (move < kLayLion) {
    const int kind = (move - kEat) / (2 * kCrossings), index = (move - kEat) % (2 * kCrossings);
    const u64 row = s.rows[index / 2];
    const u64 eaten = index & 1 ? row & deck.species[kind] : row & (~row + 1);
    return -taste.meal * swing(s, deck, seat, eaten) - taste.crocodile;
  }
  return -taste.lion * swing(s, deck, seat, s.rows[move - kLayLion]);
}

// The best of the legal moves in its eyes, with so much noise added; equal ones by lot.
template <class Rng>
WATERHOLE_FN int heuristic_move(const State& s, const Deck& deck, Rng& random, float noise = 0,
                                const Taste& taste = kSteady) {
  int best = -1;
  float highest = 0;
  u32 equal = 0;
  each_legal(s, deck, [&](int move) {
    float value = value_of(s, deck, taste, move);
    if (noise > 0) value += noise * static_cast<float>(random.next() >> 40) / (1 << 24);
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
