// Search for Python: what both games bind alike.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <waterhole/search.hpp>

#include "tools.hpp"

namespace waterhole::bind {

// How long and how to search, as Python says it.
struct Effort {
  u64 seed;
  u32 iterations;  // 0: as many as the time allows
  double seconds;  // 0: as long as the iterations take
  int threads;
};

struct SearchResult {
  std::vector<search::Candidate> candidates;  // means; the most visited first
  std::vector<double> wins;                   // the share of the win that each seat can expect
  u32 worlds;
  std::size_t nodes;
};

inline void check_effort(const Effort& effort) {
  check_threads(effort.threads);
  if (effort.iterations == 0 && !(effort.seconds > 0)) throw nb::value_error("a budget is needed");
  if (effort.seconds < 0 || effort.seconds > 86400) throw nb::value_error("seconds must be up to 86400");
}

// Searches with a tree for each thread, and adds them up. Looks now and then whether Python was
// interrupted.
template <class Plan>
SearchResult run_search(const Plan& plan, const search::Settings& settings, const Effort& effort, int seats) {
  using Clock = std::chrono::steady_clock;
  using Search = search::Search<Plan>;
  const auto begin = Clock::now();
  const auto slice = std::chrono::milliseconds(50);
  auto end = Clock::time_point::max();
  if (effort.seconds > 0)
    end = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(effort.seconds));
  const auto threads = static_cast<u32>(effort.threads);
  std::vector<std::unique_ptr<Search>> searches;
  std::vector<u32> left;  // iterations of each
  SplitMix seeds{effort.seed};
  for (u32 i = 0; i < threads; ++i) {
    searches.push_back(std::make_unique<Search>(plan, settings, seeds.next()));
    left.push_back(effort.iterations ? effort.iterations / threads + (i < effort.iterations % threads)
                                     : ~u32{0});
  }
  const bool only_one = searches[0]->candidates().size() == 1;
  for (bool going = !only_one; going;) {
    const auto pause = std::min(end, Clock::now() + slice);
    {
      nb::gil_scoped_release unlocked;
      in_parallel(threads, effort.threads, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
          for (u32 done = 0; left[i] && (done % 8 || Clock::now() < pause); ++done, --left[i])
            searches[i]->iterate();
        }
      });
    }
    if (PyErr_CheckSignals()) throw nb::python_error();
    going = Clock::now() < end && *std::max_element(left.begin(), left.end()) > 0;
  }
  SearchResult result{searches[0]->candidates(), std::vector<double>(static_cast<std::size_t>(seats)), 0, 0};
  for (u32 i = 0; i < threads; ++i) {
    for (std::size_t c = 0; i && c < result.candidates.size(); ++c) {
      const search::Candidate& more = searches[i]->candidates()[c];
      result.candidates[c].visits += more.visits;
      result.candidates[c].value += more.value;
      result.candidates[c].win += more.win;
    }
    for (std::size_t seat = 0; seat < result.wins.size(); ++seat)
      result.wins[seat] += searches[i]->wins()[seat];
    result.worlds += searches[i]->iterations();
    result.nodes += searches[i]->nodes();
  }
  for (search::Candidate& candidate : result.candidates) {
    const auto visits = static_cast<float>(std::max(candidate.visits, 1u));
    candidate.value /= visits;
    candidate.win /= visits;
  }
  for (double& win : result.wins) win /= std::max(result.worlds, 1u);
  std::stable_sort(result.candidates.begin(), result.candidates.end(), [](const auto& a, const auto& b) {
    return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
  });
  return result;
}

void bind_search(nb::module_& module);

}  // namespace waterhole::bind
