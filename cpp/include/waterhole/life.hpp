// Life is Life, for speed. The rules are those of src/waterhole/life, rule by rule (L1 to L15); where
// the two differ, those are right. Cards are packed: a lane of six bits counts each species.
#pragma once

#include "common.hpp"
#include "fair.hpp"

namespace waterhole::life {

constexpr int kMostSeats = 5;
constexpr int kSpecies = 10;
constexpr int kRows = 4;
constexpr int kHand = 10;
constexpr int kPack = 60;
constexpr int kLives = 5;
constexpr int kMoves = 1001;
constexpr int kKnock = 0;
constexpr int kNobody = 255;

using Cards = u64;  // ten lanes of six bits, giraffes lowest

constexpr int kLane = 6;
constexpr Cards kOnes = 0x0041041041041041ull & ((u64{1} << 60) - 1);
constexpr Cards kHigh = kOnes << 5;
constexpr int kHare = 6, kPig = 7, kCat = 8;

// A species' value, which is also the number of its cards (L1): a digit each, giraffes lowest.
WATERHOLE_FN constexpr int value(int species) {
  return static_cast<int>(0x3455667789ull >> (4 * species)) & 15;
}
// The first id of a row's swaps (docs/moves.md); for row 4, one past the last of all.
WATERHOLE_FN constexpr int row_start(int row) {
  return row == 0 ? 1 : row == 1 ? 11 : row == 2 ? 66 : row == 3 ? 286 : kMoves;
}

WATERHOLE_FN constexpr Cards card(int species) { return Cards{1} << (kLane * species); }
WATERHOLE_FN constexpr int count(Cards cards, int species) {
  return static_cast<int>(cards >> (kLane * species)) & 63;
}
// The species of which there are at least n, as the high bits of their lanes.
WATERHOLE_FN constexpr Cards at_least(Cards cards, int n) {
  return (cards + kOnes * static_cast<u64>(32 - n)) & kHigh;
}
WATERHOLE_FN constexpr bool has(Cards cards, Cards some) {
  return (((cards | kHigh) - some) & kHigh) == kHigh;
}
// What is left of some cards when others are taken away, as far as they are there.
WATERHOLE_FN constexpr Cards without(Cards cards, Cards others) {
  const Cards left = (cards | kHigh) - others;
  const Cards enough = left & kHigh;  // the lanes that had enough
  return left & ~kHigh & (enough - (enough >> 5));
}
// By a loop where nth_bit is no single instruction: the first few species are asked for most.
WATERHOLE_FN int nth_species(Cards lanes, int n) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return nth_bit(lanes, n) / kLane;
#else
  for (; n > 0; --n) lanes &= lanes - 1;
  return lowest_bit(lanes) / kLane;
#endif
}

enum Ending : u8 { kNotOver, kByKnock, kBySuddenDeath, kByLapLimit };

struct Rules {
  bool expert;    // L14
  int lap_limit;  // L15; 0 sets none
};

struct State {
  Cards hand[kMostSeats];
  Cards known[kMostSeats];  // cards each player was seen to take or must have been dealt
  Cards rows[kRows];
  u32 turns;              // taken in this round
  u8 lives[kMostSeats];   // 0: out
  u8 points[kMostSeats];  // of the round that is over
  u8 seats;
  u8 players;  // seats that are in
  u8 turn;
  u8 first;
  u8 knocker;  // who knocked first, or kNobody
  u8 ending;
};
static_assert(sizeof(State) <= 192, "a state fits three cache lines");

// The cards of every swap, by its id.
struct Swaps {
  Cards laid[kMoves];

  constexpr Swaps() : laid{} {
    int id = 1;
    for (int a = 0; a < kSpecies; ++a) laid[id++] = card(a);
    for (int a = 0; a < kSpecies; ++a)
      for (int b = a; b < kSpecies; ++b) laid[id++] = card(a) + card(b);
    for (int a = 0; a < kSpecies; ++a)
      for (int b = a; b < kSpecies; ++b)
        for (int c = b; c < kSpecies; ++c) laid[id++] = card(a) + card(b) + card(c);
    for (int a = 0; a < kSpecies; ++a)
      for (int b = a; b < kSpecies; ++b)
        for (int c = b; c < kSpecies; ++c)
          for (int d = c; d < kSpecies; ++d) laid[id++] = card(a) + card(b) + card(c) + card(d);
  }
};

// The cards that a swap lays down.
WATERHOLE_FN Cards laid_by(int move) {
  static constexpr Swaps swaps{};
  return swaps.laid[move];
}

WATERHOLE_FN constexpr int row_of(int move) {
  return move < row_start(1) ? 0 : move < row_start(2) ? 1 : move < row_start(3) ? 2 : 3;
}

// A player may knock once he has swapped in this round. In the first lap nobody has, so all must
// swap; from the second lap on all have (L7).
WATERHOLE_FN bool may_knock(const State& s) { return s.turns >= s.players; }

