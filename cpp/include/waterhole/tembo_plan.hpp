// How Tembo is searched.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "legality.hpp"
#include "search.hpp"
#include "tembo_heuristic.hpp"
#include "tembo_sight.hpp"

namespace waterhole::tembo {

class Plan {
 public:
  using State = tembo::State;
  using Worlds = search::EvenWorlds<Plan>;

  Plan(const Deck& deck, const Sight& sight, bool random_play, float memory, Random& random)
      : deck_(deck),
        sight_(sight),
        seen_(seen(sight)),
        unseen_(sight, memory, random),
        random_play_(random_play) {}

  static search::Settings settings() {
    return {.exploration = 0.3f, .widening = 1, .power = 0.3f, .noise = 0.3f};
  }

  int seat() const { return sight_.seat; }
  bool last_move() const { return false; }
  State world(Random& random) const { return tembo::world(seen_, sight_.seat, unseen_, random); }
  bool over(const State& s) const { return s.over; }
  int to_move(const State& s) const { return s.turn; }
  bool legal(const State& s, int move) const { return is_legal(s, deck_, move); }
  void play(State& s, int move, Random& random) const { tembo::play(s, move, deck_, LoosePile{random}); }

  int propose(const State& s, float noise, Random& random) const {
    return random_play_ ? random_move(s, deck_, random) : heuristic_move(s, deck_, random, noise);
  }

  int ways() const { return 1; }

  void finish(State& s, int, float noise, Random& random) const {
    if (s.over) return;
    if (random_play_) {
      play_out(s, deck_, random);
      return;
    }
    while (!s.over) play(s, heuristic_move(s, deck_, random, noise), random);
  }

  // The searcher's moves, the most promising first.
  template <class See>
  void each_candidate(See&& see) const {
    std::vector<std::pair<float, int>> found;
    const Outlook outlook(seen_, deck_, steady());
    each_legal(seen_, deck_, [&](int move) { found.emplace_back(-outlook.of(move), move); });
    if (!random_play_) std::sort(found.begin(), found.end());
    for (const auto& [value, move] : found) see(move);
  }

  // The end of the round: a share of the win in the last one, a chance of it before; and a little for
  // every point, so that a match that is decided is still played well.
  search::Worth worth(const State& s) const {
    search::Worth worth{};
    int totals[kMostSeats];
    float powers[kMostSeats], sum = 0;
    const float spread = 9.0f * std::sqrt(static_cast<float>(sight_.rounds - sight_.round));
    int best = 0;
    for (int seat = 0; seat < s.seats; ++seat) {
      totals[seat] = s.totals[seat] + deck_.worth(s.carried[seat]);
      best = std::max(best, totals[seat]);
    }
    for (int seat = 0; seat < s.seats; ++seat) {
      const float behind = static_cast<float>(best - totals[seat]);
      powers[seat] = spread > 0 ? std::exp(-behind / spread) : behind == 0 ? 1.0f : 0.0f;
      sum += powers[seat];
    }
    for (int seat = 0; seat < s.seats; ++seat) {
      int rival = 0;
      for (int other = 0; other < s.seats; ++other)
        if (other != seat) rival = std::max(rival, totals[other]);
      const float lead = static_cast<float>(totals[seat] - rival) / 60;
      worth.win[seat] = powers[seat] / sum;
      worth.utility[seat] = 0.7f * worth.win[seat] + 0.3f * std::clamp(0.5f + lead, 0.0f, 1.0f);
    }
    return worth;
  }

 private:
  Deck deck_;
  Sight sight_;
  State seen_;
  Unseen unseen_;
  bool random_play_;
};

}  // namespace waterhole::tembo
