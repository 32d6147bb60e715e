// A player of Life is Life by rules of thumb: sees what its seat may see, counts what is known of each
// hand, fights for majorities it can get, goes for sets of hares, pigs and cats and guards against those
// of others, and knocks when it thinks it leads.
#pragma once

#include "life_random.hpp"

namespace waterhole::life {

// What such a player is like.
struct Taste {
  // For two to five players that are in:
  float knock[4] = {0.44f, 0.38f, 0.26f, 0.25f};  // knocks with so much of all points in hand
  float growth[4] = {-0.15f, 0.36f, 1.2f, 1.3f};  // cards the best rival has more than his share of a species
  float majority = 1.6f;                          // how much a card decides about a majority
  float near_set = 2.0f;                          // points that a set is worth with one card missing
  float far_set = 0.25f;                          // with two
  float danger = 12.0f;  // points it costs to lay down what completes the next player's set
};

constexpr Taste kSteady{};
constexpr Taste kKnocker{.knock = {0.25f, 0.2f, 0.15f, 0.1f}};

// The most cards of each species that any one of the others is known to hold.
WATERHOLE_FN Cards most_known(const State& s) {
  Cards most = 0;
  for (int seat = 0; seat < s.seats; ++seat)
    if (seat != s.turn) most += without(s.known[seat], most);
  return most;
}

// A player's judgement: the points that so many cards of a species are likely to bring, by how many are in,
// whether it is the last turn, the most that a rival is known to hold, and the cards held.
struct Judgement {
  static constexpr int kMost = 10;
  Taste taste;
  float points[4][2][kSpecies][kMost][kMost];

  WATERHOLE_FN constexpr Judgement(const Taste& of, bool expert) : taste(of), points{} {
    for (int players = 2; players <= kMostSeats; ++players)
      for (int last = 0; last < 2; ++last)
        for (int species = 0; species < kSpecies; ++species)
          for (int known = 0; known <= value(species); ++known)
            for (int held = 0; held <= value(species); ++held)
              points[players - 2][last][species][known][held] =
                  majority(players, species, known, held) +
                  (species == kCat && expert ? 0 : set(species, known, held, last));
  }

 private:
  WATERHOLE_FN constexpr float majority(int players, int species, int known, int held) const {
    const int all = value(species);
    if (held < (players == 2 ? 2 : 1) || held <= known) return 0;
    if (2 * held > all) return static_cast<float>(all);  // nobody can have more
    // A rival has a sixth of the pack, so a sixth of the species; the best of several has more.
    const float share = static_cast<float>(all) / 6 + taste.growth[players - 2];
    const float best = share < static_cast<float>(known) ? static_cast<float>(known) + 0.2f : share;
    const float chance = 0.5f + (static_cast<float>(held) - 0.5f - best) * taste.majority * 0.5f;
    return static_cast<float>(all) * (chance < 0.03f ? 0.03f : chance > 1 ? 1 : chance);
  }

  WATERHOLE_FN constexpr float set(int species, int known, int held, bool last) const {
    const int missing = value(species) - held;
    if (species < kHare || species > kCat || known > missing || missing > 2) return 0;
    if (missing == 0) return 60;
    return last ? 0 : missing == 1 ? taste.near_set : taste.far_set;
  }
};

enum class Manner { kCalm, kHasty };

WATERHOLE_FN const Judgement& judgement(Manner manner, bool expert) {
  static constexpr Judgement calm[2] = {{kSteady, false}, {kSteady, true}};
  static constexpr Judgement hasty[2] = {{kKnocker, false}, {kKnocker, true}};
  return manner == Manner::kCalm ? calm[expert] : hasty[expert];
}

// What the cards of each species are worth to the player whose turn it is.
struct Prospects {
  const float* points[kSpecies];
  float factor[kSpecies];

  WATERHOLE_FN Prospects() : points{}, factor{} {
    for (float& each : factor) each = 1;
  }

  WATERHOLE_FN Prospects(const State& s, const Judgement& judgement) : Prospects() {
    const Cards rivals = most_known(s);
    const auto& here = judgement.points[s.players - 2][s.knocker != kNobody];
    for (int species = 0; species < kSpecies; ++species)
      points[species] = here[species][count(rivals, species)];
  }

  template <class Rng>
  WATERHOLE_FN void blur(float noise, Rng& random) {
    u64 bits = random.next();
    for (int species = 0; species < kSpecies; ++species, bits >>= 6)
      factor[species] = 1 + noise * (static_cast<float>(bits & 63) / 64 - 0.5f);
  }

