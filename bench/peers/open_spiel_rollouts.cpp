// Random rollouts in OpenSpiel's C++, timed and counted.
//
// Its wheel brings the headers and exports the C++ functions, but Python can reach no rollouts in
// it that count. This one function is built by open_spiel_games.py and loaded next to the wheel's
// own binary, which does all the work.

#include <ctime>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "open_spiel/abseil-cpp/absl/random/distributions.h"
#include "open_spiel/spiel.h"

namespace {

double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

extern "C" {

struct Counts {
  long decisions, choices, chance;
  double seconds;
};

// The loop of OpenSpiel's own RandomRolloutEvaluator (algorithms/mcts.cc), with counters.
static void roll_out(const open_spiel::State& start, std::mt19937& rng, Counts& counts) {
  std::unique_ptr<open_spiel::State> state = start.Clone();
  while (!state->IsTerminal()) {
    if (state->IsChanceNode()) {
      const open_spiel::ActionsAndProbs outcomes = state->ChanceOutcomes();
      state->ApplyAction(open_spiel::SampleAction(outcomes, rng).first);
      ++counts.chance;
    } else {
      const std::vector<open_spiel::Action> actions = state->LegalActions();
      state->ApplyAction(actions[absl::Uniform(rng, 0u, actions.size())]);
      ++counts.decisions;
      counts.choices += static_cast<long>(actions.size());
    }
  }
}

// Whole games of a kind, from the deal to the end, for about so many seconds of processor time.
Counts measure(const char* name, double seconds, unsigned seed) {
  static std::mt19937 rng(seed);
  static std::map<std::string, std::unique_ptr<open_spiel::State>> starts;
  std::unique_ptr<open_spiel::State>& start = starts[name];
  Counts counts{};
  if (!start) {
    start = open_spiel::LoadGame(name)->NewInitialState();
    roll_out(*start, rng, counts);  // the first game fills caches
    counts = {};
  }
  const double begun = now();
  while ((counts.seconds = now() - begun) < seconds) roll_out(*start, rng, counts);
  return counts;
}

}
