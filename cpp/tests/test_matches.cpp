// Tens of thousands of random matches; what must hold is looked at before every move.
#include <algorithm>
#include <cstring>
#include <vector>

#include "check.hpp"
#include "files.hpp"
#include "invariants.hpp"
#include "play.hpp"
#include "tests.hpp"

namespace waterhole::tests {

namespace {

constexpr int kTemboMatches = 10'000;  // for each number of seats
constexpr int kLifeMatches = 1'200;    // for each number of seats, both variants
constexpr int kRefereed = 64;          // the referee, who is slow, looks at one match in so many

void check_fine(Fault fault, const char* where) {
  if (fault) CHECK_EQUAL(std::string_view(fault), where);
}

// A seed for a match, as text.
struct NumberedSeed {
  std::string text;
  explicit NumberedSeed(int number) : text("match " + std::to_string(number)) {}
  FairDeals deals() const { return {{text.data(), static_cast<u32>(text.size())}}; }
};

// Every seat's observation, in memory of exactly its size so that a sanitizer sees what lies beyond.
template <class Game>
void observe_all(const Game& game, const typename Game::Match& match) {
  for (int seat = 0; seat < game.seats(match); ++seat) {
    std::vector<u8> out(Game::kObservation);
    game.observe(match, seat, out.data());
  }
}

// Plays one match to its end; gives its number of moves, or stops at the first fault.
template <class Game, class Deals>
int check_match(const Game& game, int seats, Deals& deals, Random& random, bool refereed) {
  typename Game::Match match;
  game.start(match, seats, deals);
  for (int moves = 0;; ++moves) {
    const Legal<Game> legal(game, match);
    const int before = wrong_checks;
    check_fine(legal.fault, "every position has its legal moves");
    check_fine(fault_of(game, match), "no position is wrong");
    if (refereed) check_fine(referee_fault(game, match, legal), "the referee agrees");
    if (moves % 16 == 0) observe_all(game, match);
    if (match.over || wrong_checks != before) return moves;
    const int move = random_id(game, match, random);
    CHECK(legal.has(move));
    const typename Game::Match old = match;
    game.play(match, move, deals);
    check_fine(step_fault(game, old, match), "no move does what it must not");
    if (wrong_checks != before) return moves;
  }
}

// So many matches, by fair deals and by fast ones in turn.
template <class Game>
void check_matches(const Game& game, int seats, int matches) {
  Random random(static_cast<u64>(seats));
  FastDeals fast{Random(static_cast<u64>(100 + seats))};
  u64 moves = 0;
  for (int number = 0; number < matches && wrong_checks < kShown; ++number) {
    const bool refereed = number / 2 % kRefereed == 0;
    const NumberedSeed seed(number);
    FairDeals fair = seed.deals();
    moves += static_cast<u64>(number % 2 ? check_match(game, seats, fast, random, refereed)
                                         : check_match(game, seats, fair, random, refereed));
  }
  CHECK(moves >= static_cast<u64>(matches));
}

void tembo_matches_are_always_right(const tembo::Deck& deck) {
  for (int seats = 2; seats <= tembo::kMostSeats; ++seats) {
    check_matches(TemboGame{deck, 2}, seats, kTemboMatches);
    check_matches(TemboGame{deck, 100}, seats, 10);
  }
}

void life_matches_are_always_right() {
  for (int seats = 2; seats <= life::kMostSeats; ++seats) {
    for (const bool expert : {false, true}) {
      for (int laps = 1; laps <= 4; ++laps) check_matches(LifeGame{{expert, laps}}, seats, kLifeMatches / 4);
      check_matches(LifeGame{{expert, 0}}, seats, 6);
    }
  }
}

// A whole match at once ends like one that is played move by move.
template <class Game>
void check_play_out(const Game& game, int seats, u64 seed) {
  FastDeals deals{Random(seed)};
  typename Game::Match match;
  int endings[Game::kEndings] = {};
  const int moves = game.play_out(match, seats, deals, endings);
  int ended = 0;
  for (const int many : endings) ended += many;
  CHECK(match.over);
  CHECK(moves >= 0);
  CHECK_EQUAL(ended, game.rounds_played(match));
  check_fine(fault_of(game, match), "a match played at once ends right");
}

void matches_played_at_once_end_right(const tembo::Deck& deck) {
  for (u64 seed = 0; seed < 2'000; ++seed) {
    check_play_out(TemboGame{deck, 2}, 2 + static_cast<int>(seed % 3), seed);
    check_play_out(LifeGame{{seed % 2 == 1, 1 + static_cast<int>(seed % 5)}}, 2 + static_cast<int>(seed % 4),
                   seed);
  }
}

// A swap that does not end the round; not a knock.
int harmless_swap(const life::State& s, const life::Rules& rules) {
  int found = -1;
  life::each_legal(s, [&](int id) {
    if (found >= 0 || id == life::kKnock) return;
    life::State next = s;
    life::play(next, id, rules);
    if (!next.ending || next.ending == life::kByLapLimit) found = id;
  });
  return found;
}

// L15: without a limit a round goes on for as long as nobody knocks, beyond any counter's end too.
void a_round_without_a_lap_limit_never_ends_by_itself() {
  const life::Rules rules{false, 0};
  FastDeals deals{Random(1)};
  life::Match m;
  life::start(m, 2, deals);
  for (int turn = 0; turn < 70'000; ++turn) {
    CHECK_EQUAL(m.state.ending, life::kNotOver);
    CHECK_EQUAL(life::may_knock(m.state), turn >= 2);
    if (wrong_checks) {
      std::cout << "at turn " << turn << '\n';
      return;
    }
    life::play(m.state, harmless_swap(m.state, rules), rules);
  }
}

// L15: with the highest limit that can be chosen, the round is scored at its end and not before.
void the_highest_lap_limit_is_kept() {
  const life::Rules rules{false, 1000};
  FastDeals deals{Random(2)};
  life::Match m;
  life::start(m, 5, deals);
  for (int turn = 0; turn < 5000; ++turn) {
    CHECK_EQUAL(m.state.ending, life::kNotOver);
    life::play(m.state, harmless_swap(m.state, rules), rules);
  }
  CHECK_EQUAL(m.state.ending, life::kByLapLimit);
}

template <class T>
void shuffle(std::vector<T>& cards, Random& random) {
  for (u32 last = static_cast<u32>(cards.size()); last > 1; --last)
    std::swap(cards[last - 1], cards[random.below(last)]);
}

// The same position to the seat: all it cannot see is dealt anew.
tembo::Match redealt(const tembo::Match& match, int seat, Random& random) {
  tembo::Match other = match;
  tembo::State& s = other.state;
  std::vector<u8> unseen(s.cards + s.drawn, s.cards + s.pile + tembo::kCrossings);
  for (int i = 0; i < s.seats; ++i) {
    if (i == seat) continue;
    for (u64 hand = s.hand[i]; hand; hand &= hand - 1) unseen.push_back(static_cast<u8>(lowest_bit(hand)));
    for (int kind = 0; kind < tembo::kSpecials; ++kind)
      unseen.insert(unseen.end(), static_cast<std::size_t>(tembo::nibble(s.special[i], kind)),
                    static_cast<u8>(tembo::kElephant + kind));
  }
  shuffle(unseen, random);
  // Nobody holds a lion (T3): the lions go to the front, hands are dealt from the back.
  std::stable_partition(unseen.begin(), unseen.end(), [](u8 card) { return card == tembo::kLion; });
  for (int i = 0; i < s.seats; ++i) {
    if (i == seat) continue;
    const int size = s.size[i];
    s.hand[i] = s.special[i] = s.size[i] = 0;
    for (int taken = 0; taken < size; ++taken) {
      tembo::take(s, i, unseen.back());
      unseen.pop_back();
    }
  }
  std::copy(unseen.begin(), unseen.end(), s.cards + s.drawn);
  return other;
}

life::Match redealt(const life::Match& match, int seat, Random& random) {
  life::Match other = match;
  life::State& s = other.state;
  life::Cards lying = 0;  // what the seat sees or knows
  for (const life::Cards row : s.rows) lying += row;
  for (int i = 0; i < s.seats; ++i) lying += i == seat ? s.hand[i] : s.known[i];
  std::vector<int> unseen;
  for (int species = 0; species < life::kSpecies; ++species)
    unseen.insert(unseen.end(), static_cast<std::size_t>(life::value(species) - life::count(lying, species)),
                  species);
  shuffle(unseen, random);
  for (int i = 0; i < s.seats; ++i) {
    if (i == seat || !s.hand[i]) continue;
    s.hand[i] = s.known[i];
    while (size_of(s.hand[i]) < life::kHand) {
      s.hand[i] += life::card(unseen.back());
      unseen.pop_back();
    }
  }
  return other;
}

template <class Game>
void check_secrets(const Game& game, int seats, u64 seed) {
  Random random(seed);
  FastDeals deals{Random(seed + 1)};
  typename Game::Match match;
  game.start(match, seats, deals);
  bool differed = false;
  for (; !match.over; game.play(match, random_id(game, match, random), deals)) {
    for (int seat = 0; seat < seats; ++seat) {
      const typename Game::Match other = redealt(match, seat, random);
      check_fine(fault_of(game, other), "a position dealt anew is right");
      differed |= std::memcmp(&match, &other, sizeof match) != 0;
      std::vector<u8> one(Game::kObservation, 1), two(Game::kObservation, 2);
      game.observe(match, seat, one.data());
      game.observe(other, seat, two.data());
      CHECK(one == two);
      if (seat == game.to_move(match)) {  // the heuristic player, too, knows no more than its seat
        Random lots(seed), same = lots;
        CHECK(game.choose(match, true, lots) == game.choose(other, true, same));
      }
    }
  }
  CHECK(differed);
}

void nothing_tells_secrets(const tembo::Deck& deck) {
  for (u64 seed = 0; seed < 60; ++seed) {
    check_secrets(TemboGame{deck, 2}, 2 + static_cast<int>(seed % 3), seed);
    check_secrets(LifeGame{{seed % 2 == 1, 4}}, 2 + static_cast<int>(seed % 4), seed);
  }
}

}  // namespace

void test_matches(const std::string& root) {
  const tembo::Deck deck = default_deck(root);
  run("matches of Tembo are always right", tembo_matches_are_always_right, deck);
  run("matches of Life is Life are always right", life_matches_are_always_right);
  run("matches played at once end right", matches_played_at_once_end_right, deck);
  run("a round without a lap limit never ends by itself", a_round_without_a_lap_limit_never_ends_by_itself);
  run("the highest lap limit is kept", the_highest_lap_limit_is_kept);
  run("observations and the heuristic tell no secrets", nothing_tells_secrets, deck);
}

}  // namespace waterhole::tests