  WATERHOLE_FN float of(Cards hand) const {
    float total = 0;
    for (int species = 0; species < kSpecies; ++species)
      total += factor[species] * points[species][count(hand, species)];
    return total;
  }
};

struct Found {
  float value;
  int row;  // -1: a knock
  Cards laid;
};

// The best collection to lay down for a row: species by species, the best way to part with so many cards
// so far. Its own cards are no swap (L6); the answer then says so with a row of -2.
WATERHOLE_FN Found best_swap(Cards hand, Cards row, int which, const Prospects& prospects) {
  const int cards = which + 1;
  float best[kRows + 1] = {};
  Cards laid[kRows + 1] = {};
  float kept = 0;  // what the hand is worth with the row and nothing laid down
  int most = 0;    // so many cards can be parted with so far
  for (int species = 0; species < kSpecies; ++species) {
    const int held = count(hand, species), after = held + count(row, species);
    const float* const points = prospects.points[species];
    const float factor = prospects.factor[species], all = factor * points[after];
    kept += all;
    if (!held) continue;
    const int reach = most + held < cards ? most + held : cards;
    for (int n = reach; n > 0; --n) {
      float highest = n <= most ? best[n] : -1e9f;
      Cards chosen = laid[n];
      for (int part = n > most ? n - most : 1; part <= held && part <= n; ++part) {
        const float here = best[n - part] + factor * points[after - part] - all;
        if (here > highest) {
          highest = here;
          chosen = laid[n - part] + card(species) * static_cast<Cards>(part);
        }
      }
      best[n] = highest;
      laid[n] = chosen;
    }
    most = reach;
  }
  return {kept + best[cards], laid[cards] == row ? -2 : which, laid[cards]};
}

// What it costs that the next player finds these cards in a row: they may complete his set.
WATERHOLE_FN float danger(const State& s, const Rules& rules, Cards row, int next, const Taste& taste) {
  float cost = 0;
  for (int species = kHare; species <= kCat; ++species) {
    if (species == kCat && rules.expert) continue;
    const int there = count(row, species);
    if (!there) continue;
    const int missing = value(species) - there - count(s.known[next], species);
    if (missing <= 0)
      cost += taste.danger;
    else if (missing == 1)
      cost += 0.25f * taste.danger;
  }
  return cost;
}

constexpr int kPatience = 12;  // laps after which it knocks whatever it has

// The points with which it knocks: from the middle of its patience on it asks for less and less.
WATERHOLE_FN float enough(const State& s, const Taste& taste) {
  const int laps = static_cast<int>(s.turns) / s.players;
  const float patience = laps < kPatience / 2 ? 1 : static_cast<float>(kPatience - laps) / (kPatience / 2);
  return patience * 60 * taste.knock[s.players - 2];
}

constexpr float kKnockBonus = 3;  // points that a knock is better than a swap with the same prospects

// The move such a player makes, with so much noise in what it thinks of each species. It asks for so many
// times its usual points before it knocks.
template <class Rng>
WATERHOLE_FN Found heuristic_swap(const State& s, const Rules& rules, Rng& random, const Judgement& judgement,
                                  float noise, float asks = 1) {
  const Cards hand = s.hand[s.turn];
  const bool last_turn = s.knocker != kNobody;
  const int next = next_player(s, s.turn);
  Prospects prospects(s, judgement);
  if (noise > 0) prospects.blur(noise, random);
  Found best{-1e9f, -2, 0};
  if (may_knock(s)) {
    const float now = prospects.of(hand);
    if (static_cast<int>(s.turns) >= kPatience * s.players && !last_turn) return {now, -1, 0};
    if (last_turn || now >= asks * enough(s, judgement.taste))
      best = {now + (last_turn ? 0.0f : kKnockBonus), -1, 0};
  }
  for (int row = 0; row < kRows; ++row) {
    Found found = best_swap(hand, s.rows[row], row, prospects);
    if (found.row < 0) continue;
    if (next != s.knocker) found.value -= danger(s, rules, found.laid, next, judgement.taste);
    if (found.value > best.value) best = found;
  }
  if (best.row == -2) {  // only the same cards would please: anything else, then
    const Swap swap = random_move(s, random);
    best = {0, swap.row, swap.laid};
  }
  return best;
}

template <class Rng>
WATERHOLE_FN int heuristic_move(const State& s, const Rules& rules, Rng& random, const Judgement& judgement,
                                float noise = 0) {
  const Found found = heuristic_swap(s, rules, random, judgement, noise);
  return found.row < 0 ? kKnock : id_of(found.row, found.laid);
}

}  // namespace waterhole::life
