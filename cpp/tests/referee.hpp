// Which moves are legal, written once more: slowly, move by move, from the rules and docs/moves.md.
#pragma once

#include <array>
#include <waterhole/life_game.hpp>
#include <waterhole/tembo_game.hpp>

namespace waterhole::tests {

// A row as the referee sees it.
struct Row {
  int length = 0, lowest = 0, outermost = 0;
  bool species[3] = {};

  Row(u64 animals, const tembo::Deck& deck) {
    for (int number = 1; number <= tembo::kHoofed; ++number) {
      if (!((animals >> number) & 1)) continue;
      if (!length++) lowest = number;
      outermost = number;
      for (int kind = 0; kind < 3; ++kind) species[kind] |= (deck.species[kind] >> number) & 1;
    }
  }
};

// Whether the player whose turn it is may make this move (T6 to T19), the end of the round aside.
inline bool allows(const tembo::State& s, const tembo::Deck& deck, int id) {
  if (id < 0 || id >= 660) return false;
  const bool crocodile = id >= 625 && id < 655;
  const int crossing = crocodile ? (id - 625) % 10 / 2 : id % 5;
  const Row row(s.rows[crossing], deck);
  if (s.lion_drawn) {
    bool any = false;
    for (const u64 animals : s.rows) any |= animals != 0;
    return id >= 655 && (row.length > 0 || !any);
  }
  auto holds = [&](int number) { return number <= 42 && ((s.hand[s.turn] >> number) & 1); };
  auto holds_special = [&](int kind) { return tembo::nibble(s.special[s.turn], kind) > 0; };
  auto fits = [&](int number) { return s.lions[crossing] == 0 && number > row.outermost; };
  if (id < 210) return holds(id / 5 + 1) && fits(id / 5 + 1);
  if (id < 615) {
    const int low = (id - 210) / 10 + 1, difference = (id - 210) / 5 % 2 + 1;
    return holds(low) && holds(low + difference) && fits(low);
  }
  if (id < 620) return holds_special(0) && row.length >= 3;
  if (id < 625) return holds_special(4) && row.length >= 1;
  if (!crocodile) return false;  // no lion was drawn
  const int kind = (id - 625) / 10;
  return holds_special(1 + kind) && row.length >= 1 && ((id - 625) % 2 == 0 || row.species[kind]);
}

// The cards that a swap lays down, as counts of the species: the list of docs/moves.md.
struct LaidDown {
  int row = -1;  // -1: a knock
  std::array<int, 10> counts{};
};

inline LaidDown laid_down(int id) {
  static const auto all = [] {
    std::array<LaidDown, 1001> list;
    std::size_t next = 1;
    for (int row = 0; row < 4; ++row) {
      int laid[4] = {};
      for (;;) {  // as in a dictionary: each letter at least the one before it
        list[next].row = row;
        for (int i = 0; i <= row; ++i) ++list[next].counts[static_cast<std::size_t>(laid[i])];
        ++next;
        int place = row;
        while (place >= 0 && laid[place] == 9) --place;
        if (place < 0) break;
        const int letter = laid[place] + 1;
        while (place <= row) laid[place++] = letter;
      }
    }
    return list;
  }();
  return all[static_cast<std::size_t>(id)];
}

// Whether the player whose turn it is may make this move (L5 to L7), the end of the round aside.
inline bool allows(const life::State& s, int id) {
  if (id < 0 || id >= 1001) return false;
  if (id == 0) return s.turns >= s.players;
  const LaidDown laid = laid_down(id);
  bool enough = true, different = false;
  for (int species = 0; species < 10; ++species) {
    const int many = laid.counts[static_cast<std::size_t>(species)];
    enough &= many <= life::count(s.hand[s.turn], species);
    different |= many != life::count(s.rows[laid.row], species);
  }
  return enough && different;
}

// The same questions for a match.
inline bool referee_allows(const TemboGame& game, const tembo::Match& m, int id) {
  return !m.over && allows(m.state, game.deck, id);
}
inline bool referee_allows(const LifeGame&, const life::Match& m, int id) {
  return !m.over && allows(m.state, id);
}

}  // namespace waterhole::tests
