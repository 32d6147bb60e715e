// The signature, played on a GPU: one thread a match. Prints the number; all engines must agree.
#include <cstdio>
#include <vector>
#include <waterhole/signature.hpp>

#include "deck.hpp"

using namespace waterhole;

namespace {

constexpr int kMostNumbers = 8192;  // no match of the signature has more

__global__ void play(tembo::Deck deck, u32* numbers, int* counts) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= kSignatureMatches) return;
  u32* const mine = numbers + static_cast<std::size_t>(k) * kMostNumbers;
  int count = 0;
  signature_match(k, deck, [&](u32 number) {
    if (count < kMostNumbers) mine[count] = number;
    ++count;
  });
  counts[k] = count;
}

bool failed(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return false;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  tembo::Deck deck;
  if (argc != 2 || !read_deck(argv[1], deck)) {
    std::fprintf(stderr, "usage: signature DECK.csv\n");
    return 2;
  }
  u32* numbers = nullptr;
  int* counts = nullptr;
  const std::size_t size = sizeof(u32) * kSignatureMatches * kMostNumbers;
  if (failed(cudaMalloc(&numbers, size), "memory") ||
      failed(cudaMalloc(&counts, sizeof(int) * kSignatureMatches), "memory"))
    return 1;
  play<<<(kSignatureMatches + 31) / 32, 32>>>(deck, numbers, counts);
  std::vector<u32> all(kSignatureMatches * static_cast<std::size_t>(kMostNumbers));
  std::vector<int> many(kSignatureMatches);
  if (failed(cudaMemcpy(all.data(), numbers, size, cudaMemcpyDeviceToHost), "kernel")) return 1;
  if (failed(cudaMemcpy(many.data(), counts, sizeof(int) * kSignatureMatches, cudaMemcpyDeviceToHost),
             "kernel"))
    return 1;
  Fnv fnv;
  for (int k = 0; k < kSignatureMatches; ++k) {
    if (many[static_cast<std::size_t>(k)] > kMostNumbers) {
      std::fprintf(stderr, "match %d has too many numbers\n", k);
      return 1;
    }
    for (int i = 0; i < many[static_cast<std::size_t>(k)]; ++i)
      fnv.add(all[static_cast<std::size_t>(k) * kMostNumbers + static_cast<std::size_t>(i)]);
  }
  std::printf("gpu    %016llx\n", static_cast<unsigned long long>(fnv.hash));
  cudaFree(numbers);
  cudaFree(counts);
  return 0;
}
