// The number that identifies how the engine plays (docs/signature.md).
#pragma once

#include "life_match.hpp"
#include "tembo_match.hpp"

namespace waterhole {

struct Fnv {
  u64 hash = 0xCBF29CE484222325ull;

  WATERHOLE_FN void add(u32 number) {
    for (int shift = 0; shift < 32; shift += 8) {
      hash = (hash ^ ((number >> shift) & 255)) * 0x100000001B3ull;
    }
  }
};

constexpr int kSignatureMatches = 220;
constexpr int kMatchesPerCase = 20;
constexpr int kSignatureLaps = 5;

// The seed "signature k".
struct SignatureSeed {
  char text[16] = {'s', 'i', 'g', 'n', 'a', 't', 'u', 'r', 'e', ' '};
  u32 size = 10;

  WATERHOLE_FN explicit SignatureSeed(int k) {
    char digits[4];
    int count = 0;
    do {
      digits[count++] = static_cast<char>('0' + k % 10);
      k /= 10;
    } while (k);
    while (count) text[size++] = digits[--count];
  }
};

// Calls see(number) for every number of match k, in order.
template <class See>
WATERHOLE_FN void signature_match(int k, const tembo::Deck& deck, See&& see) {
  const SignatureSeed seed(k);
  FairDeals deals{{seed.text, seed.size}};
  SplitMix mix{static_cast<u64>(k)};
  const int index = k / kMatchesPerCase;
  if (index < 3) {
    tembo::Match m;
    tembo::start(m, index + 2, 2, deck, deals);
    while (!m.over) {
      u16 legal[tembo::kMoves];
      u32 count = 0;
      tembo::each_legal(m.state, deck, [&](int move) { legal[count++] = static_cast<u16>(move); });
      const int move = legal[mix.below(count)];
      see(m.state.turn);
      see(count);
      see(static_cast<u32>(move));
      tembo::play(m, move, deck, deals);
    }
    for (int seat = 0; seat < m.state.seats; ++seat) see(m.state.totals[seat]);
    return;
  }
  const life::Rules rules{(index - 3) % 2 == 1, kSignatureLaps};
  life::Match m;
  life::start(m, (index - 3) / 2 + 2, deals);
  while (!m.over) {
    u16 legal[life::kMoves];
    u32 count = 0;
    life::each_legal(m.state, [&](int move) { legal[count++] = static_cast<u16>(move); });
    const int move = legal[mix.below(count)];
    see(m.state.turn);
    see(count);
    see(static_cast<u32>(move));
    life::play(m, move, rules, deals);
  }
  for (int seat = 0; seat < m.state.seats; ++seat) see(m.state.lives[seat]);
}

WATERHOLE_FN u64 signature(const tembo::Deck& deck) {
  Fnv fnv;
  for (int k = 0; k < kSignatureMatches; ++k) signature_match(k, deck, [&](u32 n) { fnv.add(n); });
  return fnv.hash;
}

}  // namespace waterhole
