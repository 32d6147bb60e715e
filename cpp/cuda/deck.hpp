// A deck of Tembo from its CSV file, for programs without Python.
#pragma once

#include <cstdio>
#include <waterhole/tembo.hpp>

namespace waterhole {

inline bool read_deck(const char* path, tembo::Deck& deck) {
  std::FILE* const file = std::fopen(path, "r");
  if (!file) return false;
  char line[64], species[16];
  int number, points, count = 0;
  deck = tembo::Deck{};
  while (std::fgets(line, sizeof line, file)) {
    if (std::sscanf(line, "%d,%15[a-z],%d", &number, species, &points) != 3) continue;
    deck.species[species[0] == 'g' ? 0 : species[0] == 'z' ? 1 : 2] |= u64{1} << number;
    for (int digit = 0; digit < 3; ++digit)
      if ((points >> digit) & 1) deck.points[digit] |= u64{1} << number;
    ++count;
  }
  std::fclose(file);
  return count == tembo::kHoofed;
}

}  // namespace waterhole
