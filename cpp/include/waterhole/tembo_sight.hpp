// What one seat at a Tembo table knows, and the worlds it cannot tell apart.
#pragma once

#include "tembo_match.hpp"

namespace waterhole::tembo {

// Everything open, and the own hand. There is no room in it for another hand or for the pile.
struct Sight {
  u64 rows[kCrossings];
  u64 own[kMostSeats];
  u64 carried[kMostSeats];
  u64 out;
  u64 hand;     // the animals in the own hand
  u32 special;  // its other cards, as in State
  u32 out_special;
  u16 totals[kMostSeats];
  u8 lions[kCrossings];
  u8 size[kMostSeats];  // cards in each hand
  u8 pile;              // cards left in it
  u8 round, rounds;
  u8 seats, seat, turn, first;
  u8 lion_drawn;
};

// What the player whose turn it is knows of a match.
WATERHOLE_FN Sight sight_of(const Match& m) {
  const State& s = m.state;
  Sight sight{};
  for (int c = 0; c < kCrossings; ++c) {
    sight.rows[c] = s.rows[c];
    sight.lions[c] = s.lions[c];
  }
  for (int seat = 0; seat < kMostSeats; ++seat) {
    sight.own[seat] = s.own[seat];
    sight.carried[seat] = s.carried[seat];
    sight.size[seat] = s.size[seat];
    sight.totals[seat] = s.totals[seat];
  }
  sight.out = s.out;
  sight.out_special = s.out_special;
  sight.hand = s.hand[s.turn];
  sight.special = s.special[s.turn];
  sight.pile = static_cast<u8>(s.pile - s.drawn);
  sight.round = m.round;
  sight.rounds = m.rounds;
  sight.seats = s.seats;
  sight.seat = sight.turn = s.turn;
  sight.first = s.first;
  sight.lion_drawn = s.lion_drawn;
  return sight;
}

// How many of each special card there are, four bits a kind (T1).
constexpr u32 kSpecialCopies = 0x12227;

// The cards a seat has not seen: those the others may hold, then the lions.
struct Unseen {
  u8 cards[kPack];
  u8 held;   // so many may be in hands
  u8 total;  // lions included

  // With a memory below 1 each card that has left the table is forgotten now and then, and may be
  // anywhere again as far as the seat knows.
  WATERHOLE_FN Unseen(const Sight& sight, float memory, Random& random) : cards{}, held(0), total(0) {
    u64 here = sight.hand, gone = sight.out;
    for (int c = 0; c < kCrossings; ++c) here |= sight.rows[c];
    for (int seat = 0; seat < sight.seats; ++seat) gone |= sight.carried[seat];
    auto forgotten = [&] {
      return memory < 1 && static_cast<float>(random.below(1 << 24)) >= memory * (1 << 24);
    };
    for (int number = 1; number <= kHoofed; ++number) {
      if ((here >> number) & 1 || ((gone >> number) & 1 && !forgotten())) continue;
      cards[held++] = static_cast<u8>(number);
    }
    for (int kind = 0; kind < kSpecials; ++kind) {
      int left = nibble(kSpecialCopies, kind) - nibble(sight.special, kind);
      for (int i = nibble(sight.out_special, kind); i > 0; --i) left -= !forgotten();
      for (; left > 0; --left) cards[held++] = static_cast<u8>(kElephant + kind);
    }
    int lions = 3 - sight.lion_drawn;
    for (int c = 0; c < kCrossings; ++c) lions -= sight.lions[c];
    for (total = held; lions > 0; --lions) cards[total++] = kLion;
  }
};

// The table as the seat sees it: its own hand, and nothing in the others' hands or in the pile.
WATERHOLE_FN State seen(const Sight& sight) {
  State s{};
  for (int c = 0; c < kCrossings; ++c) {
    s.rows[c] = sight.rows[c];
    s.lions[c] = sight.lions[c];
    s.closed = static_cast<u8>(s.closed | u32{sight.lions[c] != 0} << c);
  }
  for (int seat = 0; seat < sight.seats; ++seat) {
    s.own[seat] = sight.own[seat];
    s.carried[seat] = sight.carried[seat];
    s.totals[seat] = sight.totals[seat];
    s.size[seat] = sight.size[seat];
  }
  s.hand[sight.seat] = sight.hand;
  s.special[sight.seat] = sight.special;
  s.out = sight.out;
  s.out_special = sight.out_special;
  s.pile = sight.pile;
  s.seats = sight.seats;
  s.turn = sight.turn;
  s.first = sight.first;
  s.lion_drawn = sight.lion_drawn;
  return s;
}

// A round that the seat, whose turn it is, cannot tell from the real one: the unseen cards lie in every
// way alike. The pile lies in any order, for a LoosePile.
WATERHOLE_CALL State world(const State& seen, int own, const Unseen& unseen, Random& random) {
  State s = seen;
  u8 cards[kPack];
  for (int i = 0; i < kPack; ++i) cards[i] = unseen.cards[i];
  u32 left = unseen.held;
  for (int seat = 0; seat < s.seats; ++seat) {
    if (seat == own) continue;
    Hand hand{};
    for (int i = s.size[seat]; i > 0; --i) {
      const u32 place = random.below(left);
      hand.take(cards[place]);
      cards[place] = cards[--left];
    }
    s.hand[seat] = hand.animals;
    s.special[seat] = hand.special;
  }
  for (int i = unseen.held; i < unseen.total; ++i) cards[left++] = cards[i];  // the lions
  // A LoosePile chooses among the pile and the five crossings. If cards were forgotten there are more; so
  // many are dropped by lot.
  while (static_cast<int>(left) > s.pile + kCrossings) {
    const u32 place = random.below(left);
    cards[place] = cards[--left];
  }
  for (u32 i = 0; i < left; ++i) s.cards[i] = cards[i];
  return s;
}

}  // namespace waterhole::tembo
