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
  u32 turns;               // taken in this round
  u8 lives[kMostSeats];    // 0: out
  u8 points[kMostSeats];   // of the round that is over
  u8 seats;
  u8 players;              // seats that are in
  u8 turn;
  u8 first;
  u8 knocker;              // who knocked first, or kNobody
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

// Calls see(id) for every legal move, in the order of the ids (L5 to L7).
template <class See>
WATERHOLE_FN void each_legal(const State& s, See&& see) {
  if (s.ending) return;
  if (may_knock(s)) see(kKnock);
  const Cards hand = s.hand[s.turn];
  for (int row = 0; row < kRows; ++row) {
    for (int move = row_start(row); move < row_start(row + 1); ++move) {
      const Cards laid = laid_by(move);
      if (has(hand, laid) && laid != s.rows[row]) see(move);
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

// Majorities and points (L9, L12, L13), then lives (L10).
WATERHOLE_FN void score(State& s, Ending ending) {
  s.ending = ending;
  for (int seat = 0; seat < kMostSeats; ++seat) s.points[seat] = 0;
  const int needed = s.players == 2 ? 2 : 1;
  for (int species = 0; species < kSpecies; ++species) {
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
    if (holder != kNobody && most >= needed)
      s.points[holder] = static_cast<u8>(s.points[holder] + value(species));
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

struct Swap {
  int row;  // -1: a knock
  Cards laid;
};

// The collections of 1 to 4 cards of a hand, by how many species it has at least n of.
struct Counts {
  Cards lanes[4];
  int species[4];
  int choices[kRows];

  WATERHOLE_FN explicit Counts(Cards hand) : lanes{}, species{}, choices{} {
    for (int n = 0; n < 4; ++n) {
      lanes[n] = at_least(hand, n + 1);
      species[n] = count_bits(lanes[n]);
    }
    const int a = species[0], b = species[1], c = species[2], d = species[3];
    choices[0] = a;
    choices[1] = a * (a - 1) / 2 + b;
    choices[2] = a * (a - 1) * (a - 2) / 6 + b * (a - 1) + c;
    choices[3] = a * (a - 1) * (a - 2) * (a - 3) / 24 + b * (a - 1) * (a - 2) / 2 +
                 b * (b - 1) / 2 + c * (a - 1) + d;
  }
};

// A pair i < j of m things by its number.
WATERHOLE_FN void nth_pair(int number, int m, int& i, int& j) {
  i = 0;
  while (number >= m - 1 - i) number -= m - 1 - i++;
  j = i + 1 + number;
}

// The collection with this number, for a row of so many cards.
WATERHOLE_FN Cards nth_collection(const Counts& counts, int cards, int number) {
  const Cards* lanes = counts.lanes;
  const int a = counts.species[0], b = counts.species[1], c = counts.species[2];
  auto one = [&](int n, int which) { return card(nth_species(lanes[n], which)); };
  // A species that is not the one already chosen.
  auto other = [&](Cards chosen, int which) {
    return card(nth_species(lanes[0] & ~(chosen << 5), which));
  };
  if (cards == 1) return one(0, number);
  if (cards == 2) {
    if (number < b) return 2 * one(1, number);
    int i, j;
    nth_pair(number - b, a, i, j);
    return one(0, i) + one(0, j);
  }
  if (cards == 3) {
    if (number < c) return 3 * one(2, number);
    number -= c;
    if (number < b * (a - 1)) {
      const Cards twice = one(1, number / (a - 1));
      return 2 * twice + other(twice, number % (a - 1));
    }
    number -= b * (a - 1);
    int i = 0, left = (a - 1) * (a - 2) / 2;
    while (number >= left) {
      number -= left;
      ++i;
      left = (a - 1 - i) * (a - 2 - i) / 2;
    }
    int j, k;
    nth_pair(number, a - 1 - i, j, k);
    return one(0, i) + one(0, i + 1 + j) + one(0, i + 1 + k);
  }
  const int d = counts.species[3];
  if (number < d) return 4 * one(3, number);
  number -= d;
  if (number < c * (a - 1)) {
    const Cards thrice = one(2, number / (a - 1));
    return 3 * thrice + other(thrice, number % (a - 1));
  }
  number -= c * (a - 1);
  int i, j;
  if (number < b * (b - 1) / 2) {
    nth_pair(number, b, i, j);
    return 2 * (one(1, i) + one(1, j));
  }
  number -= b * (b - 1) / 2;
  const int pairs = (a - 1) * (a - 2) / 2;
  if (number < b * pairs) {
    const Cards twice = one(1, number / pairs);
    nth_pair(number % pairs, a - 1, i, j);
    return 2 * twice + other(twice, i) + other(twice, j);
  }
  number -= b * pairs;
  // Four different species: the number in the combinatorial number system, highest first.
  Cards laid = 0;
  for (int left = 4; left > 0; --left) {
    int choices = 1, top = left - 1;  // how many collections have their highest at `top`
    while (number >= choices) {
      number -= choices;
      choices = choices * (top + 1) / (top + 2 - left);
      ++top;
    }
    laid += one(0, top);
  }
  return laid;
}

// One of the legal moves, each equally likely, without listing them.
template <class Rng>
WATERHOLE_FN Swap random_move(const State& s, Rng& random) {
  const Counts counts(s.hand[s.turn]);
  const int knock = may_knock(s);
  const int* choices = counts.choices;
  const int total = knock + choices[0] + choices[1] + choices[2] + choices[3];
  for (;;) {
    int pick = static_cast<int>(random.below(static_cast<u32>(total))) - knock;
    if (pick < 0) return {-1, 0};
    int row = 0;
    while (pick >= choices[row]) pick -= choices[row++];
    const Cards laid = nth_collection(counts, row + 1, pick);
    if (laid != s.rows[row]) return {row, laid};  // else the same cards (L6): draw again
  }
}

}  // namespace waterhole::life
