// How Tembo is searched.
#pragma once

#include <algorithm>
#include <cmath>

#include "legality.hpp"
#include "search.hpp"
#include "tembo_heuristic.hpp"
#include "tembo_sight.hpp"

namespace waterhole::tembo {

class Plan {
 public:
  using State = tembo::State;
  using Worlds = search::EvenWorlds<Plan>;

  WATERHOLE_FN Plan(const Deck& deck, const Sight& sight, bool random_play, float memory, Random& random)
      : deck_(deck),
        sight_(sight),
        seen_(seen(sight)),
        unseen_(sight, memory, random),
        random_play_(random_play) {}

  WATERHOLE_FN static search::Settings settings() {
    return {.exploration = 0.3f, .widening = 1, .power = 0.3f, .noise = 0.3f};
  }

  WATERHOLE_FN int seat() const { return sight_.seat; }
  WATERHOLE_FN const State& table() const { return seen_; }  // with the own hand alone
  WATERHOLE_FN const Unseen& unseen() const { return unseen_; }
  WATERHOLE_FN bool last_move() const { return false; }
  WATERHOLE_FN State world(Random& random) const { return tembo::world(seen_, sight_.seat, unseen_, random); }
  WATERHOLE_FN bool over(const State& s) const { return s.over; }
  WATERHOLE_FN int to_move(const State& s) const { return s.turn; }
  WATERHOLE_FN bool legal(const State& s, int move) const { return is_legal(s, deck_, move); }
  WATERHOLE_FN void play(State& s, int move, Random& random) const {
    tembo::play(s, move, deck_, LoosePile{random});
  }

  WATERHOLE_FN int propose(const State& s, float noise, Random& random) const {
    return random_play_ ? random_move(s, deck_, random) : heuristic_move(s, deck_, random, noise);
  }

  WATERHOLE_FN int ways() const { return 1; }

  WATERHOLE_FN void finish(State& s, int, float noise, Random& random) const {
    if (s.over) return;
    if (random_play_) {
      play_out(s, deck_, random);
      return;
    }
    while (!s.over) play(s, heuristic_move(s, deck_, random, noise), random);
  }

  // The searcher's moves, the most promising first.
  template <class See>
  WATERHOLE_FN void each_candidate(See&& see) const {
    struct {
      float value;
      int move;
    } found[kMostLegal] = {};
    int count = 0;
    const Outlook outlook(seen_, deck_, steady());
    each_legal(seen_, deck_, [&](int move) {
      const float value = random_play_ ? 0 : outlook.of(move);
      int place = count++;
      for (; place > 0 && found[place - 1].value < value; --place) found[place] = found[place - 1];
      found[place] = {value, move};
    });
    for (int i = 0; i < count; ++i) see(found[i].move);
  }

  // The end of the round: a share of the win in the last one, a chance of it before; and a little for
  // every point, so that a match that is decided is still played well.
  WATERHOLE_FN search::Worth worth(const State& s) const {
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
