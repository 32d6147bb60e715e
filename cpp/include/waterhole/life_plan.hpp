// How Life is Life is searched.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "legality.hpp"
#include "life_heuristic.hpp"
#include "life_lives.hpp"
#include "life_sight.hpp"
#include "search.hpp"

namespace waterhole::life {

class Plan {
 public:
  using State = life::State;

  Plan(const Rules& rules, const Sight& sight, bool random_play)
      : rules_(rules),
        sight_(sight),
        seen_(seen(sight)),
        unseen_(sight),
        random_play_(random_play),
        judgement_(judgement(Manner::kCalm, rules.expert)),
        lives_(LivesTable::get()) {
    find_range();
  }

  static search::Settings settings() {
    return {.exploration = 0.1f, .root = 1.2f, .widening = 8, .noise = 0.3f};
  }

  int seat() const { return sight_.seat; }
  // Nobody moves after the searcher: every move can be weighed in every world.
  bool last_move() const {
    return sight_.knocker != kNobody && next_player(seen_, sight_.seat) == sight_.knocker;
  }
  State world(Random& random) const { return life::world(seen_, sight_, unseen_, random); }
  bool over(const State& s) const { return s.ending != kNotOver; }
  int to_move(const State& s) const { return s.turn; }
  bool legal(const State& s, int move) const { return is_legal(s, move); }
  void play(State& s, int move, Random&) const { life::play(s, move, rules_); }

  int propose(const State& s, float noise, Random& random) const {
    if (!random_play_) return heuristic_move(s, rules_, random, judgement_, noise);
    const Swap swap = random_move(s, random);
    return swap.row < 0 ? kKnock : id_of(swap.row, swap.laid);
  }

  // To the end of the round; one that does not end by itself is scored as it stands.
  void finish(State& s, float noise, Random& random) const {
    for (int turns = 0; !s.ending; ++turns) {
      if (turns == (random_play_ ? 2 : 12) * s.players && s.knocker == kNobody) return score(s, kByLapLimit);
      if (random_play_) {
        const Swap swap = random_move(s, random);
        swap.row < 0 ? knock(s, rules_) : life::swap(s, swap.row, swap.laid, rules_);
      } else {
        const Found found = heuristic_swap(s, rules_, random, judgement_, noise);
        found.row < 0 ? knock(s, rules_) : life::swap(s, found.row, found.laid, rules_);
      }
    }
  }

  // The searcher's moves, the most promising first.
  template <class See>
  void each_candidate(See&& see) const {
    const State& s = seen_;
    const Prospects prospects(s, judgement_);
    std::vector<std::pair<float, int>> found;
    each_legal(s, [&](int move) {
      const Cards after =
          move == kKnock ? s.hand[s.turn] : s.hand[s.turn] - laid_by(move) + s.rows[row_of(move)];
      found.emplace_back(move == kKnock ? -1e9f : -prospects.of(after), move);  // a knock is always looked at
    });
    if (!random_play_) std::sort(found.begin(), found.end());
    for (const auto& [value, move] : found) see(move);
  }

  // Lives after the round are chances to win the match; between the worst and the best that can become of
  // a seat, utility goes from 0 to 1.
  search::Worth worth(const State& s) const {
    search::Worth worth{};
    const float* const chances = lives_.chances(s.lives);
    for (int seat = 0; seat < s.seats; ++seat) {
      worth.win[seat] = chances[seat];
      const float range = std::max(best_[seat] - worst_[seat], 1e-6f);
      worth.utility[seat] = (chances[seat] - worst_[seat]) / range;
    }
    return worth;
  }

 private:
  // The worst and the best that can become of each seat in this round: everybody loses none, one or two
  // lives. Somebody loses none; and somebody two, unless all are tied or one calls sudden death (L8, L10).
  void find_range() {
    for (float& worst : worst_) worst = 1;
    int ways = 1;
    for (int seat = 0; seat < sight_.seats; ++seat) ways *= 3;
    for (int way = 0; way < ways; ++way) {
      u8 lives[kMostSeats] = {};
      int lost[3] = {}, rest = way;
      for (int seat = 0; seat < sight_.seats; ++seat, rest /= 3) {
        if (!sight_.lives[seat]) continue;
        ++lost[rest % 3];
        lives[seat] = static_cast<u8>(std::max(sight_.lives[seat] - rest % 3, 0));
      }
      const bool sudden = lost[0] == 1 && !lost[2];
      if (!lost[0] || (lost[1] && !lost[2] && !sudden)) continue;
      if (sudden && rules_.expert)
        for (int seat = 0; seat < sight_.seats; ++seat)
          lives[seat] += lives[seat] && lives[seat] == sight_.lives[seat];
      const float* const chances = lives_.chances(lives);
      for (int seat = 0; seat < sight_.seats; ++seat) {
        worst_[seat] = std::min(worst_[seat], chances[seat]);
        best_[seat] = std::max(best_[seat], chances[seat]);
      }
    }
  }

  Rules rules_;
  Sight sight_;
  State seen_;
  Unseen unseen_;
  bool random_play_;
  const Judgement& judgement_;
  const LivesTable& lives_;
  float worst_[kMostSeats] = {};
  float best_[kMostSeats] = {};
};

}  // namespace waterhole::life
