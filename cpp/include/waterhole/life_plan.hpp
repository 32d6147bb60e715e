// How Life is Life is searched.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "legality.hpp"
#include "life_belief.hpp"
#include "life_lives.hpp"
#include "life_reply.hpp"
#include "search.hpp"

namespace waterhole::life {

class Plan {
 public:
  using State = life::State;

  // The worlds of one search: many at first and then every few draws another join those at hand, and each
  // draw takes one of them by its weight.
  class Worlds {
   public:
    explicit Worlds(const Plan& plan) : plan_(plan) {}

    State next(Random& random) {
      if (plan_.story_.empty()) return plan_.world(random);
      const bool few = worlds_.size() < kFew;
      if (few || (drawn_ % kDraws == 0 && worlds_.size() < kMost))
        for (u32 i = few ? kAtOnce : 1; i > 0; --i) add(random);
      ++drawn_;
      const double place = sums_.back() * static_cast<double>(random.below(1 << 24)) / (1 << 24);
      const auto found = std::upper_bound(sums_.begin(), sums_.end() - 1, place) - sums_.begin();
      return worlds_[static_cast<std::size_t>(found)];
    }

   private:
    static constexpr std::size_t kFew = 1024, kMost = 1 << 14;
    static constexpr u32 kAtOnce = 4, kDraws = 4;

    void add(Random& random) {
      worlds_.push_back(plan_.world(random));
      const double before = sums_.empty() ? 0 : sums_.back();
      sums_.push_back(before +
                      weight(worlds_.back(), plan_.seat(), plan_.story_, plan_.rules_, plan_.judgement_));
    }

    const Plan& plan_;
    std::vector<life::State> worlds_;
    std::vector<double> sums_;  // of the weights so far
    u32 drawn_ = 0;
  };

  // With the story of the round, worlds that fit what the others did come more often.
  Plan(const Rules& rules, const Sight& sight, std::vector<Turn> story, bool random_play)
      : rules_(rules),
        sight_(sight),
        story_(std::move(story)),
        seen_(seen(sight)),
        unseen_(sight),
        random_play_(random_play),
        judgement_(judgement(Manner::kCalm, rules.expert)),
        lives_(LivesTable::get()) {
    find_range();
  }

  static search::Settings settings() {
    return {.exploration = 0.5f, .root = 2, .widening = 8, .noise = 0.3f};
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

  // Below the searcher's move there is a tree only in random play.
  int propose(const State& s, float, Random& random) const {
    const Swap swap = random_move(s, random);
    return swap.row < 0 ? kKnock : id_of(swap.row, swap.laid);
  }

  // After its move the searcher knocks as soon as usual, or sooner, or later. (The others' swaps are too
  // many for a tree; with random play there is one.)
  int ways() const { return random_play_ ? 1 : static_cast<int>(std::size(kAsks)); }

  // To the end of the round; one that does not end by itself is scored as it stands.
  void finish(State& s, int way, float noise, Random& random) const {
    for (int turns = 0; !s.ending; ++turns) {
      if (turns == (random_play_ ? 2 : 12) * s.players && s.knocker == kNobody) return score(s, kByLapLimit);
      if (random_play_) {
        const Swap swap = random_move(s, random);
        swap.row < 0 ? knock(s, rules_) : life::swap(s, swap.row, swap.laid, rules_);
      } else {
        const float asks = s.turn == sight_.seat ? kAsks[way] : 1;
        const Found found = swap_in_rollout(s, noise, random, asks);
        found.row < 0 ? knock(s, rules_) : life::swap(s, found.row, found.laid, rules_);
      }
    }
  }

  // The searcher's moves, the most promising first. Where each waits for the other to knock, a round would
  // never end: whoever has waited long enough knocks.
  template <class See>
  void each_candidate(See&& see) const {
    const State& s = seen_;
    if (!random_play_ && s.knocker == kNobody && static_cast<int>(s.turns) >= kLongestWait * s.players)
      return see(kKnock);
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
  static constexpr float kAsks[] = {1, 0.75f, 1.3f, 0.5f, 2};
  static constexpr int kLongestWait = 2 * kPatience;  // laps

  // What the heuristic does. But two players guess what the other holds. They answer a knock by what is best
  // against that hand, and they knock, too, whenever it makes a knock look safe: several guesses a turn that
  // must agree were no better.
  Found swap_in_rollout(const State& s, float noise, Random& random, float asks) const {
    if (s.players == 2 && s.knocker != kNobody)
      return last_reply(s, s.hand[s.turn], leads_over(guess_rival(s, random)), rules_);
    if (s.players == 2 && may_knock(s) && safe_to_knock(s, guess_rival(s, random), rules_)) return {0, -1, 0};
    return heuristic_swap(s, rules_, random, judgement_, noise, asks);
  }

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
  std::vector<Turn> story_;
  State seen_;
  Unseen unseen_;
  bool random_play_;
  const Judgement& judgement_;
  const LivesTable& lives_;
  float worst_[kMostSeats] = {};
  float best_[kMostSeats] = {};
};

}  // namespace waterhole::life
