// Fair dealing (docs/fair-dealing.md): SHA-256 in counter mode, Fisher and Yates with rejection.
#pragma once

#include "common.hpp"

namespace waterhole {

struct Sha256 {
  u32 h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  u8 block[64] = {};
  u32 filled = 0;
  u64 length = 0;

  WATERHOLE_FN constexpr void add(u8 byte) {
    block[filled++] = byte;
    ++length;
    if (filled == 64) {
      compress();
      filled = 0;
    }
  }

  WATERHOLE_FN constexpr void add(const char* text, u32 size) {
    for (u32 i = 0; i < size; ++i) add(static_cast<u8>(text[i]));
  }

  // Ends the message; the digest is then h, big-endian.
  WATERHOLE_FN constexpr void finish() {
    const u64 bits = length * 8;
    add(0x80);
    while (filled != 56) add(0);
    for (int shift = 56; shift >= 0; shift -= 8) add(static_cast<u8>(bits >> shift));
  }

  WATERHOLE_FN static constexpr u32 rotate(u32 x, int n) { return (x >> n) | (x << (32 - n)); }

  WATERHOLE_FN constexpr void compress() {
    constexpr u32 k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    u32 w[64] = {};
    for (int i = 0; i < 16; ++i) {
      w[i] = static_cast<u32>(block[4 * i]) << 24 | static_cast<u32>(block[4 * i + 1]) << 16 |
             static_cast<u32>(block[4 * i + 2]) << 8 | static_cast<u32>(block[4 * i + 3]);
    }
    for (int i = 16; i < 64; ++i) {
      const u32 s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >> 3);
      const u32 s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    u32 v[8] = {h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]};
    for (int i = 0; i < 64; ++i) {
      const u32 s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
      const u32 t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
      const u32 s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
      const u32 t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      for (int j = 7; j > 0; --j) v[j] = v[j - 1];
      v[4] += t1;
      v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; ++i) h[i] += v[i];
  }
};

// A seed as the bytes of its text.
struct Seed {
  const char* text;
  u32 size;
};

// The stream of one purpose: round 0 is the lot, others are the rounds of that number.
struct FairStream {
  u32 key[8] = {};
  u32 words[8] = {};
  u64 block = 0;
  int used = 8;

  WATERHOLE_FN FairStream(const char* game, int seats, int round, Seed seed) {
    Sha256 hash;
    add(hash, "waterhole/1\n");
    add(hash, game);
    hash.add('\n');
    add(hash, seats);
    hash.add('\n');
    if (round) {
      add(hash, "round ");
      add(hash, round);
    } else {
      add(hash, "lot");
    }
    hash.add('\n');
    hash.add(seed.text, seed.size);
    hash.finish();
    for (int i = 0; i < 8; ++i) key[i] = hash.h[i];
  }

  WATERHOLE_FN u32 word() {
    if (used == 8) {
      Sha256 hash;
      for (u32 part : key)
        for (int shift = 24; shift >= 0; shift -= 8) hash.add(static_cast<u8>(part >> shift));
      for (int shift = 56; shift >= 0; shift -= 8) hash.add(static_cast<u8>(block >> shift));
      hash.finish();
      for (int i = 0; i < 8; ++i) words[i] = hash.h[i];
      ++block;
      used = 0;
    }
    return words[used++];
  }

  WATERHOLE_FN u32 below(u32 bound) {
    const u64 limit = (u64{1} << 32) - (u64{1} << 32) % bound;
    u64 next = word();
    while (next >= limit) next = word();
    return static_cast<u32>(next % bound);
  }

  WATERHOLE_FN void shuffle(u8* cards, int size) {
    for (int last = size - 1; last > 0; --last) {
      const u32 place = below(static_cast<u32>(last + 1));
      const u8 card = cards[last];
      cards[last] = cards[place];
      cards[place] = card;
    }
  }

 private:
  WATERHOLE_FN static void add(Sha256& hash, const char* text) {
    while (*text) hash.add(static_cast<u8>(*text++));
  }

  // In decimal. No recursion: a GPU must know how deep its stack gets.
  WATERHOLE_FN static void add(Sha256& hash, int number) {
    int unit = 1;
    while (number / unit >= 10) unit *= 10;
    for (; unit; unit /= 10) hash.add(static_cast<u8>('0' + number / unit % 10));
  }
};

}  // namespace waterhole