// The id of a swap from its animals in order, without looking through a table: what each animal adds,
// by its place in the collection counted from the last. The ids of a row count its collections in
// lexicographic order; `from` is how many there are before those that begin with a species.
struct Ranks {
  int add[kRows][kSpecies];

  constexpr Ranks() : add{} {
    int from[kRows][kSpecies + 1] = {};
    for (int species = 0; species <= kSpecies; ++species) from[0][species] = species;
    for (int size = 1; size < kRows; ++size)
      for (int species = 0; species < kSpecies; ++species)
        from[size][species + 1] = from[size][species] + from[size - 1][kSpecies] - from[size - 1][species];
    for (int size = 0; size < kRows; ++size)
      for (int species = 0; species < kSpecies; ++species)
        add[size][species] = from[size][species] - (size ? from[size - 1][species] : 0);
  }
};

WATERHOLE_FN int rank_of(int place, int species) {
  static constexpr Ranks ranks{};
  return ranks.add[place][species];
}

// The id of the swap that would lay down these cards for their own row.
WATERHOLE_FN int id_of(int row, Cards cards) {
  int id = row_start(row);
  for (int species = 0, place = row; place >= 0; ++species)
    for (int i = count(cards, species); i > 0; --i) id += rank_of(place--, species);
  return id;
}

// Calls see(id) for every legal move, in the order of the ids (L5 to L7). Only collections that the
// hand has are looked at: some hundred of the thousand there are.
template <class See>
WATERHOLE_FN void each_legal(const State& s, See&& see) {
  if (s.ending) return;
  if (may_knock(s)) see(kKnock);
  int kind[kSpecies], many[kSpecies], kinds = 0;
  for (int species = 0; species < kSpecies; ++species) {
    const int held = count(s.hand[s.turn], species);
    if (!held) continue;
    kind[kinds] = species;
    many[kinds++] = held;
  }
  int same[kRows];  // the row's own cards: no swap (L6)
  for (int row = 0; row < kRows; ++row) same[row] = id_of(row, s.rows[row]);
  auto offer = [&](int row, int id) {
    if (id != same[row]) see(id);
  };
  for (int a = 0; a < kinds; ++a) offer(0, row_start(0) + rank_of(0, kind[a]));
  for (int a = 0; a < kinds; ++a) {
    const int first = row_start(1) + rank_of(1, kind[a]);
    for (int b = many[a] > 1 ? a : a + 1; b < kinds; ++b) offer(1, first + rank_of(0, kind[b]));
  }
  for (int a = 0; a < kinds; ++a) {
    for (int b = many[a] > 1 ? a : a + 1; b < kinds; ++b) {
      const int first = row_start(2) + rank_of(2, kind[a]) + rank_of(1, kind[b]);
      for (int c = many[b] > 1 + (a == b) ? b : b + 1; c < kinds; ++c) offer(2, first + rank_of(0, kind[c]));
    }
  }
  for (int a = 0; a < kinds; ++a) {
    for (int b = many[a] > 1 ? a : a + 1; b < kinds; ++b) {
      for (int c = many[b] > 1 + (a == b) ? b : b + 1; c < kinds; ++c) {
        const int first = row_start(3) + rank_of(3, kind[a]) + rank_of(2, kind[b]) + rank_of(1, kind[c]);
        for (int d = many[c] > 1 + (b == c) + (a == c) ? c : c + 1; d < kinds; ++d)
          offer(3, first + rank_of(0, kind[d]));
      }
    }
  }
}

WATERHOLE_FN int next_player(const State& s, int seat) {
  do {
    seat = seat + 1 == s.seats ? 0 : seat + 1;
  } while (!s.lives[seat]);
  return seat;
}

// All cats, all hares or all pigs; for experts not the cats (L8, L14).
WATERHOLE_FN bool deadly(Cards hand, bool expert) {
  return count(hand, kHare) == 5 || count(hand, kPig) == 5 || (!expert && count(hand, kCat) == 4);
}

WATERHOLE_FN void lose(State& s, int seat, int lives) {
  s.lives[seat] = static_cast<u8>(s.lives[seat] > lives ? s.lives[seat] - lives : 0);
}

WATERHOLE_FN void sudden_death(State& s, const Rules& rules) {
  const int caller = s.turn;
  s.ending = kBySuddenDeath;
  for (int seat = 0; seat < s.seats; ++seat)
    if (seat != caller) lose(s, seat, 1);
  s.lives[caller] = static_cast<u8>(s.lives[caller] + rules.expert);
}

// The seat that holds more of a species than every other, and enough of it (L9, L12, L13); or kNobody.
WATERHOLE_FN int majority(const State& s, int species) {
  int most = 0, holder = kNobody;
  for (int seat = 0; seat < s.seats; ++seat) {
    const int held = count(s.hand[seat], species);
    if (held > most) {
      most = held;
      holder = seat;
    } else if (held == most) {
      holder = kNobody;
    }
  }
  return most >= (s.players == 2 ? 2 : 1) ? holder : kNobody;
}

