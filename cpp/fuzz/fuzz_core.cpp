// Arbitrary bytes as seeds, options, deals and moves. What is legal is played, everything else must be
// refused; after each step the position must be one that the rules can reach.
#include <cstdio>
#include <cstdlib>

#include "../tests/rounds.hpp"

namespace waterhole::tests {

namespace {

// The input, byte after byte; zeros once it is used up.
struct Bytes {
  const u8* next;
  const u8* end;

  bool left() const { return next < end; }
  u8 byte() { return left() ? *next++ : u8{0}; }
  int number() { return byte() << 8 | byte(); }
  int below(int bound) { return byte() % bound; }
};

constexpr int kRefereed = 8;  // the referee, who is slow, looks at all moves in one position of so many

void demand(Fault fault) {
  if (!fault) return;
  std::fprintf(stderr, "%s\n", fault);
  std::abort();
}

template <class Game>
void look(const Game& game, const typename Game::Match& match, const Legal<Game>& legal, bool refereed) {
  demand(legal.fault);
  demand(fault_of(game, match));
  if (refereed) demand(referee_fault(game, match, legal));
  for (int seat = 0; seat < game.seats(match); ++seat) {
    std::vector<u8> out(Game::kObservation);  // of exactly this size, so that a write beyond it is seen
    game.observe(match, seat, out.data());
  }
}

// Any number as a move: half of the numbers name one of the legal moves, half are taken as ids.
template <class Game>
int chosen(const Legal<Game>& legal, int number) {
  if (number & 0x8000) return legal.ids[(number & 0x7fff) % legal.count];
  return number - 0x1000;
}

template <class Game, class Deals>
void play_on(const Game& game, typename Game::Match& match, Deals& deals, Bytes& bytes) {
  for (int step = 0;; ++step) {
    const Legal<Game> legal(game, match);
    look(game, match, legal, step % kRefereed == 0);
    if (match.over || !bytes.left()) return;
    const int move = chosen(legal, bytes.number());
    const bool allowed = legal.has(move);
    if (allowed != referee_allows(game, match, move)) demand("the referee does not agree");
    if (!allowed) continue;
    const typename Game::Match before = match;
    game.play(match, move, deals);
    demand(step_fault(game, before, match));
  }
}

template <class Game>
void play_match(const Game& game, int seats, Bytes& bytes) {
  typename Game::Match match;
  if (bytes.below(2)) {
    FastDeals deals{Random(static_cast<u64>(bytes.number()))};
    game.start(match, seats, deals);
    return play_on(game, match, deals, bytes);
  }
  std::string seed(static_cast<std::size_t>(bytes.below(80)), ' ');
  for (char& letter : seed) letter = static_cast<char>(bytes.byte());
  FairDeals deals{{seed.data(), static_cast<u32>(seed.size())}};
  game.start(match, seats, deals);
  play_on(game, match, deals, bytes);
}

tembo::Deck any_deck(Bytes& bytes) {
  SplitMix mix{static_cast<u64>(bytes.number())};
  tembo::Deck deck{};
  for (int number = 1; number <= tembo::kHoofed; ++number) {
    deck.species[mix.below(3)] |= u64{1} << number;
    const u32 points = 2 + mix.below(4);
    for (int digit = 0; digit < 3; ++digit) deck.points[digit] |= u64{(points >> digit) & 1} << number;
  }
  return deck;
}

TemboGame any_tembo(Bytes& bytes) {
  const tembo::Deck deck = any_deck(bytes);
  return {deck, bytes.below(8) ? 1 + bytes.below(3) : 1 + bytes.below(100)};
}

LifeGame any_life(Bytes& bytes) {
  const bool expert = bytes.below(2);
  return {{expert, bytes.below(4) ? bytes.below(4) : bytes.number() % 1001}};
}

// The cards in an order that the bytes choose; a few of them may be changed to anything.
template <class Card>
void stir(std::vector<Card>& cards, Bytes& bytes) {
  for (int last = static_cast<int>(cards.size()); last > 1; --last)
    std::swap(cards[static_cast<std::size_t>(last - 1)], cards[static_cast<std::size_t>(bytes.below(last))]);
  for (int wrong = bytes.byte() - 252; wrong > 0; --wrong)
    cards[static_cast<std::size_t>(bytes.below(static_cast<int>(cards.size())))] =
        static_cast<Card>(bytes.byte());
}

// The next so many cards; now and then one too few.
template <class Cards>
void deal_some(Cards& to, const std::vector<typename Cards::value_type>& cards, std::size_t& next, int many,
               Bytes& bytes) {
  if (bytes.byte() == 255 && many) --many;
  for (; many > 0 && next < cards.size(); --many) to.push_back(cards[next++]);
}

TemboDeal any_tembo_deal(Bytes& bytes) {
  TemboDeal deal;
  std::vector<int> cards;
  for (int card = 1; card <= tembo::kLion; ++card)
    cards.insert(cards.end(), static_cast<std::size_t>(copies(card)), card);
  stir(cards, bytes);
  // Lions last, or most deals would be refused.
  if (bytes.below(16))
    std::stable_partition(cards.begin(), cards.end(), [](int card) { return card != tembo::kLion; });
  deal.hands.resize(static_cast<std::size_t>(bytes.below(16) ? 2 + bytes.below(3) : bytes.below(7)));
  deal.first = bytes.below(16) ? bytes.below(4) : bytes.byte() - 128;
  std::size_t next = 0;
  for (auto& hand : deal.hands) deal_some(hand, cards, next, tembo::kHand, bytes);
  std::vector<int> rest(cards.begin() + static_cast<std::ptrdiff_t>(next), cards.end());
  stir(rest, bytes);
  next = 0;
  deal_some(deal.crossings, rest, next, tembo::kCrossings, bytes);
  deal_some(deal.pile, rest, next, tembo::kPack, bytes);
  return deal;
}

LifeDeal any_life_deal(Bytes& bytes) {
  LifeDeal deal;
  std::vector<char> cards;
  for (int species = 0; species < life::kSpecies; ++species)
    cards.insert(cards.end(), static_cast<std::size_t>(life::value(species)),
                 kLetters[static_cast<std::size_t>(species)]);
  stir(cards, bytes);
  const int seats = bytes.below(16) ? 2 + bytes.below(4) : bytes.below(8);
  deal.first = bytes.below(16) ? bytes.below(5) : bytes.byte() - 128;
  std::size_t next = 0;
  for (int seat = 0; seat < seats; ++seat) {
    deal.lives.push_back(bytes.below(16) ? bytes.below(6) : bytes.number() - 100);
    deal.hands.emplace_back();
    deal_some(deal.hands.back(), cards, next, deal.lives.back() ? life::kHand : 0, bytes);
  }
  deal.rows.resize(bytes.byte() == 255 ? 3 : 4);
  for (std::size_t row = 0; row < deal.rows.size(); ++row)
    deal_some(deal.rows[row], cards, next, static_cast<int>(row) + 1, bytes);
  return deal;
}

void play_tembo_deal(Bytes& bytes) {
  const TemboGame game = any_tembo(bytes);
  tembo::Match match{{}, 1, static_cast<u8>(game.rounds), 0};
  if (!read_deal(match.state, any_tembo_deal(bytes))) return;
  demand(fault_of(match.state));
  FairDeals deals{{"fuzz", 4}};
  tembo::settle(match, game.deck, deals);
  play_on(game, match, deals, bytes);
}

void play_life_deal(Bytes& bytes) {
  const LifeGame game = any_life(bytes);
  life::Match match{{}, 1, 0};
  if (!read_deal(match.state, any_life_deal(bytes))) return;
  FairDeals deals{{"fuzz", 4}};
  play_on(game, match, deals, bytes);
}

}  // namespace

}  // namespace waterhole::tests

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace waterhole;
  using namespace waterhole::tests;
  Bytes bytes{data, data + size};
  switch (bytes.below(4)) {
    case 0: {
      const TemboGame game = any_tembo(bytes);
      play_match(game, 2 + bytes.below(3), bytes);
      break;
    }
    case 1: {
      const LifeGame game = any_life(bytes);
      play_match(game, 2 + bytes.below(4), bytes);
      break;
    }
    case 2:
      play_tembo_deal(bytes);
      break;
    default:
      play_life_deal(bytes);
  }
  return 0;
}
