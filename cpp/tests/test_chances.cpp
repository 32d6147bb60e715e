// Moves and deals that must be equally likely are. Seeds are fixed, so a test that passed goes on passing.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "check.hpp"
#include "files.hpp"
#include "invariants.hpp"
#include "play.hpp"
#include "tests.hpp"

namespace waterhole::tests {

namespace {

constexpr double kTooFar = 4.5;  // standard deviations; chance goes that far once in 300,000 times

// How far a chi-square sum lies above what is expected, in standard deviations (Wilson and Hilferty).
double deviation(double sum, double freedom) {
  const double spread = 2 / (9 * freedom);
  return (std::cbrt(sum / freedom) - (1 - spread)) / std::sqrt(spread);
}

double chi_square(const std::vector<int>& counts, double expected) {
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

void check_even(const std::vector<int>& counts, double expected) {
  if (counts.size() < 2) return;
  const double far = deviation(chi_square(counts, expected), static_cast<double>(counts.size() - 1));
  CHECK(far < kTooFar);
  if (far >= kTooFar) std::cout << "  " << counts.size() << " counts, " << far << " deviations\n";
}

constexpr int kSamples = 100;  // for each legal move

// Draws often from one position and compares with the list of the legal moves.
template <class Game>
void check_choice(const Game& game, const typename Game::Match& match, Random& random) {
  const Legal<Game> legal(game, match);
  std::vector<int> drawn(Game::kMoves), counts;
  for (int i = 0; i < kSamples * legal.count; ++i) {
    const int id = random_id(game, match, random);
    CHECK(id >= 0 && id < Game::kMoves);
    if (id >= 0 && id < Game::kMoves) ++drawn[static_cast<std::size_t>(id)];
  }
  int in_all = 0;
  for (int i = 0; i < legal.count; ++i) {
    counts.push_back(drawn[static_cast<std::size_t>(legal.ids[i])]);
    in_all += counts.back();
  }
  CHECK_EQUAL(in_all, kSamples * legal.count);
  check_even(counts, kSamples);
}

// Looks at one position in so many of a few matches.
template <class Game, class Look>
void along_matches(const Game& game, int seats, int matches, int every, Look&& look) {
  Random random(77);
  for (int number = 0; number < matches; ++number) {
    FastDeals deals{Random(static_cast<u64>(number))};
    typename Game::Match match;
    game.start(match, seats, deals);
    for (int moves = 0; !match.over; ++moves) {
      if (moves % every == number % every) look(match, random);
      game.play(match, random_id(game, match, random), deals);
    }
  }
}

void moves_of_tembo_are_equally_likely(const tembo::Deck& deck) {
  const TemboGame game{deck, 1};
  int lions = 0;
  for (int seats = 2; seats <= 4; ++seats) {
    along_matches(game, seats, 20, 5, [&](const tembo::Match& match, Random& random) {
      lions += match.state.lion_drawn;
      check_choice(game, match, random);
    });
  }
  CHECK(lions > 0);
}

void moves_of_life_are_equally_likely() {
  const LifeGame game{{false, 4}};
  int knocks = 0;
  along_matches(game, 3, 1, 17, [&](const life::Match& match, Random& random) {
    knocks += life::may_knock(match.state);
    check_choice(game, match, random);
  });
  CHECK(knocks > 0);
}

// Every collection of cards that a hand can lay down has exactly one number.
void check_collections(life::Cards hand) {
  const life::Counts counts(hand);
  for (int row = 0; row < life::kRows; ++row) {
    std::vector<life::Cards> numbered, listed;
    for (int i = 0; i < counts.choices[row]; ++i)
      numbered.push_back(life::nth_collection(counts, row + 1, i));
    for (int id = life::row_start(row); id < life::row_start(row + 1); ++id)
      if (life::has(hand, life::laid_by(id))) listed.push_back(life::laid_by(id));
    std::sort(numbered.begin(), numbered.end());
    std::sort(listed.begin(), listed.end());
    CHECK(numbered == listed);
  }
}

void collections_are_numbered_one_to_one() {
  along_matches(LifeGame{{true, 3}}, 4, 40, 3, [](const life::Match& match, Random&) {
    for (int seat = 0; seat < match.state.seats; ++seat)
      if (match.state.hand[seat]) check_collections(match.state.hand[seat]);
  });
  check_collections(9 * life::card(0) + life::card(1));  // the fewest species there can be
  check_collections(life::kOnes);                        // one of each
}

void swaps_have_the_ids_of_the_list() {
  for (int id = 1; id < life::kMoves; ++id) {
    const LaidDown laid = laid_down(id);
    CHECK_EQUAL(life::row_of(id), laid.row);
    for (int species = 0; species < life::kSpecies; ++species)
      CHECK_EQUAL(life::count(life::laid_by(id), species), laid.counts[static_cast<std::size_t>(species)]);
  }
}

constexpr int kDeals = 20'000;

// Calls look(match) after each of many first deals, fast ones or fair ones.
template <class Game, class Look>
void each_deal(const Game& game, int seats, bool fair, Look&& look) {
  FastDeals fast{Random(5)};
  for (int number = 0; number < kDeals; ++number) {
    typename Game::Match match;
    const std::string seed = std::to_string(number);
    FairDeals deals{{seed.data(), static_cast<u32>(seed.size())}};
    if (fair) {
      game.start(match, seats, deals);
    } else {
      game.start(match, seats, fast);
    }
    look(match);
  }
}

// Every card but a lion is as likely as any other in each hand (T3).
void check_tembo_hands(const tembo::Deck& deck, int seats, bool fair) {
  std::vector<std::vector<int>> animals(4, std::vector<int>(tembo::kHoofed));
  std::vector<int> firsts(static_cast<std::size_t>(seats)), specials(tembo::kSpecials);
  int deals = 0;
  each_deal(TemboGame{deck, 2}, seats, fair, [&](const tembo::Match& m) {
    if (m.round != 1) return;  // the first round was over before anybody moved
    ++deals;
    ++firsts[m.state.first];
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat) {
      for (u64 hand = m.state.hand[seat]; hand; hand &= hand - 1)
        ++animals[seat][static_cast<std::size_t>(lowest_bit(hand) - 1)];
      for (std::size_t kind = 0; kind < specials.size(); ++kind)
        specials[kind] += tembo::nibble(m.state.special[seat], static_cast<int>(kind));
    }
  });
  const double likely = deals * 5.0 / 56;
  check_even(firsts, static_cast<double>(deals) / seats);
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat)
    check_even(animals[seat], likely);
  for (std::size_t kind = 0; kind < specials.size(); ++kind) {
    const double expected = likely * seats * copies(tembo::kElephant + static_cast<int>(kind));
    CHECK(std::abs(specials[kind] - expected) < kTooFar * std::sqrt(expected));
  }
}

// Each place of what is left is as likely as any other to have a lion, crossings included (T4).
void check_tembo_lions(const tembo::Deck& deck, int seats, bool fair) {
  const int left = tembo::kPack - tembo::kHand * seats;
  std::vector<int> lions(static_cast<std::size_t>(left));
  Random random(6);
  each_deal(TemboGame{deck, 2}, seats, fair, [&](tembo::Match m) {
    tembo::State& s = m.state;
    while (!fair && s.drawn < s.pile) tembo::LoosePile{random}(s);
    for (std::size_t i = 0; i < lions.size(); ++i) lions[i] += s.cards[i] == tembo::kLion;
  });
  // The crossings of a loose pile are what is left, in no special order: they count as one.
  const double expected = kDeals * 3.0 / left;
  int behind = 0;
  for (int i = 0; i < tembo::kCrossings; ++i) {
    behind += lions.back();
    lions.pop_back();
  }
  CHECK(std::abs(behind - 5 * expected) < kTooFar * std::sqrt(5 * expected));
  check_even(lions, expected);
}

void deals_of_tembo_are_even(const tembo::Deck& deck) {
  for (int seats = 2; seats <= 4; ++seats) {
    for (const bool fair : {false, true}) {
      check_tembo_hands(deck, seats, fair);
      check_tembo_lions(deck, seats, fair);
    }
  }
}

// So many cards of a species, on average, as it has of the whole pack (L2).
void check_share(double sum, int drawn, int species) {
  const double share = life::value(species) / 60.0;
  const double spread = drawn * share * (1 - share) * (60 - drawn) / 59;
  CHECK(std::abs(sum - kDeals * drawn * share) < kTooFar * std::sqrt(kDeals * spread));
}

void check_life_deals(int seats, bool fair) {
  std::vector<std::vector<int>> hands(5, std::vector<int>(10)), rows(4, std::vector<int>(10));
  std::vector<int> firsts(static_cast<std::size_t>(seats));
  each_deal(LifeGame{{false, 0}}, seats, fair, [&](const life::Match& m) {
    ++firsts[m.state.first];
    for (std::size_t species = 0; species < 10; ++species) {
      const int which = static_cast<int>(species);
      for (std::size_t seat = 0; seat < 5; ++seat)
        hands[seat][species] += life::count(m.state.hand[seat], which);
      for (std::size_t row = 0; row < 4; ++row) rows[row][species] += life::count(m.state.rows[row], which);
    }
  });
  check_even(firsts, static_cast<double>(kDeals) / seats);
  for (std::size_t species = 0; species < 10; ++species) {
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat)
      check_share(hands[seat][species], 10, static_cast<int>(species));
    for (std::size_t row = 0; row < 4; ++row)
      check_share(rows[row][species], static_cast<int>(row) + 1, static_cast<int>(species));
  }
}

void deals_of_life_are_even() {
  for (int seats = 2; seats <= 5; ++seats)
    for (const bool fair : {false, true}) check_life_deals(seats, fair);
}

}  // namespace

void test_chances(const std::string& root) {
  const tembo::Deck deck = default_deck(root);
  run("moves of Tembo are equally likely", moves_of_tembo_are_equally_likely, deck);
  run("moves of Life is Life are equally likely", moves_of_life_are_equally_likely);
  run("collections are numbered one to one", collections_are_numbered_one_to_one);
  run("swaps have the ids of the list", swaps_have_the_ids_of_the_list);
  run("deals of Tembo are even", deals_of_tembo_are_even, deck);
  run("deals of Life is Life are even", deals_of_life_are_even);
}

}  // namespace waterhole::tests
