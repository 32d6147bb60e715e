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

WATERHOLE_FN const Taste& steady() {
  static constexpr Taste taste{};
  return taste;
}

// What a set of animals is worth to a seat: its own points less what the best rival gets of it.
WATERHOLE_CALL float swing(const State& s, const Deck& deck, int seat, u64 animals) {
  int rival = 0;
  for (int other = 0; other < s.seats; ++other) {
    const int worth = deck.worth(animals & s.own[other]);
    if (other != seat && worth > rival) rival = worth;
  }
  return static_cast<float>(deck.worth(animals & s.own[seat]) - rival);
}

// What the player whose turn it is thinks of each crossing; made once a turn, asked for every move.
struct Outlook {
  const State& s;
  const Deck& deck;
  const Taste& taste;
  float swings[kCrossings];   // of all animals there
  float hope[2][kCrossings];  // that an animal gets across, placed alone or with another
  float base[2][kCrossings];  // of placing: all that does not depend on the animal
  float gap[kCrossings];      // the price of each number
  u64 least;                  // a lane for each crossing: the least number that may be placed there
  u32 occupied, caravans;     // crossings with animals, and with enough of them for an elephant

  WATERHOLE_FN Outlook(const State& state, const Deck& cards, const Taste& own)
      : s(state),
        deck(cards),
        taste(own),
        swings{},
        hope{},
        base{},
        gap{},
        least(0),
        occupied(0),
        caravans(0) {
    const bool elephant = nibble(s.special[s.turn], 0) > 0;
    for (int c = 0; c < kCrossings; ++c) {
      const u64 row = s.rows[c];
      const int length = count_bits(row);
      const bool closed = s.closed >> c & 1;
      least |= static_cast<u64>(closed ? 64 : highest_bit(row | 1) + 1) << (8 * c);
      occupied |= u32{row != 0} << c;
      caravans |= u32{length >= kCaravan} << c;
      swings[c] = row ? swing(s, deck, s.turn, row) : 0;
      gap[c] = row ? taste.gap : taste.start_gap;
      const float start = row ? taste.gap * static_cast<float>(highest_bit(row)) : -taste.start;
      for (int more = 0; more < 2; ++more) {
        hope[more][c] = length + more + 1 >= kCaravan ? (elephant ? taste.ready_with : taste.ready)
                                                      : (elephant ? taste.early_with : taste.early);
        base[more][c] = hope[more][c] * taste.company * swings[c] + start + (more ? taste.pair : 0.0f);
      }
    }
  }

  // The crossings where a number may be placed, as a set.
  WATERHOLE_FN u32 open(int number) const {
    const u64 there = lanes_up_to(least, static_cast<u64>(number)) >> 7 & 0x0101010101ull;
    u32 found = 0;
    for (int c = 0; c < kCrossings; ++c) found |= static_cast<u32>(there >> (7 * c)) & (1u << c);
    return found;
  }

  WATERHOLE_FN float placing(int number, int c) const {
    return hope[0][c] * points(number) + base[0][c] - gap[c] * static_cast<float>(number);
  }
  WATERHOLE_FN float placing_two(int low, int difference, int c) const {
    const float both = points(low) + points(low + difference);
    return hope[1][c] * both + base[1][c] - gap[c] * static_cast<float>(low);
  }

  // The worth of a legal move.
  WATERHOLE_CALL float of(int move) const {
    if (move < kPair) return placing(move / kCrossings + 1, move % kCrossings);
    if (move < kCarry) {
      const int index = move - kPair, which = index / kCrossings;
      return placing_two(which / 2 + 1, 1 + (which & 1), index % kCrossings);
    }
    if (move < kEatAll) return swings[move - kCarry] - taste.elephant;
    if (move < kEat) return -taste.meal * swings[move - kEatAll] - taste.super;
    if (move >= kLayLion) return -taste.lion * swings[move - kLayLion];
    const int kind = (move - kEat) / (2 * kCrossings), index = (move - kEat) % (2 * kCrossings);
    const u64 row = s.rows[index / 2];
    const u64 eaten = index & 1 ? row & deck.species[kind] : row & (~row + 1);
    return -taste.meal * swing(s, deck, s.turn, eaten) - taste.crocodile;
  }

 private:
  WATERHOLE_FN float points(int number) const {
    const u64 worth = (deck.points[0] >> number & 1) | (deck.points[1] >> number & 1) << 1 |
                      (deck.points[2] >> number & 1) << 2;
    return static_cast<float>(static_cast<u32>(worth));
  }
};

// Calls see(move, worth) for every legal move. It goes through the cards and the crossings itself: listing
// the moves first would take as long as judging them.
template <class See>
WATERHOLE_FN void each_judged(const State& s, const Deck& deck, const Outlook& outlook, See&& see) {
  auto each = [](u32 crossings, auto&& visit) {
    for (; crossings; crossings &= crossings - 1) visit(lowest_bit(crossings));
  };
  auto judge = [&](int move) { see(move, outlook.of(move)); };
  if (s.lion_drawn) {
    each(outlook.occupied ? outlook.occupied : 31, [&](int c) { judge(kLayLion + c); });
    return;
  }
  const u64 hand = s.hand[s.turn];
  for (u64 left = hand; left; left &= left - 1) {
    const int number = lowest_bit(left);
    const u32 open = outlook.open(number);
    each(open, [&](int c) { see(place_id(number, c), outlook.placing(number, c)); });
    for (int difference = 1; difference <= 2; ++difference)
      if (hand >> (number + difference) & 1)
        each(open,
             [&](int c) { see(pair_id(number, difference, c), outlook.placing_two(number, difference, c)); });
  }
  const u32 special = s.special[s.turn];
  if (!special) return;
  if (nibble(special, 0)) each(outlook.caravans, [&](int c) { judge(kCarry + c); });
  if (nibble(special, 4)) each(outlook.occupied, [&](int c) { judge(kEatAll + c); });
  for (int kind = 0; kind < 3; ++kind) {
    if (!nibble(special, 1 + kind)) continue;
    each(outlook.occupied, [&](int c) {
      judge(eat_id(kind, c, false));
      if (s.rows[c] & deck.species[kind]) judge(eat_id(kind, c, true));
    });
  }
}

// The best of the legal moves in its eyes, with so much noise added; equal ones by lot.
template <class Rng>
WATERHOLE_CALL int heuristic_move(const State& s, const Deck& deck, Rng& random, float noise = 0,
                                  const Taste& taste = steady()) {
  WATERHOLE_NEAR(const Outlook, outlook, s, deck, taste);
  int best = -1;
  float highest = 0;
  u32 equal = 0;
  each_judged(s, deck, outlook, [&](int move, float value) {
    if (noise > 0) value += noise * static_cast<float>(static_cast<u32>(random.next() >> 40)) / (1 << 24);
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
