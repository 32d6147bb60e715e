// Matches that a GPU has left half played are played to their ends, both sides thinking alike (duel.hpp).
// Needs no GPU.
//
//   finish DECK.csv FILE MATCHES LONGER SHORTER ENDS ITERATIONS TIMES COUNT
//
// FILE is what the GPU has left (duel_file.hpp). ENDS gets a heading, and a line for each of the first COUNT
// matches: its number and how it ended for the longer thought each time; 0 is lost, 1 shared, 2 won. What
// stands there is not played again.
//
// Mostly it was the longer thought that the GPU was stopped in. So that on average neither side has made more
// moves with much thought than the other, the move under way is given the shorter thought every second time.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "deck.hpp"
#include "duel_file.hpp"

using namespace waterhole;

namespace {

struct Finish {
  duel::Thought thought;
  u32 iterations, times;
};

// Who plays on from other matches, or in another way, does not go on with the same file.
std::string heading(const std::vector<duel::Duel>& duels, const Finish& finish) {
  u64 moves = 0;
  for (const duel::Duel& duel : duels) moves += duel.moves;
  std::ostringstream line;
  line << duel::heading(finish.thought) << ' ' << finish.iterations << ' ' << finish.times << ' ' << moves;
  return line.str();
}

// Finds the matches whose ends are known, a line that was broken off is none of them; false if the file is of
// something else.
bool read_ends(const char* path, const std::string& heading, u32 times, std::vector<bool>& known) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return true;
  if (line != heading) return false;
  while (std::getline(file, line)) {
    std::size_t number = 0;
    std::string ends;
    std::istringstream words(line);
    if (words >> number >> ends && words.eof() && number < known.size() && ends.size() == times)
      known[number] = true;
  }
  return true;
}

std::string ends_of(const duel::Duel& duel, const duel::Nodes& nodes, const Finish& finish,
                    const tembo::Deck& deck) {
  std::string ends;
  for (u32 time = 0; time < finish.times; ++time) {
    const u32 first = time % 2 ? finish.thought.shorter : finish.iterations;
    const u64 seed = u64{duel.number} << 32 | time;
    ends += static_cast<char>('0' + duel::end_alike(duel, nodes, first, finish.iterations, deck, seed));
  }
  return ends;
}

}  // namespace

int main(int argc, char** argv) {
  u32 numbers[6] = {};  // MATCHES LONGER SHORTER, ITERATIONS TIMES COUNT
  for (int i = 0; argc == 10 && i < 6; ++i)
    numbers[i] = static_cast<u32>(std::strtoul(argv[i < 3 ? 3 + i : 4 + i], nullptr, 10));
  const u32 matches = numbers[0], longer = numbers[1], shorter = numbers[2], iterations = numbers[3],
            times = numbers[4], count = numbers[5];
  tembo::Deck deck;
  if (!matches || !longer || !shorter || !iterations || !times || count > matches ||
      !read_deck(argv[1], deck)) {
    std::fprintf(stderr, "usage: finish DECK.csv FILE MATCHES LONGER SHORTER ENDS ITERATIONS TIMES COUNT\n");
    return 2;
  }
  const Finish finish{{longer, shorter}, iterations, times};
  std::vector<duel::Duel> duels(matches);
  if (!duel::read_duels(argv[2], finish.thought, deck, duels)) {
    std::fprintf(stderr, "%s does not hold these matches\n", argv[2]);
    return 2;
  }
  const std::string first_line = heading(duels, finish);
  std::vector<bool> known(matches);
  if (!read_ends(argv[6], first_line, times, known)) {
    std::fprintf(stderr, "%s holds the ends of something else\n", argv[6]);
    return 2;
  }
  std::ofstream file(argv[6], std::ios::app);
  file.seekp(0, std::ios::end);
  file << (file.tellp() > 0 ? "" : first_line) << std::endl;  // also after a line that was broken off
  if (!file) {
    std::fprintf(stderr, "%s cannot be written\n", argv[6]);
    return 1;
  }

  std::mutex writing;
  std::atomic<u32> next = 0;
  auto work = [&] {
    std::vector<search::Node> room(std::max(shorter, iterations) + 1);
    const duel::Nodes nodes{room.data(), static_cast<u32>(room.size())};
    for (u32 k = next++; k < count && file; k = next++) {
      if (known[k]) continue;
      const std::string ends = ends_of(duels[k], nodes, finish, deck);
      const std::lock_guard alone(writing);
      file << k << ' ' << ends << std::endl;
    }
  };
  std::vector<std::thread> others(std::max(1u, std::thread::hardware_concurrency()) - 1);
  for (std::thread& other : others) other = std::thread(work);
  work();
  for (std::thread& other : others) other.join();
  return file ? 0 : 1;
}
