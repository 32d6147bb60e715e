// Life is Life played at random: any legal move, each equally likely, chosen by counting and not by
// listing the hundreds there are.
#pragma once

#include "life.hpp"

namespace waterhole::life {

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
    choices[3] =
        a * (a - 1) * (a - 2) * (a - 3) / 24 + b * (a - 1) * (a - 2) / 2 + b * (b - 1) / 2 + c * (a - 1) + d;
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
  auto other = [&](Cards chosen, int which) { return card(nth_species(lanes[0] & ~(chosen << 5), which)); };
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
