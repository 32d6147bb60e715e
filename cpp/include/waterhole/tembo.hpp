// Tembo, for speed. The rules are those of src/waterhole/tembo, rule by rule (T1 to T24); where the
// two differ, those are right. A row is a set of numbers: its order is their value.
#pragma once

#include "common.hpp"
#include "fair.hpp"

namespace waterhole::tembo {

constexpr int kMostSeats = 4;
constexpr int kCrossings = 5;
constexpr int kHand = 5;
constexpr int kPack = 59;
constexpr int kHoofed = 42;
constexpr int kCaravan = 3;  // so many animals an elephant needs (T12)
constexpr int kMarkers = 10;
constexpr int kMostLegal = 60;  // with five numbers in a row: 25 moves of one, 35 of two

// Cards as numbers: 1 to 42 are the hoofed animals, then:
enum Card : u8 { kElephant = 43, kCrocodile = 44, kSuperCrocodile = 47, kLion = 48 };
constexpr int kSpecials = 5;  // kinds of cards, other than animals, that a hand can hold

// The fixed ids of all moves (docs/moves.md).
constexpr int kPlace = 0;
constexpr int kPair = 210;
constexpr int kCarry = 615;
constexpr int kEatAll = 620;
constexpr int kEat = 625;
constexpr int kLayLion = 655;
constexpr int kMoves = 660;

// Species and points of the animals as sets of numbers (bit n is animal n).
struct Deck {
  u64 species[3];
  u64 points[3];  // the binary digits of the points

