// Tembo played at random: any legal move, each equally likely, chosen by counting and not by listing.
#pragma once

#include "tembo.hpp"

namespace waterhole::tembo {

// What the rows allow whoever's turn it is; a rollout keeps it up to date instead of looking again.
struct Outline {
  u64 least;             // a lane for each crossing: the least number that may be placed there
  u64 bars[kCrossings];  // the same, each number in all lanes
  u64 targets;           // where special cards can be played: ten bits for each kind, two of them for
                         // each crossing, the second for a crocodile's whole species

  static constexpr u64 kClosed = 64;  // more than any number

  WATERHOLE_FN Outline(const State& s, const Deck& deck) : least(kClosed * kLanes), bars{}, targets(0) {
    for (int c = 0; c < kCrossings; ++c) {
      update(s, deck, c);
      if ((s.closed >> c) & 1) close(c);
    }
  }

  // After the row of a crossing has changed.
  WATERHOLE_FN void update(const State& s, const Deck& deck, int c) {
    const u64 row = s.rows[c];
    bar(c, static_cast<u64>(highest_bit(row | 1) + 1));
    const u64 more = row & (row - 1);  // all but the first
    const u64 caravan = (more & (more - 1)) != 0;
    constexpr u64 each = u64{1} << 10 | u64{1} << 20 | u64{1} << 30;
    u64 here = caravan | (row ? each | u64{1} << 40 : 0);
    for (int kind = 0; kind < 3; ++kind) here |= u64{(row & deck.species[kind]) != 0} << (10 * kind + 11);
    constexpr u64 column = 3 * (1 | each | u64{1} << 40);
    targets = (targets & ~(column << (2 * c))) | here << (2 * c);
  }

  // After a lion was laid: the row is empty and stays so.
  WATERHOLE_FN void close(int c) { bar(c, kClosed); }

  // The targets of the special cards that are held.
  WATERHOLE_FN u64 targets_of(u32 special) const {
    const u64 held = (special | special >> 1 | special >> 2) & 0x11111;  // at most 7 of a kind
    // The product brings bits 0, 4, 8, 12, 16 to 0, 10, 20, 30, 40 and nothing else to those places.
    constexpr u64 kinds = 0x010040100401ull;
    return targets & ((held * 0x1041041 & kinds) * 1023);
  }

 private:
  WATERHOLE_FN void bar(int c, u64 number) {
    bars[c] = number * kLanes;
    least = (least & ~(u64{255} << (8 * c))) | number << (8 * c);
  }
};

// A move as a rollout plays it.
struct Choice {
  int crossing;  // -1: there is none
  int kind;      // of the special card
  u64 animals;   // placed, or 0
  int cards;
  bool species;
};

// Any move of the player whose turn it is, each equally likely, when no lion was drawn.
// Each animal of the hand (at most five) has a lane with the number of moves in which it is the lowest,
// the special cards have a sixth; the lane with the chosen number is the card, what is left over says
// with which other animals and where.
template <class Rng>
WATERHOLE_FN Choice random_choice(const State& s, const Outline& outline, Rng& random) {
  const u64 hand = s.hand[s.turn];
  // Where animals are missing, numbers above all of them and too far apart for pairs.
  u64 left = hand | u64{0x1249} << 46, numbers = 0;
  for (int i = 0; i < kHand; ++i) {
    numbers |= static_cast<u64>(lowest_bit(left)) << (8 * i);
    left &= left - 1;
  }
  numbers |= (u64{100} | u64{120} << 8) << (8 * kHand);
  u64 open = 0;  // for each animal, the number of crossings where it may be placed
  for (const u64 bar : outline.bars) open += ((numbers | kTops) - bar) >> 7 & kLanes;
  // Once if it is an animal, again with an animal that is 1 or 2 higher, and with a second one.
  const u64 animal = lanes_up_to(numbers, kHoofed);
  const u64 near = lanes_up_to((numbers >> 8) - numbers, 2);
  const u64 second = lanes_up_to((numbers >> 16) - numbers, 2);
  auto where = [&](u64 tops) { return open & (tops - (tops >> 7)); };
  const u64 targets = outline.targets_of(s.special[s.turn]);
  constexpr u64 lanes = (u64{1} << (8 * kHand)) - 1;
  const u64 moves = ((where(animal) + where(near) + where(second)) & lanes) |
                    static_cast<u64>(count_bits(targets)) << (8 * kHand);
  const u64 sums = moves * kLanes;
  const u32 total = static_cast<u32>(sums >> 56);
  if (!total) return {-1, 0, 0, 0, false};
  const u32 pick = random.below(total);
  const int which = lane_with(sums, pick);
  int rest = static_cast<int>(pick) - lane(sums << 8, which);
  if (which == kHand) {
    const int bit = nth_bit(targets, rest);
    return {bit % 10 / 2, bit / 10, 0, 1, (bit & 1) != 0};
  }
  const int number = lane(numbers, which), crossings = lane(open, which);
  const int other = (rest >= crossings) + (rest >= 2 * crossings);
  rest -= other * crossings;
  const int difference = other + (other == 1 && !(hand >> number & 2));
  const u64 there = lanes_up_to(outline.least, static_cast<u64>(number)) >> 7;
  return {lane_with(there * kLanes, static_cast<u64>(rest)), 0,
          static_cast<u64>(1 + 2 * difference) << number, 1 + (other != 0), false};
}

// A crossing for a lion that was drawn: any with animals, or any at all (T18).
template <class Rng>
WATERHOLE_FN int random_lion(const State& s, Rng& random) {
  u32 occupied = 0;
  for (int c = 0; c < kCrossings; ++c) occupied |= u32{s.rows[c] != 0} << c;
  if (!occupied) occupied = 31;
  return nth_bit(occupied, static_cast<int>(random.below(static_cast<u32>(count_bits(occupied)))));
}

// One of the legal moves, each equally likely, without listing them; -1 if there are none.
template <class Rng>
WATERHOLE_FN int random_move(const State& s, const Deck& deck, Rng& random) {
  if (s.lion_drawn) return kLayLion + random_lion(s, random);
  const Choice choice = random_choice(s, Outline(s, deck), random);
  if (choice.crossing < 0) return -1;
  if (choice.animals) {
    const int low = lowest_bit(choice.animals);
    if (choice.cards == 1) return place_id(low, choice.crossing);
    return pair_id(low, highest_bit(choice.animals) - low, choice.crossing);
  }
  if (choice.kind == 0) return kCarry + choice.crossing;
  if (choice.kind == 4) return kEatAll + choice.crossing;
  return eat_id(choice.kind - 1, choice.crossing, choice.species);
}

// Plays the round at random until somebody cannot play; returns the number of moves.
WATERHOLE_FN int play_out(State& s, const Deck& deck, Random& random) {
  Outline outline(s, deck);
  for (int moves = 0;; ++moves) {
    int crossing;
    if (s.lion_drawn) {
      crossing = random_lion(s, random);
      lay_lion(s, crossing);
      outline.update(s, deck, crossing);
      outline.close(crossing);
    } else {
      const Choice choice = random_choice(s, outline, random);
      crossing = choice.crossing;
      if (crossing < 0) {
        s.over = 1;
        return moves;
      }
      if (choice.animals) {
        place(s, crossing, choice.animals, choice.cards);
      } else {
        play_at(s, choice.kind, crossing, choice.species, deck);
      }
      outline.update(s, deck, crossing);
    }
    fill_up(s, LoosePile{random});
  }
}

}  // namespace waterhole::tembo
