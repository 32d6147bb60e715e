// What a search found, for Python.
#include "search.hpp"

namespace waterhole::bind {

void bind_search(nb::module_& module) {
  nb::class_<search::Candidate>(module, "Candidate", "A move that was looked at.")
      .def_ro("move", &search::Candidate::move)
      .def_ro("visits", &search::Candidate::visits)
      .def_ro("value", &search::Candidate::value)
      .def_ro("win", &search::Candidate::win);
  nb::class_<SearchResult>(module, "SearchResult", "What a search found.")
      .def_ro("candidates", &SearchResult::candidates, "The moves, the most visited first.")
      .def_ro("wins", &SearchResult::wins, "The share of the win that each seat can expect.")
      .def_ro("worlds", &SearchResult::worlds, "So many worlds were looked at.")
      .def_ro("nodes", &SearchResult::nodes, "The size of the tree.");
}

}  // namespace waterhole::bind
