// What lives are worth: the chance of each seat to win the match from the lives all have.
#pragma once

#include <array>
#include <vector>

#include "life.hpp"

namespace waterhole::life {

// Found by going through all ways in which equal players can fare, round after round: with some chance
// somebody calls sudden death and the others lose a life; otherwise one loses none, one two, and the
// others one each (L8, L10).
class LivesTable {
 public:
  static const LivesTable& get() {
    static const LivesTable table;
    return table;
  }

  // The chances of all seats; lives above the most are as good as the most.
  const float* chances(const u8* lives) const { return chances_[index(lives)].data(); }

 private:
  static constexpr int kMost = 7;
  static constexpr float kSudden = 0.3f;
  static constexpr std::size_t kSize = 8 * 8 * 8 * 8 * 8;

  static std::size_t index(const u8* lives) {
    std::size_t found = 0;
    for (int seat = 0; seat < kMostSeats; ++seat)
      found = 8 * found + static_cast<std::size_t>(lives[seat] < kMost ? lives[seat] : kMost);
    return found;
  }

  LivesTable() : chances_(kSize) {
    for (std::size_t i = 0; i < kSize; ++i) fill(i);  // a round leads only to lower numbers
  }

  void fill(std::size_t number) {
    u8 lives[kMostSeats];
    int in[kMostSeats], players = 0;
    std::size_t rest = number;
    for (int seat = kMostSeats - 1; seat >= 0; --seat, rest /= 8) lives[seat] = static_cast<u8>(rest % 8);
    for (int seat = 0; seat < kMostSeats; ++seat)
      if (lives[seat]) in[players++] = seat;
    auto& chances = chances_[number];
    chances.fill(0);
    if (players == 1) chances[static_cast<std::size_t>(in[0])] = 1;
    if (players < 2) return;
    auto add = [&](int highest, int lowest, float chance) {
      u8 after[kMostSeats];
      for (int seat = 0; seat < kMostSeats; ++seat) {
        const int lost = seat == highest ? 0 : seat == lowest ? 2 : 1;
        after[seat] = static_cast<u8>(lives[seat] > lost ? lives[seat] - lost : 0);
      }
      const auto& later = chances_[index(after)];
      for (std::size_t seat = 0; seat < kMostSeats; ++seat) chances[seat] += chance * later[seat];
    };
    const float each = 1.0f / static_cast<float>(players);
    for (int i = 0; i < players; ++i) {
      add(in[i], -1, kSudden * each);
      for (int j = 0; j < players; ++j)
        if (i != j) add(in[i], in[j], (1 - kSudden) * each / static_cast<float>(players - 1));
    }
  }

  std::vector<std::array<float, kMostSeats>> chances_;
};

}  // namespace waterhole::life
