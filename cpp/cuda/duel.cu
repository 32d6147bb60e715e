// Ten times the thought, thousands of matches at once: a thread of a GPU plays a match (duel.hpp).
//
//   duel DECK.csv FILE MATCHES LONGER SHORTER SECONDS
//
// When the time is up, the matches under way stand in FILE (duel_file.hpp) as far as they came; the next run
// goes on.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "deck.hpp"
#include "duel_file.hpp"

using namespace waterhole;

namespace {

constexpr int kNearPercent = 58;  // of the near memory for variables, the rest is cache: the best on an H200

__global__ void __launch_bounds__(kTogether)
    play(duel::Duel* duels, int count, search::Node* nodes, u32 most_nodes, duel::Thought thought,
         tembo::Deck deck, const volatile int* stop) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= count) return;
  const duel::Nodes own{nodes + static_cast<std::size_t>(k) * most_nodes, most_nodes};
  duel::play_on(duels[k], own, thought, deck, [&] { return *stop != 0; });
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
T* room_for(std::size_t count) {
  T* found = nullptr;
  check(cudaMalloc(&found, count * sizeof(T)), "memory");
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const auto begin = std::chrono::steady_clock::now();
  auto past = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  tembo::Deck deck;
  const int count = argc == 7 ? std::atoi(argv[3]) : 0, longer = argc == 7 ? std::atoi(argv[4]) : 0,
            shorter = argc == 7 ? std::atoi(argv[5]) : 0;
  if (count < 1 || longer < 1 || shorter < 1 || !read_deck(argv[1], deck)) {
    std::fprintf(stderr, "usage: duel DECK.csv FILE MATCHES LONGER SHORTER SECONDS\n");
    return 2;
  }
  const duel::Thought thought{static_cast<u32>(longer), static_cast<u32>(shorter)};
  const double seconds = std::atof(argv[6]);
  const std::size_t many = static_cast<std::size_t>(count);
  std::vector<duel::Duel> duels(many);
  if (!duel::read_duels(argv[2], thought, deck, duels)) {
    std::fprintf(stderr, "%s does not hold these matches\n", argv[2]);
    return 2;
  }

  const u32 most_nodes = std::max(thought.longer, thought.shorter) + 1;
  search::Node* const nodes = room_for<search::Node>(many * most_nodes);
  duel::Duel* const there = room_for<duel::Duel>(many);
  check(cudaMemcpy(there, duels.data(), many * sizeof(duel::Duel), cudaMemcpyHostToDevice), "copying");
  int *stop = nullptr, *stop_there = nullptr;
  check(cudaHostAlloc(&stop, sizeof(int), cudaHostAllocMapped), "memory");
  check(cudaHostGetDevicePointer(&stop_there, stop, 0), "memory");
  *stop = 0;
  check(cudaFuncSetAttribute(play, cudaFuncAttributePreferredSharedMemoryCarveout, kNearPercent),
        "near memory");
  play<<<(count + kTogether - 1) / kTogether, kTogether>>>(there, count, nodes, most_nodes, thought, deck,
                                                           stop_there);
  check(cudaGetLastError(), "kernel");
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (past() > seconds) *static_cast<volatile int*>(stop) = 1;
  }
  check(cudaDeviceSynchronize(), "kernel");
  check(cudaMemcpy(duels.data(), there, many * sizeof(duel::Duel), cudaMemcpyDeviceToHost), "copying");
  if (!duel::write_duels(argv[2], thought, duels)) {
    std::fprintf(stderr, "%s cannot be written\n", argv[2]);
    return 1;
  }
  std::size_t over = 0, moves = 0;
  for (const duel::Duel& duel : duels) {
    over += duel.match.over;
    moves += duel.moves;
  }
  std::printf("%zu of %zu matches are over, %zu moves, %.0f s\n", over, many, moves, past());
  return 0;
}
