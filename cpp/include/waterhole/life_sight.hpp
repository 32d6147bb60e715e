// What one seat at a table of Life is Life knows, and the worlds it cannot tell apart.
#pragma once

#include "life_match.hpp"

namespace waterhole::life {

// The three species of sudden death, in the order of the lanes.
constexpr int kDeadly[3] = {kHare, kPig, kCat};

constexpr int kMostTries = 10000;  // a world that fits is nearly always among the first few

// Everything open, and the own hand. There is no room in it for another hand.
struct Sight {
  Cards hand;
  Cards rows[kRows];
  Cards known[kMostSeats];  // cards each player is known to hold
  u8 most[kMostSeats][3];   // so many hares, pigs and cats he can hold: he would have called before (L8)
  u32 turns;
  u8 lives[kMostSeats];
  u8 seats, players, seat, turn, first, knocker;
};

WATERHOLE_FN constexpr int count_cards(Cards cards) {
  int total = 0;
  for (int species = 0; species < kSpecies; ++species) total += count(cards, species);
  return total;
}

WATERHOLE_FN constexpr Cards full_cards() {
  Cards all = 0;
  for (int species = 0; species < kSpecies; ++species)
    all += card(species) * static_cast<Cards>(value(species));
  return all;
}

// With a memory below 1 cards that others were seen to take are forgotten now and then.
WATERHOLE_FN void forget(Sight& sight, float memory, Random& random) {
  if (memory >= 1) return;
  for (int seat = 0; seat < sight.seats; ++seat) {
    if (seat == sight.seat) continue;
    for (int species = 0; species < kSpecies; ++species)
      for (int i = count(sight.known[seat], species); i > 0; --i)
        if (static_cast<float>(random.below(1 << 24)) >= memory * (1 << 24))
          sight.known[seat] -= card(species);
    for (u8& most : sight.most[seat]) most = 9;
  }
}

// The species of the cards a seat has not seen.
struct Unseen {
  u8 cards[kPack];
  u8 total;

  WATERHOLE_FN explicit Unseen(const Sight& s) : Unseen(s.hand, s.rows, s.known, s.seats, s.seat) {}
  // Of the player to move.
  WATERHOLE_FN explicit Unseen(const State& s) : Unseen(s.hand[s.turn], s.rows, s.known, s.seats, s.turn) {}

  // A hand of which some cards are known; the others are drawn from here.
  WATERHOLE_FN Cards deal(Cards known, Random& random) {
    for (int i = kHand - count_cards(known); i > 0; --i) {
      const u32 place = random.below(total);
      known += card(cards[place]);
      cards[place] = cards[--total];
    }
    return known;
  }

 private:
  WATERHOLE_FN Unseen(Cards hand, const Cards* rows, const Cards* known, int seats, int seat)
      : cards{}, total(0) {
    Cards left = full_cards() - hand;
    for (int row = 0; row < kRows; ++row) left -= rows[row];
    for (int other = 0; other < seats; ++other)
      if (other != seat) left -= known[other];
    for (int species = 0; species < kSpecies; ++species)
      for (int i = count(left, species); i > 0; --i) cards[total++] = static_cast<u8>(species);
  }
};

// The table as the seat sees it: its own hand, and nothing in the others'.
WATERHOLE_FN State seen(const Sight& sight) {
  State s{};
  for (int row = 0; row < kRows; ++row) s.rows[row] = sight.rows[row];
  for (int seat = 0; seat < sight.seats; ++seat) {
    s.known[seat] = sight.known[seat];
    s.lives[seat] = sight.lives[seat];
  }
  s.hand[sight.seat] = sight.hand;
  s.turns = sight.turns;
  s.seats = sight.seats;
  s.players = sight.players;
  s.turn = sight.turn;
  s.first = sight.first;
  s.knocker = sight.knocker;
  return s;
}

// A round that the seat cannot tell from the real one: the unseen cards lie in every way alike, but for
// those in which somebody would have called sudden death.
WATERHOLE_FN State world(const State& seen, const Sight& sight, const Unseen& unseen, Random& random) {
  State s = seen;
  for (int tries = 0;; ++tries) {
    Unseen left = unseen;
    bool fits = true;
    for (int seat = 0; seat < sight.seats; ++seat) {
      if (seat == sight.seat || !sight.lives[seat]) continue;
      const Cards hand = left.deal(sight.known[seat], random);
      for (int i = 0; i < 3; ++i) fits &= count(hand, kDeadly[i]) <= sight.most[seat][i];
      s.hand[seat] = hand;
    }
    if (fits || tries == kMostTries) return s;
  }
}

}  // namespace waterhole::life
