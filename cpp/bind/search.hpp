// Search for Python: what both games bind alike.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <waterhole/search.hpp>

#include "tools.hpp"

#if __has_include(<sys/resource.h>)
#include <sys/resource.h>
#endif

namespace waterhole::bind {

// How long and how to search, as Python says it.
struct Effort {
  u64 seed;
  long long iterations;  // 0: as many as the time allows
  double seconds;        // 0: as long as the iterations take
  int threads;
  float memory;
};

struct SearchResult {
  std::vector<search::Candidate> candidates;  // means; the most visited first
  std::vector<double> wins;                   // the share of the win that each seat can expect
  u32 worlds;
  std::size_t nodes;
};

inline void check_effort(const Effort& effort) {
  check_threads(effort.threads);
  if (!(effort.seconds >= 0 && effort.seconds <= 86400))
    throw nb::value_error("seconds must be from 0 to 86400");
  if (effort.iterations < 0 || effort.iterations > 4'000'000'000)
    throw nb::value_error("iterations must be from 0 to 4000000000");
  if (effort.iterations == 0 && effort.seconds == 0) throw nb::value_error("a budget is needed");
  if (!(effort.memory >= 0 && effort.memory <= 1)) throw nb::value_error("memory must be from 0 to 1");
}

inline void check_noise(float noise) {
  if (!(noise >= 0 && noise <= 10)) throw nb::value_error("noise must be from 0 to 10");
}

// Whether this thread was told to step back behind others (to be nice). Then it asks often whether one of
// them waits: the system by itself lets it go on for milliseconds.
inline bool steps_back() {
#if __has_include(<sys/resource.h>)
  return getpriority(PRIO_PROCESS, 0) > 0;
#else
  return false;
#endif
}

// Searches with a tree for each thread, and adds them up. Looks now and then whether Python was
// interrupted.
template <class Plan>
SearchResult run_search(const Plan& plan, search::Settings settings, const Effort& effort, int seats) {
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
  settings.most_nodes = std::max(settings.most_nodes / threads, 1024u);
  const auto iterations = static_cast<u64>(effort.iterations);
  for (u32 i = 0; i < threads; ++i) {
    searches.push_back(std::make_unique<Search>(plan, settings, seeds.next()));
    left.push_back(iterations ? static_cast<u32>(iterations / threads + (i < iterations % threads))
                              : ~u32{0});
  }
  const bool polite = steps_back();
  const bool only_one = searches[0]->candidates().size() == 1;
  bool first = true;  // in the shortest time, every thread looks at one world
  for (bool going = !only_one; going;) {
    const auto pause = std::min(end, Clock::now() + slice);
    {
      nb::gil_scoped_release unlocked;
      in_parallel(threads, effort.threads, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
          for (u32 done = 0; left[i] && ((first && !done) || done % 8 || Clock::now() < pause);
               ++done, --left[i]) {
            searches[i]->iterate();
            if (polite && done % 16 == 0) std::this_thread::yield();
          }
        }
      });
    }
    first = false;
    if (PyErr_CheckSignals()) throw nb::python_error();
    going = Clock::now() < end && *std::max_element(left.begin(), left.end()) > 0;
  }
  SearchResult result{searches[0]->candidates(), std::vector<double>(static_cast<std::size_t>(seats)), 0, 0};
  auto& candidates = result.candidates;
  for (u32 i = 0; i < threads; ++i) {
    for (std::size_t c = 0; i && c < candidates.size(); ++c) {
      const search::Candidate& more = searches[i]->candidates()[c];
      candidates[c].visits += more.visits;
      candidates[c].value += more.value;
      candidates[c].win += more.win;
    }
    result.worlds += searches[i]->iterations();
    result.nodes += searches[i]->nodes();
  }
  for (search::Candidate& candidate : candidates) {
    candidate.value /= std::max(candidate.visits, 1u);
    candidate.win /= std::max(candidate.visits, 1u);
  }
  auto better = [](const auto& a, const auto& b) {
    return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
  };
  const auto best = std::min_element(candidates.begin(), candidates.end(), better) - candidates.begin();
  for (std::size_t seat = 0; result.worlds && seat < result.wins.size(); ++seat) {
    for (const auto& one : searches)
      if (one->iterations()) result.wins[seat] += one->wins(static_cast<std::size_t>(best))[seat];
    result.wins[seat] /= result.worlds;
  }
  std::stable_sort(candidates.begin(), candidates.end(), better);
  return result;
}

void bind_search(nb::module_& module);

}  // namespace waterhole::bind
