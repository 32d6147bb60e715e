// What both games share: macros for host and device, bit tricks, small fast random numbers.
#pragma once

#include <cstdint>
#include <new>

// WATERHOLE_FN runs on both. WATERHOLE_CALL too, but on a GPU, whose cores have little room for
// instructions, it is never written out where it is used. WATERHOLE_NEAR is a local variable, which a GPU
// keeps in the memory that the threads of a block share: nearer than a thread's own stack. A function that
// has one does not call itself, and its kernel has blocks of kTogether threads.
#if defined(__CUDACC__)
#define WATERHOLE_FN __host__ __device__ inline
#define WATERHOLE_CALL __host__ __device__ __noinline__ inline
#else
#define WATERHOLE_FN inline
#define WATERHOLE_CALL inline
#endif
#if defined(__CUDA_ARCH__)
#define WATERHOLE_NEAR(Type, name, ...)                                                    \
  __shared__ alignas(Type) unsigned char name##_room[waterhole::kTogether * sizeof(Type)]; \
  Type& name = *new (name##_room + threadIdx.x * sizeof(Type)) Type { __VA_ARGS__ }
#else
#define WATERHOLE_NEAR(Type, name, ...) \
  Type name { __VA_ARGS__ }
#endif

namespace waterhole {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Threads of a block on a GPU where near variables are used, which have no room for more.
constexpr int kTogether = 4;

// Written out where the builtin would call a function: POPCNT is assumed on no processor.
WATERHOLE_FN constexpr int count_bits(u64 bits) {
#if defined(__CUDA_ARCH__)
  return __popcll(bits);
#elif defined(__x86_64__) && !defined(__POPCNT__)
  bits -= (bits >> 1) & 0x5555555555555555ull;
  bits = (bits & 0x3333333333333333ull) + ((bits >> 2) & 0x3333333333333333ull);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Full;
  return static_cast<int>((bits * 0x0101010101010101ull) >> 56);
#else
  return __builtin_popcountll(bits);
#endif
}

// The place of the highest bit; bits must not be 0.
WATERHOLE_FN constexpr int highest_bit(u64 bits) {
#if defined(__CUDA_ARCH__)
  return 63 - __clzll(static_cast<long long>(bits));
#else
  return 63 - __builtin_clzll(bits);
#endif
}

// The place of the lowest bit; bits must not be 0.
WATERHOLE_FN constexpr int lowest_bit(u64 bits) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return __builtin_ctzll(bits);
#endif
}

// Small numbers side by side, a byte (a lane) each and none above 127, so that one instruction works
// on all of them: in a rollout a loop over them costs more in wrong guesses than in work.
constexpr u64 kLanes = 0x0101010101010101ull;  // times a number: that number in each lane
constexpr u64 kTops = 0x80 * kLanes;

// The highest bits of the lanes that are no more than the number, or no less.
WATERHOLE_FN constexpr u64 lanes_up_to(u64 lanes, u64 number) {
  return ((number | 0x80) * kLanes - lanes) & kTops;
}
WATERHOLE_FN constexpr u64 lanes_from(u64 lanes, u64 number) {
  return ((lanes | kTops) - number * kLanes) & kTops;
}

// The place of the lane that has the number when all are laid end to end; `sums` are the lanes added
// up from the lowest, the number is less than the last of them.
WATERHOLE_FN constexpr int lane_with(u64 sums, u64 number) {
  return lowest_bit(~lanes_up_to(sums, number) & kTops) / 8;
}

WATERHOLE_FN constexpr int lane(u64 lanes, int place) { return static_cast<int>(lanes >> (8 * place)) & 255; }

// The place of the set bit that has n set bits below it.
WATERHOLE_FN int nth_bit(u64 bits, int n) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return lowest_bit(__builtin_ia32_pdep_di(u64{1} << n, bits));
#else
  u64 sums = bits - ((bits >> 1) & 0x5555555555555555ull);  // as in count_bits
  sums = (sums & 0x3333333333333333ull) + ((sums >> 2) & 0x3333333333333333ull);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Full) * kLanes;
  const int byte = lane_with(sums, static_cast<u64>(n));
  // Each bit of that byte in a lane of its own.
  const u64 apart = static_cast<u64>(lane(bits, byte)) * kLanes & 0x8040201008040201ull;
  const u64 ones = ((apart + 0x7F * kLanes) | apart) >> 7 & kLanes;
  return 8 * byte + lane_with(ones * kLanes, static_cast<u64>(n - lane(sums << 8, byte)));
#endif
}

// splitmix64: the choices of the signature, and the seeds of everything else.
struct SplitMix {
  u64 state;

  WATERHOLE_FN constexpr u64 next() {
    state += 0x9E3779B97F4A7C15ull;
    u64 z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  // A number below bound: the upper half of the next one, scaled, as docs/signature.md has it.
  WATERHOLE_FN constexpr u32 below(u32 bound) { return static_cast<u32>(((next() >> 32) * bound) >> 32); }
};

// xoroshiro128+ with Lemire's rejection: every number below bound is equally likely.
struct Random {
  u64 a, b;

  WATERHOLE_FN constexpr explicit Random(u64 seed) : a(0), b(0) {
    SplitMix mix{seed};
    a = mix.next();
    b = mix.next();
  }

  WATERHOLE_FN constexpr u64 next() {
    const u64 sum = a + b;
    const u64 mixed = a ^ b;
    a = ((a << 24) | (a >> 40)) ^ mixed ^ (mixed << 16);
    b = (mixed << 37) | (mixed >> 27);
    return sum;
  }

  WATERHOLE_FN constexpr u32 below(u32 bound) {
    u64 product = (next() >> 32) * bound;
    if (static_cast<u32>(product) < bound) {
      const u32 threshold = (0u - bound) % bound;
      while (static_cast<u32>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<u32>(product >> 32);
  }

  // Numbers below many, many - 1, ... (`count` of them) from half a word: the digits of one number
  // below their product, which must be small against 2^32, as Brackett-Rozinsky and Lemire have it.
  template <int count>
  WATERHOLE_FN constexpr void falling(u32 half, u32 many, u32* found) {
    u32 product = many;
    for (int i = 1; i < count; ++i) product *= many - static_cast<u32>(i);
    u32 rest = digits<count>(half, many, found);
    if (rest < product) {
      const u32 threshold = (0u - product) % product;
      while (rest < threshold) rest = digits<count>(static_cast<u32>(next() >> 32), many, found);
    }
  }

 private:
  template <int count>
  WATERHOLE_FN static constexpr u32 digits(u32 rest, u32 many, u32* found) {
    for (u32 i = 0; i < count; ++i) {
      const u64 scaled = u64{rest} * (many - i);
      found[i] = static_cast<u32>(scaled >> 32);
      rest = static_cast<u32>(scaled);
    }
    return rest;
  }
};

}  // namespace waterhole
