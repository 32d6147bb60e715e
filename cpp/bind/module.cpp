// The compiled core as a Python module.
#include <waterhole/signature.hpp>

#include "search.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The rules of both games, compiled. Use waterhole.core.";
  waterhole::bind::bind_search(module);
  waterhole::bind::bind_tembo(module);
  waterhole::bind::bind_life(module);
  module.def(
      "signature",
      [](const std::vector<waterhole::u64>& species, const std::vector<waterhole::u64>& points) {
        waterhole::tembo::Deck deck{};
        for (std::size_t i = 0; i < 3; ++i) {
          deck.species[i] = species.at(i);
          deck.points[i] = points.at(i);
        }
        nanobind::gil_scoped_release unlocked;
        return waterhole::signature(deck);
      },
      nanobind::arg("species"), nanobind::arg("points"));
}