// Points, then lives (L10).
WATERHOLE_FN void score(State& s, Ending ending) {
  s.ending = ending;
  for (int seat = 0; seat < kMostSeats; ++seat) s.points[seat] = 0;
  for (int species = 0; species < kSpecies; ++species) {
    const int holder = majority(s, species);
    if (holder != kNobody) s.points[holder] = static_cast<u8>(s.points[holder] + value(species));
  }
  int highest = 0, lowest = 255;
  for (int seat = 0; seat < s.seats; ++seat) {
    if (!s.lives[seat]) continue;
    highest = s.points[seat] > highest ? s.points[seat] : highest;
    lowest = s.points[seat] < lowest ? s.points[seat] : lowest;
  }
  for (int seat = 0; seat < s.seats; ++seat) {
    if (s.lives[seat] && s.points[seat] != highest) lose(s, seat, s.points[seat] == lowest ? 2 : 1);
  }
}

// What follows a turn: the next player, or the end of the round.
WATERHOLE_FN void pass_on(State& s, const Rules& rules) {
  ++s.turns;
  s.turn = static_cast<u8>(next_player(s, s.turn));
  if (s.turn == s.knocker) {
    score(s, kByKnock);
  } else if (s.knocker == kNobody && rules.lap_limit &&
             s.turns == static_cast<u32>(rules.lap_limit) * s.players) {
    score(s, kByLapLimit);
  }
}

WATERHOLE_FN void knock(State& s, const Rules& rules) {
  if (s.knocker == kNobody) s.knocker = s.turn;
  pass_on(s, rules);
}

WATERHOLE_FN void swap(State& s, int row, Cards laid, const Rules& rules) {
  const Cards hand = s.hand[s.turn] - laid + s.rows[row];
  s.hand[s.turn] = hand;
  s.known[s.turn] = without(s.known[s.turn], laid) + s.rows[row];
  s.rows[row] = laid;
  if (deadly(hand, rules.expert)) {
    ++s.turns;
    for (int seat = 0; seat < kMostSeats; ++seat) s.points[seat] = 0;
    sudden_death(s, rules);
    return;
  }
  pass_on(s, rules);
}

// Does what a legal move says.
WATERHOLE_FN void play(State& s, int move, const Rules& rules) {
  if (move == kKnock) return knock(s, rules);
  swap(s, row_of(move), laid_by(move), rules);
}

WATERHOLE_FN int count_players(const State& s) {
  int players = 0;
  for (int seat = 0; seat < s.seats; ++seat) players += s.lives[seat] != 0;
  return players;
}

// A round with no card dealt yet, for the players with lives.
WATERHOLE_FN void clear(State& s, int first) {
  for (Cards& hand : s.hand) hand = 0;
  for (Cards& known : s.known) known = 0;
  for (Cards& row : s.rows) row = 0;
  s.turns = 0;
  s.players = static_cast<u8>(count_players(s));
  s.turn = s.first = static_cast<u8>(first);
  s.knocker = kNobody;
  s.ending = kNotOver;
}

// A match with five lives for each seat (L2).
WATERHOLE_FN void start(State& s, int seats) {
  s = State{};
  s.seats = static_cast<u8>(seats);
  for (int seat = 0; seat < seats; ++seat) s.lives[seat] = kLives;
}

WATERHOLE_FN constexpr int full_pack(u8* pack) {
  int size = 0;
  for (int species = 0; species < kSpecies; ++species)
    for (int i = 0; i < value(species); ++i) pack[size++] = static_cast<u8>(species);
  return size;
}

// Deals to the players with lives, then the rows (L2); next() gives the species of the next card.
template <class Next>
WATERHOLE_FN void deal_from(State& s, int first, Next&& next) {
  clear(s, first);
  for (int seat = 0; seat < s.seats; ++seat)
    if (s.lives[seat])
      for (int i = 0; i < kHand; ++i) s.hand[seat] += card(next());
  for (int row = 0; row < kRows; ++row)
    for (int i = 0; i <= row; ++i) s.rows[row] += card(next());
}

struct Pack {
  u8 cards[kPack];
  constexpr Pack() : cards{} { full_pack(cards); }
};

// By fast random numbers.
WATERHOLE_FN void deal(State& s, int first, Random& random) {
  static constexpr Pack fresh{};
  Pack pack = fresh;
  u32 size = kPack;
  deal_from(s, first, [&]() {
    const u32 place = random.below(size);
    const int taken = pack.cards[place];
    pack.cards[place] = pack.cards[--size];
    return taken;
  });
}

// By the seed's fair stream.
WATERHOLE_FN void deal(State& s, int round, int first, Seed seed) {
  FairStream stream("life", s.seats, round, seed);
  u8 pack[kPack];
  stream.shuffle(pack, full_pack(pack));
  int dealt = 0;
  deal_from(s, first, [&]() { return static_cast<int>(pack[dealt++]); });
}

}  // namespace waterhole::life
