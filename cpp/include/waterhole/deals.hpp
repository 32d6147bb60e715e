// Where deals come from: a seed's fair stream, or fast random numbers.
#pragma once

#include "common.hpp"
#include "fair.hpp"

namespace waterhole {

// Every deal follows from the seed; the pile is drawn as it lies.
struct FairDeals {
  Seed seed;

  WATERHOLE_FN int lot(const char* game, int seats) const {
    return static_cast<int>(FairStream(game, seats, 0, seed).below(static_cast<u32>(seats)));
  }
};

// The first rounds lie as given, a state before its first move each; those after them follow from the seed.
template <class State>
struct GivenDeals {
  FairDeals fair;
  const State* given;
  u32 count;

  WATERHOLE_FN int lot(const char* game, int seats) const { return fair.lot(game, seats); }
};

// Deals as fair, by a fast generator instead of a documented stream: for simulation and learning.
struct FastDeals {
  Random random;

  WATERHOLE_FN int lot(const char*, int seats) {
    return static_cast<int>(random.below(static_cast<u32>(seats)));
  }
};

}  // namespace waterhole
