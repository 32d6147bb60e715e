// Matches as a server tells them go as the games say; what they tell is compared with Python's in
// tests/core/test_telling.py.
#include <waterhole/life_game.hpp>
#include <waterhole/life_telling.hpp>
#include <waterhole/tembo_game.hpp>
#include <waterhole/tembo_telling.hpp>

#include "check.hpp"
#include "files.hpp"
#include "tests.hpp"

namespace waterhole::tests {

namespace {

const Spellings& spellings_of(const TemboGame&) { return tembo::spellings(); }
const Spellings& spellings_of(const LifeGame&) { return life::spellings(); }

// Whether every bracket that opens closes, and no comma stands where nothing follows.
bool whole(const std::string& json) {
  std::string open;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char letter = json[i];
    if (letter == '[' || letter == '{') open += letter == '[' ? ']' : '}';
    if (letter != ']' && letter != '}') continue;
    if (open.empty() || open.back() != letter || json[i - 1] == ',' || json[i - 1] == ':') return false;
    open.pop_back();
  }
  return open.empty();
}

template <class Game, class Telling>
void check_telling(const Game& game, Telling telling, int seats, const std::string& seed) {
  Random random(static_cast<u64>(seats));
  FairDeals deals{{seed.data(), static_cast<u32>(seed.size())}};
  typename Game::Match match;
  game.start(match, seats, deals);
  for (int moves = 0; moves < 400 && wrong_checks < kShown; ++moves) {
    CHECK_EQUAL(telling.over(), static_cast<bool>(match.over));
    for (int seat = -1; seat < seats; ++seat) CHECK(whole(telling.view(seat)));
    CHECK(whole(telling.events()));
    const std::vector<std::string> legal = members(telling.legal());
    CHECK_EQUAL(legal.empty(), static_cast<bool>(match.over));
    if (match.over) break;
    CHECK_EQUAL(telling.turn(), game.to_move(match));
    CHECK(!telling.after("no move"));
    const std::string& chosen = legal[random.below(static_cast<u32>(legal.size()))];
    const auto next = telling.after(chosen);
    CHECK(next.has_value());
    if (!next) return;
    telling = *next;
    game.play(match, spellings_of(game).id(chosen), deals);
  }
  if (match.over) CHECK_EQUAL(telling.winners(), game.winners(match));
}

void tembo_is_told(const tembo::Deck& deck) {
  for (int number = 0; number < 60; ++number) {
    const std::string seed = "told " + std::to_string(number);
    const int seats = 2 + number % 3;
    check_telling(TemboGame{deck, 2}, tembo::Telling({deck, "null", 2, seed, {}}, seats), seats, seed);
  }
}

void life_is_told() {
  for (int number = 0; number < 60; ++number) {
    const std::string seed = "told " + std::to_string(number);
    const int seats = 2 + number % 4;
    const life::Rules rules{number % 2 == 1, 1 + number % 5};
    check_telling(LifeGame{rules}, life::Telling({rules, seed, {}}, seats), seats, seed);
  }
}

}  // namespace

void test_telling(const std::string& root) {
  run("matches of Tembo are told", tembo_is_told, default_deck(root));
  run("matches of Life is Life are told", life_is_told);
}

}  // namespace waterhole::tests
