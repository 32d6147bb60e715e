// Matches between two searches, kept in a file: the iterations of both in the first line, then a line for
// each match, its number and the ids of its moves.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "duel.hpp"

namespace waterhole::duel {

inline std::string heading(const Thought& thought) {
  return std::to_string(thought.longer) + " " + std::to_string(thought.shorter);
}

// What an earlier run kept, or matches at their start; false if the file is of something else.
inline bool read_duels(const char* path, const Thought& thought, const tembo::Deck& deck,
                       std::vector<Duel>& duels) {
  for (std::size_t k = 0; k < duels.size(); ++k) start(duels[k], static_cast<u32>(k), deck);
  if (!std::filesystem::exists(path)) return true;
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line != heading(thought)) return false;
  for (Duel& duel : duels) {
    u32 number = 0;
    if (!std::getline(file, line)) return false;
    std::istringstream words(line);
    if (!(words >> number) || number != duel.number) return false;
    for (int move = 0; words >> move; play(duel, move, deck))
      if (!is_legal(duel.match, deck, move)) return false;
    if (!words.eof()) return false;
  }
  return !std::getline(file, line);
}

inline bool write_duels(const std::string& path, const Thought& thought, const std::vector<Duel>& duels) {
  const std::string fresh = path + ".new";
  std::ofstream file(fresh);
  file << heading(thought) << '\n';
  for (const Duel& duel : duels) {
    file << duel.number;
    for (u32 i = 0; i < duel.moves; ++i) file << ' ' << duel.history[i];
    file << '\n';
  }
  file.close();
  return file && std::rename(fresh.c_str(), path.c_str()) == 0;
}

}  // namespace waterhole::duel