  WATERHOLE_FN constexpr int worth(u64 animals) const {
    return count_bits(animals & points[0]) + 2 * count_bits(animals & points[1]) +
           4 * count_bits(animals & points[2]);
  }
};

struct State {
  u64 rows[kCrossings];         // the animals at each crossing
  u64 own[kMostSeats];          // the animals on the table, by owner
  u64 hand[kMostSeats];         // the animals in each hand
  u64 carried[kMostSeats];      // the animals each seat brought across
  u64 out;                      // animals eaten
  u32 special[kMostSeats];      // other cards in each hand: four bits a kind, elephants lowest
  u32 out_special;              // those played
  u16 totals[kMostSeats];       // points of the rounds that are over
  u8 lions[kCrossings];         // lions lying at each crossing
  u8 closed;                    // the same as a set of crossings
  u8 size[kMostSeats];          // cards in each hand
  u8 cards[kPack - 2 * kHand];  // the pile in drawing order, then the five crossing cards
  u8 pile;                      // cards the pile had at first
  u8 drawn;                     // cards drawn from it
  u8 seats;
  u8 turn;
  u8 first;
  u8 lion_drawn;  // the player whose turn it is must lay a lion
  u8 over;        // the round: the player whose turn it is cannot play
};
static_assert(sizeof(State) <= 256, "a state fits four cache lines");

WATERHOLE_FN constexpr int nibble(u32 packed, int kind) { return (packed >> (4 * kind)) & 15; }

// The numbers that may be placed at a crossing: greater than the outermost (T8, T9), none where a
// lion lies (T19).
WATERHOLE_FN u64 placeable(const State& s, int crossing) {
  const u64 row = s.rows[crossing];
  const u64 above = row ? ~u64{1} << highest_bit(row) : ~u64{0};
  return (s.closed >> crossing) & 1 ? 0 : above;
}

// Whether the player whose turn it is can play any card (T21).
WATERHOLE_CALL bool can_play(const State& s) {
  u64 somewhere = 0;
  int longest = 0;
  for (int c = 0; c < kCrossings; ++c) {
    somewhere |= placeable(s, c);
    const int length = count_bits(s.rows[c]);
    longest = length > longest ? length : longest;
  }
  const u32 special = s.special[s.turn];
  return (s.hand[s.turn] & somewhere) || (longest >= kCaravan && (special & 15)) ||
         (longest && (special >> 4));
}

// The choices of the player whose turn it is, grouped; each group is a set of bits.
struct Choices {
  u64 single[kCrossings];  // animals that may be placed there
  u64 after[kCrossings];   // animals that may be placed together with the next number
  u64 beyond[kCrossings];  // or with the one after that (T10)
  u8 carry;                // crossings for an elephant
  u8 eat_all;              // for the super crocodile
  u8 eat_first[3];         // for a crocodile eating the first
  u8 eat_species[3];       // or its species
  u8 lion;                 // for a lion that was drawn
};

WATERHOLE_CALL Choices choices(const State& s, const Deck& deck) {
  Choices found{};
  u32 occupied = 0, caravans = 0;
  for (int c = 0; c < kCrossings; ++c) {
    occupied |= static_cast<u32>(s.rows[c] != 0) << c;
    caravans |= static_cast<u32>(count_bits(s.rows[c]) >= kCaravan) << c;
  }
  if (s.lion_drawn) {
    found.lion = static_cast<u8>(occupied ? occupied : 31);  // T18
    return found;
  }
  const u64 hand = s.hand[s.turn];
  const u64 after = hand & (hand >> 1), beyond = hand & (hand >> 2);
  for (int c = 0; c < kCrossings; ++c) {
    const u64 there = placeable(s, c);
    found.single[c] = hand & there;
    found.after[c] = after & there;
    found.beyond[c] = beyond & there;
  }
  const u32 special = s.special[s.turn];
  if (!special) return found;
  if (nibble(special, 0)) found.carry = static_cast<u8>(caravans);
  if (nibble(special, 4)) found.eat_all = static_cast<u8>(occupied);
  for (int kind = 0; kind < 3; ++kind) {
    if (!nibble(special, 1 + kind)) continue;
    found.eat_first[kind] = static_cast<u8>(occupied);
    for (int c = 0; c < kCrossings; ++c) {
      const u32 there = (s.rows[c] & deck.species[kind]) != 0;
      found.eat_species[kind] = static_cast<u8>(found.eat_species[kind] | there << c);
    }
  }
  return found;
}

WATERHOLE_FN constexpr int place_id(int number, int crossing) {
  return kPlace + (number - 1) * kCrossings + crossing;
}

WATERHOLE_FN constexpr int pair_id(int low, int difference, int crossing) {
  return kPair + (2 * (low - 1) + difference - 1) * kCrossings + crossing;
}

WATERHOLE_FN constexpr int eat_id(int kind, int crossing, bool species) {
  return kEat + kind * 2 * kCrossings + 2 * crossing + species;
}

// Calls see(id) for every legal move, in the order of the ids.
template <class See>
WATERHOLE_FN void each_legal(const State& s, const Deck& deck, See&& see) {
  if (s.over) return;
  const Choices found = choices(s, deck);
  u64 numbers = 0, lows = 0;
  for (int c = 0; c < kCrossings; ++c) {
    numbers |= found.single[c];
    lows |= found.after[c] | found.beyond[c];
  }
  for (; numbers; numbers &= numbers - 1) {
    const int number = lowest_bit(numbers);
    for (int c = 0; c < kCrossings; ++c)
      if ((found.single[c] >> number) & 1) see(place_id(number, c));
  }
  for (; lows; lows &= lows - 1) {
    const int low = lowest_bit(lows);
    for (int c = 0; c < kCrossings; ++c)
      if ((found.after[c] >> low) & 1) see(pair_id(low, 1, c));
    for (int c = 0; c < kCrossings; ++c)
      if ((found.beyond[c] >> low) & 1) see(pair_id(low, 2, c));
  }
  for (int c = 0; c < kCrossings; ++c)
    if ((found.carry >> c) & 1) see(kCarry + c);
  for (int c = 0; c < kCrossings; ++c)
    if ((found.eat_all >> c) & 1) see(kEatAll + c);
  for (int kind = 0; kind < 3; ++kind) {
    for (int c = 0; c < kCrossings; ++c) {
      if ((found.eat_first[kind] >> c) & 1) see(eat_id(kind, c, false));
      if ((found.eat_species[kind] >> c) & 1) see(eat_id(kind, c, true));
    }
  }
  for (int c = 0; c < kCrossings; ++c)
    if ((found.lion >> c) & 1) see(kLayLion + c);
}

// Draws the pile as it lies.
struct FixedPile {
  WATERHOLE_FN u8 operator()(State& s) const { return s.cards[s.drawn++]; }
};

// Draws any of the cards left, each equally likely: the pile is shuffled no further than it is used.
// What is never drawn includes the five crossing cards, so they need no shuffling at all.
struct LoosePile {
  Random& random;

