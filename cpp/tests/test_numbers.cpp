// The check values of docs/signature.md and docs/fair-dealing.md, and published ones of SHA-256.
#include <sstream>
#include <vector>
#include <waterhole/signature.hpp>

#include "check.hpp"
#include "files.hpp"
#include "rounds.hpp"
#include "tests.hpp"

namespace waterhole::tests {

namespace {

std::string hex(u64 number, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    text += "0123456789abcdef"[(number >> shift) & 15];
  return text;
}

std::string sha256(const std::string& message) {
  Sha256 hash;
  hash.add(message.data(), static_cast<u32>(message.size()));
  hash.finish();
  std::string digest;
  for (const u32 part : hash.h) digest += hex(part, 8);
  return digest;
}

// The examples of FIPS 180-4, and lengths around the end of a block.
void sha256_gives_published_digests() {
  CHECK_EQUAL(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK_EQUAL(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK_EQUAL(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK_EQUAL(sha256(std::string(1000000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK_EQUAL(sha256(std::string(55, 'a')),
              "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  CHECK_EQUAL(sha256(std::string(56, 'a')),
              "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  CHECK_EQUAL(sha256(std::string(64, 'a')),
              "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

void splitmix_gives_its_check_values() {
  SplitMix mix{0};
  CHECK_EQUAL(hex(mix.next(), 16), "e220a8397b1dcdaf");
  CHECK_EQUAL(hex(mix.next(), 16), "6e789e6aa1b965f4");
  CHECK_EQUAL(hex(mix.next(), 16), "06c45d188009454f");
}

void fnv_gives_its_check_value() {
  Fnv fnv;
  fnv.add(1);
  CHECK_EQUAL(hex(fnv.hash, 16), "ad2aca7747985764");
}

constexpr Seed kSeed{"waterhole", 9};

void the_lot_has_its_check_values() {
  FairStream stream("tembo", 2, 0, kSeed);
  for (const u32 word : {3617446229u, 474389282u, 991102708u, 2210137658u}) CHECK_EQUAL(stream.word(), word);
}

void a_fair_deal_of_tembo_has_its_check_values(const tembo::Deck& deck) {
  FairDeals deals{kSeed};
  tembo::Match m;
  tembo::start(m, 2, 2, deck, deals);
  CHECK_EQUAL(m.state.first, 0);
  CHECK_EQUAL(m.state.turn, 0);
  CHECK_EQUAL(m.state.hand[1], 0b1110u);     // 1, 2, 3
  CHECK_EQUAL(m.state.special[1], 0x1001u);  // an elephant and the antelopes' crocodile
  const int crossings[] = {35, 40, 28, tembo::kLion, 42}, pile[] = {20, 10, 24, 5, 8};
  for (int i = 0; i < 5; ++i) {
    CHECK_EQUAL(m.state.cards[i], pile[i]);
    CHECK_EQUAL(m.state.cards[m.state.pile + i], crossings[i]);
  }
}

void a_fair_deal_of_life_has_its_check_values() {
  FairDeals deals{kSeed};
  life::Match m;
  life::start(m, 3, deals);
  life::Cards hand = 0, row = 0;
  add_cards(hand, "GBBOOTDPCM");
  add_cards(row, "TDDM");
  CHECK_EQUAL(m.state.first, 0);
  CHECK_EQUAL(m.state.hand[1], hand);
  CHECK_EQUAL(m.state.rows[3], row);
  CHECK_EQUAL(life::kPack - size_of(all_cards(m.state)), 20);
}

std::vector<u32> numbers_of(int k, const tembo::Deck& deck) {
  std::vector<u32> numbers;
  signature_match(k, deck, [&](u32 number) { numbers.push_back(number); });
  return numbers;
}

void check_match(const std::vector<u32>& numbers, const std::vector<u32>& begins, std::size_t size,
                 const char* hash) {
  CHECK_EQUAL(numbers.size(), size);
  for (std::size_t i = 0; i < begins.size() && i < numbers.size(); ++i) CHECK_EQUAL(numbers[i], begins[i]);
  Fnv fnv;
  for (const u32 number : numbers) fnv.add(number);
  CHECK_EQUAL(hex(fnv.hash, 16), hash);
}

void single_matches_have_their_check_values(const tembo::Deck& deck) {
  const std::vector<u32> tembo = numbers_of(0, deck);
  check_match(tembo, {0, 20, 207, 1, 24, 153, 0, 12, 10}, 128, "d559d51c28e3564e");
  CHECK_EQUAL(tembo[tembo.size() - 2], 9u);
  CHECK_EQUAL(tembo.back(), 12u);
  check_match(numbers_of(60, deck), {0, 164, 565, 1, 96, 25, 0, 199, 106}, 119, "744a5fe4b51a80f3");
}

void the_signature_is_the_one_on_file(const std::string& root, const tembo::Deck& deck) {
  std::string on_file;
  std::stringstream(read_text(root + "/tests/playthroughs/signature.txt")) >> on_file;
  CHECK_EQUAL(hex(signature(deck), 16), on_file);
}

}  // namespace

void test_numbers(const std::string& root) {
  const tembo::Deck deck = default_deck(root);
  run("SHA-256 gives published digests", sha256_gives_published_digests);
  run("splitmix64 gives its check values", splitmix_gives_its_check_values);
  run("FNV-1a gives its check value", fnv_gives_its_check_value);
  run("the lot has its check values", the_lot_has_its_check_values);
  run("a fair deal of Tembo has its check values", a_fair_deal_of_tembo_has_its_check_values, deck);
  run("a fair deal of Life is Life has its check values", a_fair_deal_of_life_has_its_check_values);
  run("single matches have their check values", single_matches_have_their_check_values, deck);
  run("the signature is the one on file", the_signature_is_the_one_on_file, root, deck);
}

}  // namespace waterhole::tests