  WATERHOLE_FN u8 operator()(State& s) const {
    const u32 left = static_cast<u32>(s.pile + kCrossings - s.drawn);
    u8* const here = s.cards + s.drawn++;
    u8* const there = here + random.below(left);
    const u8 card = *there;
    *there = *here;
    *here = card;
    return card;
  }
};

// The cards of one hand while they are taken: without a branch, since nobody can guess a card.
struct Hand {
  u64 animals;
  u32 special;

  WATERHOLE_FN void take(u8 card) {
    const bool animal = card <= kHoofed;
    animals |= u64{animal} << card;
    special += u32{!animal} << ((4 * (card - kElephant)) & 31);
  }
  WATERHOLE_FN void drop(u8 card) {
    if (card <= kHoofed) {
      animals &= ~(u64{1} << card);
    } else {
      special -= 1u << (4 * (card - kElephant));
    }
  }
  WATERHOLE_FN int count() const {
    int cards = count_bits(animals);
    for (int kind = 0; kind < kSpecials; ++kind) cards += nibble(special, kind);
    return cards;
  }
};

WATERHOLE_FN void take(State& s, int seat, u8 card) {
  Hand hand{s.hand[seat], s.special[seat]};
  hand.take(card);
  s.hand[seat] = hand.animals;
  s.special[seat] = hand.special;
  ++s.size[seat];
}

// Fills up the hand one card at a time; a lion interrupts and is never held (T17, T18).
template <class Draw>
WATERHOLE_FN void fill_up(State& s, Draw&& draw) {
  const int seat = s.turn;
  int size = s.size[seat];
  Hand hand{s.hand[seat], s.special[seat]};
  for (; size < kHand && s.drawn < s.pile; ++size) {
    const u8 card = draw(s);
    if (card == kLion) {
      s.lion_drawn = 1;
      break;
    }
    hand.take(card);
  }
  s.hand[seat] = hand.animals;
  s.special[seat] = hand.special;
  s.size[seat] = static_cast<u8>(size);
  if (!s.lion_drawn) s.turn = static_cast<u8>(seat + 1 == s.seats ? 0 : seat + 1);
}

// Places animals from the hand (T7 to T10).
WATERHOLE_FN void place(State& s, int crossing, u64 animals, int cards) {
  s.hand[s.turn] &= ~animals;
  s.size[s.turn] = static_cast<u8>(s.size[s.turn] - cards);
  s.rows[crossing] |= animals;
  s.own[s.turn] |= animals;
}

// Animals leave the table: brought across for their owners, or eaten.
WATERHOLE_CALL void leave(State& s, int crossing, u64 animals, bool across) {
  const u64 saved = across ? animals : 0;
  s.rows[crossing] &= ~animals;
  s.out |= animals ^ saved;
  for (int seat = 0; seat < kMostSeats; ++seat) {
    s.carried[seat] |= saved & s.own[seat];
    s.own[seat] &= ~animals;
  }
}

WATERHOLE_FN void play_special(State& s, int kind) {
  s.special[s.turn] -= 1u << (4 * kind);
  s.out_special += 1u << (4 * kind);
  --s.size[s.turn];
}

// An elephant (kind 0) carries the row (T12), the super crocodile (4) eats it (T13), a crocodile (1 to
// 3) eats the first animal or its species (T14).
WATERHOLE_FN void play_at(State& s, int kind, int crossing, bool species, const Deck& deck) {
  const u64 row = s.rows[crossing];
  const bool whole = kind % 4 == 0;
  const u64 meal = species ? row & deck.species[whole ? 0 : kind - 1] : row & (~row + 1);
  play_special(s, kind);
  leave(s, crossing, whole ? row : meal, kind == 0);
}

// A lion that was drawn (T19).
WATERHOLE_FN void lay_lion(State& s, int crossing) {
  leave(s, crossing, s.rows[crossing], false);
  ++s.lions[crossing];
  s.closed = static_cast<u8>(s.closed | 1u << crossing);
  s.lion_drawn = 0;
}

// Does what a legal move says, and draws. Does not look whether the round is over.
template <class Draw>
WATERHOLE_FN void apply(State& s, int move, const Deck& deck, Draw&& draw) {
  if (move < kCarry) {
    const bool pair = move >= kPair;
    const int index = pair ? move - kPair : move;
    const int crossing = index % kCrossings, which = index / kCrossings;
    const u64 animals = pair ? (which & 1 ? u64{5} : u64{3}) << (which / 2 + 1) : u64{2} << which;
    place(s, crossing, animals, 1 + pair);
  } else if (move < kEatAll) {
    play_at(s, 0, move - kCarry, false, deck);
  } else if (move < kEat) {
    play_at(s, 4, move - kEatAll, false, deck);
  } else if (move < kLayLion) {
    const int kind = (move - kEat) / (2 * kCrossings), index = (move - kEat) % (2 * kCrossings);
    play_at(s, 1 + kind, index / 2, index & 1, deck);
  } else {
    lay_lion(s, move - kLayLion);
  }
  fill_up(s, draw);
}

// The same, and sees whether the round is over (T21).
template <class Draw>
WATERHOLE_CALL void play(State& s, int move, const Deck& deck, Draw&& draw) {
  apply(s, move, deck, draw);
  s.over = !s.lion_drawn && !can_play(s);
}

// A round with no card dealt yet.
WATERHOLE_FN void clear(State& s, int seats, int first) {
  u16 totals[kMostSeats];
  for (int seat = 0; seat < kMostSeats; ++seat) totals[seat] = s.totals[seat];
  s = State{};
  for (int seat = 0; seat < kMostSeats; ++seat) s.totals[seat] = totals[seat];
  s.seats = static_cast<u8>(seats);
  s.pile = static_cast<u8>(kPack - kHand * seats - kCrossings);
  s.turn = s.first = static_cast<u8>(first);
}

// The cards that a hand may hold, then the lions; returns how many come before the lions.
WATERHOLE_FN constexpr int full_pack(u8* pack) {
  int size = 0;
  for (int card = 1; card <= kHoofed; ++card) pack[size++] = static_cast<u8>(card);
  for (int i = 0; i < 7; ++i) pack[size++] = kElephant;
  for (int i = 0; i < 6; ++i) pack[size++] = static_cast<u8>(kCrocodile + i / 2);
  pack[size++] = kSuperCrocodile;
  for (int i = 0; i < 3; ++i) pack[size + i] = kLion;
  return size;
}

struct Pack {
  u8 cards[kPack];
  constexpr Pack() : cards{} { full_pack(cards); }
};

// By fast random numbers: hands without lions (T3); the rest lies in any order, for a LoosePile.
WATERHOLE_FN void deal(State& s, int seats, int first, Random& random) {
  static constexpr Pack fresh{};
  clear(s, seats, first);
  Pack pack = fresh;
  u32 size = kPack - 3;
  for (int seat = 0; seat < seats; ++seat) {
    u32 places[kHand];
    const u64 word = random.next();
    random.falling<3>(static_cast<u32>(word >> 32), size, places);
    random.falling<2>(static_cast<u32>(word), size - 3, places + 3);
    Hand hand{};
    for (const u32 place : places) {
      hand.take(pack.cards[place]);
      pack.cards[place] = pack.cards[--size];
    }
    s.hand[seat] = hand.animals;
    s.special[seat] = hand.special;
    s.size[seat] = kHand;
  }
  for (int i = 0; i < 3; ++i) pack.cards[size++] = kLion;
  // As many as two players leave, whoever plays: a copy of fixed size is a few instructions.
  for (u32 i = 0; i < sizeof s.cards; ++i) s.cards[i] = pack.cards[i];
  s.over = !can_play(s);
}

// By the seed's fair stream, for a FixedPile (T3, T4).
WATERHOLE_FN void deal(State& s, int seats, int round, int first, Seed seed) {
  clear(s, seats, first);
  FairStream stream("tembo", seats, round, seed);
  u8 pack[kPack], rest[kPack];
  full_pack(pack);
  stream.shuffle(pack, kPack);
  int held = 0, left = 0;
  for (const u8 card : pack) {
    if (card != kLion && held < kHand * seats) {
      take(s, held++ / kHand, card);
    } else {
      rest[left++] = card;
    }
  }
  stream.shuffle(rest, left);
  // The first five are the crossings, which lie behind the pile here.
  for (int i = 0; i < s.pile; ++i) s.cards[i] = rest[kCrossings + i];
  for (int i = 0; i < kCrossings; ++i) s.cards[s.pile + i] = rest[i];
  s.over = !can_play(s);
}

// The points of the round are added up (T22).
WATERHOLE_FN void score(State& s, const Deck& deck) {
  for (int seat = 0; seat < s.seats; ++seat) {
    s.totals[seat] = static_cast<u16>(s.totals[seat] + deck.worth(s.carried[seat]));
  }
}

}  // namespace waterhole::tembo
