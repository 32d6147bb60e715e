// Sights, worlds and search: what fits, what adds up, and that nothing is written where it should not be.
#include <algorithm>
#include <cmath>
#include <vector>
#include <waterhole/life_plan.hpp>
#include <waterhole/search.hpp>
#include <waterhole/tembo_plan.hpp>

#include "check.hpp"
#include "files.hpp"
#include "invariants.hpp"
#include "play.hpp"
#include "tests.hpp"

namespace waterhole::tests {

namespace {

using tembo::sight_of;

life::Sight sight_of(const life::Match& m) {
  const life::State& s = m.state;
  life::Sight sight{};
  std::copy_n(s.rows, life::kRows, sight.rows);
  std::copy_n(s.known, life::kMostSeats, sight.known);
  std::copy_n(s.lives, life::kMostSeats, sight.lives);
  for (auto& most : sight.most) std::fill_n(most, 3, u8{9});
  sight.hand = s.hand[s.turn];
  sight.turns = s.turns;
  sight.seats = s.seats;
  sight.players = s.players;
  sight.seat = sight.turn = s.turn;
  sight.first = s.first;
  sight.knocker = s.knocker;
  return sight;
}

// Looks at one position in so many of a few matches.
template <class Game, class Look>
void along(const Game& game, int seats, int matches, int every, Look&& look) {
  Random random(78);
  for (int number = 0; number < matches; ++number) {
    FastDeals deals{Random(static_cast<u64>(1000 * seats + number))};
    typename Game::Match match;
    game.start(match, seats, deals);
    for (int moves = 0; !match.over && moves < 400; ++moves) {
      if (moves % every == number % every) look(match, random);
      game.play(match, random_id(game, match, random), deals);
    }
  }
}

// The cards of a world: all there are, the lions not in hands, the hands as large as they are.
void worlds_of_tembo_fit(const tembo::Deck& deck) {
  for (int seats = 2; seats <= 4; ++seats) {
    along(TemboGame{deck, 2}, seats, 8, 3, [&](const tembo::Match& match, Random& random) {
      const tembo::Sight sight = sight_of(match);
      const tembo::Unseen unseen(sight, 1, random);
      const tembo::State world = tembo::world(tembo::seen(sight), sight.seat, unseen, random);
      CHECK(Census(world).complete());
      CHECK_EQUAL(world.hand[sight.seat], match.state.hand[sight.seat]);
      for (int seat = 0; seat < seats; ++seat) CHECK_EQUAL(hand_size(world, seat), world.size[seat]);
      CHECK(table_fault(world) == nullptr);
    });
  }
}

void worlds_of_life_fit() {
  for (int seats = 2; seats <= 5; ++seats) {
    const life::Rules rules{seats % 2 == 1, 6};
    along(LifeGame{rules}, seats, 4, 7, [&](const life::Match& match, Random& random) {
      const life::Sight sight = sight_of(match);
      const life::State world = life::world(life::seen(sight), sight, life::Unseen(sight), random);
      CHECK(fault_of(world, rules) == nullptr);
      CHECK_EQUAL(world.hand[sight.seat], match.state.hand[sight.seat]);
    });
  }
}

// Between two: a guess has the cards that were seen and none that lies elsewhere, whatever the rival holds;
// and the reply to a knock is a set or what leads most.
void replies_to_a_knock_are_the_best() {
  int sets = 0, knocks = 0, swaps = 0, safe = 0;
  for (const bool expert : {false, true}) {
    const life::Rules rules{expert, 0};
    along(LifeGame{rules}, 2, 60, 5, [&](const life::Match& match, Random& random) {
      life::State s = match.state;
      if (!life::may_knock(s) || s.knocker != life::kNobody) return;
      const int rival = life::next_player(s, s.turn);
      const life::Cards known = s.known[rival];
      life::State other = s;
      other.hand[rival] = 0;
      Random same = random;
      const life::Cards guess = life::guess_rival(s, random);
      CHECK_EQUAL(life::guess_rival(other, same), guess);
      CHECK_EQUAL(life::count_cards(guess), life::kHand);
      CHECK(life::has(guess, known));
      life::Cards all = guess + s.hand[s.turn];
      for (const life::Cards row : s.rows) all += row;
      CHECK(life::has(life::full_cards(), all));

      const bool is_safe = life::safe_to_knock(s, s.hand[rival], rules);
      life::knock(s, rules);
      const life::Found reply =
          life::last_reply(s, s.hand[rival], life::leads_over(s.hand[1 - rival]), rules);
      CHECK(reply.row != -2);
      const int chosen = reply.row < 0 ? life::kKnock : life::id_of(reply.row, reply.laid);
      CHECK(is_legal(s, chosen));
      int best = -1000, found = 0;
      life::each_legal(s, [&](int move) {
        life::State after = s;
        life::play(after, move, rules);
        CHECK(after.ending != life::kNotOver);
        const bool set = after.ending == life::kBySuddenDeath;
        const int lead = set ? 1000 : after.points[rival] - after.points[1 - rival];
        best = std::max(best, lead);
        if (move == chosen) found = lead;
      });
      CHECK_EQUAL(found, best);
      CHECK_EQUAL(is_safe, best < 0);
      ++(best == 1000 ? sets : chosen == life::kKnock ? knocks : swaps);
      safe += is_safe;
    });
  }
  CHECK(sets > 0);
  CHECK(knocks > 0);
  CHECK(swaps > 0);
  CHECK(safe > 0);
}

// In a rollout between two somebody knocks, however he meant to play on, if that is safe against the hand he
// guesses, and a knock is answered by the best reply to such a guess: here all of the other's hand was seen.
void rollouts_knock_and_reply() {
  const life::Rules rules{false, 0};
  int safe = 0, caught_up = 0;
  along(LifeGame{rules}, 2, 60, 5, [&](const life::Match& match, Random& random) {
    life::State s = match.state;
    if (!life::may_knock(s) || s.knocker != life::kNobody) return;
    const life::Plan plan(rules, sight_of(match), {}, false);
    const int knocker = s.turn, rival = 1 - knocker;
    life::State t = s;
    t.known[rival] = t.hand[rival];
    if (life::safe_to_knock(t, t.hand[rival], rules)) {
      plan.finish(t, 4, 0.3f, random);  // asks for twice the usual points
      CHECK_EQUAL(t.knocker, knocker);
      CHECK(t.points[knocker] > t.points[rival]);
      ++safe;
    }
    s.known[knocker] = s.hand[knocker];
    life::knock(s, rules);
    int best = -1000;
    life::each_legal(s, [&](int move) {
      life::State after = s;
      life::play(after, move, rules);
      const bool set = after.ending == life::kBySuddenDeath;
      best = std::max(best, set ? 1000 : after.points[rival] - after.points[knocker]);
    });
    plan.finish(s, 0, 0.3f, random);
    if (best == 1000) {
      CHECK_EQUAL(s.ending, life::kBySuddenDeath);
    } else {
      CHECK_EQUAL(s.points[rival] - s.points[knocker], best);
    }
    caught_up += best > 0;
  });
  CHECK(safe > 0);
  CHECK(caught_up > 0);
}

std::vector<int> candidates_of(const life::Sight& sight) {
  const life::Plan plan({false, 0}, sight, {}, false);
  std::vector<int> found;
  plan.each_candidate([&](int move) { found.push_back(move); });
  return found;
}

// Two searchers who each wait for the other to knock do not wait for ever; a knock once made is answered
// freely.
void a_search_does_not_wait_for_ever() {
  for (int seats = 2; seats <= 5; ++seats) {
    const u32 wait = 24 * static_cast<u32>(seats);
    along(LifeGame{{false, 0}}, seats, 3, 7, [&](const life::Match& match, Random&) {
      life::Sight sight = sight_of(match);
      if (sight.players < sight.seats || sight.knocker != life::kNobody) return;
      sight.turns = wait - 1;
      CHECK(candidates_of(sight).size() > 20);
      sight.turns = wait;
      CHECK(candidates_of(sight) == std::vector<int>{life::kKnock});
      sight.knocker = static_cast<u8>((sight.seat + 1) % seats);
      CHECK(candidates_of(sight).size() > 20);
    });
  }
}

// Matches between searches end, though no lap limit makes them.
void matches_of_searches_end() {
  const life::Rules rules{false, 0};
  for (const u64 number : {10, 22, 45, 133, 139}) {  // where searchers waited for each other for ever
    FastDeals deals{Random(number)};
    SplitMix seeds{number};
    life::Match match;
    life::start(match, 2, deals);
    for (int moves = 0; !match.over; ++moves) {
      const bool ends = match.state.turns <= 24 * 2 + 1 && moves < 2000;
      CHECK(ends);
      if (!ends) return;
      const life::Plan plan(rules, sight_of(match), {}, false);
      search::Search<life::Plan> search(plan, life::Plan::settings(), seeds.next());
      for (int i = 0; i < 1000; ++i) search.iterate();
      const auto& found = search.candidates();
      auto less = [](const auto& a, const auto& b) {
        return std::pair(a.visits, a.value) < std::pair(b.visits, b.value);
      };
      life::play(match, std::max_element(found.begin(), found.end(), less)->move, rules, deals);
    }
  }
}

// However much is forgotten, a world can be played to its end, move by move and at random.
void what_is_forgotten_does_no_harm(const tembo::Deck& deck) {
  for (int seats = 2; seats <= 4; ++seats) {
    along(TemboGame{deck, 2}, seats, 8, 4, [&](const tembo::Match& match, Random& random) {
      for (const float memory : {0.0f, 0.5f}) {
        for (const bool random_play : {false, true}) {
          const tembo::Plan plan(deck, sight_of(match), random_play, memory, random);
          tembo::State world = plan.world(random);
          CHECK(world.pile + tembo::kCrossings <= static_cast<int>(sizeof world.cards));
          plan.finish(world, 0, 0.3f, random);
          CHECK(world.over);
        }
      }
    });
  }
  for (int seats = 2; seats <= 5; ++seats) {
    const life::Rules rules{true, 6};
    along(LifeGame{rules}, seats, 3, 9, [&](const life::Match& match, Random& random) {
      life::Sight sight = sight_of(match);
      life::forget(sight, 0, random);
      const life::Plan plan({true, 0}, sight, {}, false);
      life::State world = plan.world(random);
      CHECK(cards_fault(world) == nullptr);
      plan.finish(world, 0, 0.5f, random);  // ends though no lap limit is set
      CHECK(world.ending != life::kNotOver);
    });
  }
}

template <class Plan>
void check_search(const Plan& plan, search::Settings settings, u32 seats) {
  constexpr u32 kIterations = 40;
  search::Search<Plan> search(plan, settings, 5);
  for (u32 i = 0; i < kIterations; ++i) search.iterate();
  u32 visits = 0;
  double wins = 0;
  for (const search::Candidate& candidate : search.candidates()) {
    visits += candidate.visits;
    if (plan.last_move()) CHECK_EQUAL(candidate.visits, kIterations);
  }
  for (u32 seat = 0; seat < seats; ++seat) wins += search.wins(0)[seat];
  if (!plan.last_move()) CHECK_EQUAL(visits, kIterations);
  CHECK_EQUAL(search.iterations(), kIterations);
  CHECK(search.nodes() <= 2 * kIterations + 1);  // a move, and a way to play on
  CHECK(std::abs(wins - kIterations) < 1e-3 * kIterations);
}

void searches_add_up(const tembo::Deck& deck) {
  for (int seats = 2; seats <= 4; ++seats) {
    along(TemboGame{deck, 2}, seats, 4, 5, [&](const tembo::Match& match, Random& random) {
      const tembo::Plan plan(deck, sight_of(match), false, 1, random);
      check_search(plan, tembo::Plan::settings(), static_cast<u32>(seats));
    });
  }
  for (int seats = 2; seats <= 5; ++seats) {
    along(LifeGame{{seats == 4, 6}}, seats, 2, 9, [&](const life::Match& match, Random&) {
      const life::Plan plan({seats == 4, 0}, sight_of(match), {}, false);
      check_search(plan, life::Plan::settings(), static_cast<u32>(seats));
    });
  }
}

// What all saw of a round tells what is known now; and the true hands fit it as well as the moves of the
// others, each judged when it was made, say together.
void follow_a_story(int seats, u64 number, const life::Rules& rules) {
  const life::Judgement& judgement = life::judgement(life::Manner::kCalm, rules.expert);
  Random random(100 * number + static_cast<u64>(seats));
  FastDeals deals{Random(11 + number)};
  life::Match match;
  life::start(match, seats, deals);
  if (seats > 2 && number % 2) {  // somebody is out
    match.state.lives[(match.state.first + 1) % seats] = 0;
    life::deal(match.state, match.state.first, random);
  }
  life::State table = match.state;
  for (life::Cards& hand : table.hand) hand = 0;
  std::vector<int> moves;
  std::vector<std::pair<int, double>> fits;  // each move: whose, and how it looked then
  while (!match.state.ending) {
    const life::State& s = match.state;
    life::State told = table;
    std::vector<life::Turn> story;
    CHECK(life::tell(told, moves, story));
    CHECK_EQUAL(story.size(), std::min(moves.size(), life::kLongestStory));
    CHECK_EQUAL(told.turn, s.turn);
    CHECK_EQUAL(told.turns, s.turns);
    CHECK_EQUAL(told.knocker, s.knocker);
    for (int row = 0; row < life::kRows; ++row) CHECK_EQUAL(told.rows[row], s.rows[row]);
    for (int seat = 0; seat < seats; ++seat) CHECK_EQUAL(told.known[seat], s.known[seat]);
    double expected = 1;
    for (std::size_t i = fits.size() - story.size(); i < fits.size(); ++i)
      if (fits[i].first != s.turn) expected *= fits[i].second;
    const double fit = life::weight(s, s.turn, story, rules, judgement);
    CHECK(std::abs(fit - expected) <= 1e-9 * expected);
    const life::Plan plan(rules, sight_of(match), story, false);
    check_search(plan, life::Plan::settings(), static_cast<u32>(seats));
    const int move = life::heuristic_move(s, rules, random, judgement, 1.0f);
    fits.emplace_back(s.turn, life::plausible(s, rules, judgement, move));
    moves.push_back(move);
    life::play(match.state, move, rules);
  }
}

void stories_of_life_are_told() {
  for (int seats = 2; seats <= 5; ++seats)
    for (u64 number = 0; number < 12; ++number) follow_a_story(seats, number, {number % 3 == 0, 8});
  life::State table{};
  table.seats = table.players = 2;
  table.lives[0] = table.lives[1] = 5;
  life::clear(table, 0);
  std::vector<life::Turn> story;
  for (const int move : {-1, life::kMoves, 1 << 20}) CHECK(!life::tell(table, {move}, story));
  constexpr int kMouse = life::kSpecies - 1;
  const int three = life::id_of(2, 3 * life::card(kMouse)), another = life::id_of(0, life::card(kMouse));
  CHECK(!life::tell(table, {three, another}, story));  // there are three mice
}

// A tree that may not grow goes on with what it has, and what was tried is still counted.
void a_full_tree_goes_on(const tembo::Deck& deck) {
  along(TemboGame{deck, 1}, 3, 2, 9, [&](const tembo::Match& match, Random& random) {
    const tembo::Plan plan(deck, sight_of(match), false, 1, random);
    search::Settings settings = tembo::Plan::settings();
    settings.most_nodes = 120;  // room for every move of the root
    search::Search<tembo::Plan> search(plan, settings, 6);
    for (int i = 0; i < 2000; ++i) search.iterate();
    u32 visits = 0;
    for (const search::Candidate& candidate : search.candidates()) visits += candidate.visits;
    CHECK_EQUAL(visits, 2000u);
    CHECK(search.nodes() <= 120);
  });
}

// A game of one move, worth the same whatever is played.
struct OneMove {
  struct State {
    bool over = false;
  };
  using Worlds = search::EvenWorlds<OneMove>;
  float worth_of_all;

  int seat() const { return 0; }
  bool last_move() const { return false; }
  State world(Random&) const { return {}; }
  bool over(const State& s) const { return s.over; }
  int to_move(const State&) const { return 0; }
  bool legal(const State&, int) const { return true; }
  void play(State& s, int, Random&) const { s.over = true; }
  int propose(const State&, float, Random&) const { return 0; }
  int ways() const { return 1; }
  void finish(State&, int, float, Random&) const {}
  template <class See>
  void each_candidate(See&& see) const {
    see(0);
    see(1);
  }
  search::Worth worth(const State&) const {
    search::Worth found{};
    std::fill_n(found.utility, search::kMostSeats, worth_of_all);
    std::fill_n(found.win, search::kMostSeats, worth_of_all);
    return found;
  }
};

// Sums of many small numbers keep what each of them adds.
void long_searches_lose_nothing() {
  const OneMove plan{0.3f};
  search::Search<OneMove> search(plan, {}, 1);
  for (int i = 0; i < 4'000'000; ++i) search.iterate();
  for (const search::Candidate& candidate : search.candidates()) {
    CHECK(std::abs(static_cast<double>(candidate.value) / candidate.visits - 0.3) < 1e-3);
    CHECK(std::abs(static_cast<double>(candidate.win) / candidate.visits - 0.3) < 1e-3);
  }
}

// What lives are worth: shares of one win, more for more lives, the same for the same.
void lives_are_shares_of_the_win() {
  const life::LivesTable& table = life::LivesTable::get();
  for (u32 number = 0; number < 7776; ++number) {
    u8 lives[life::kMostSeats];
    int players = 0;
    u32 rest = number;
    for (u8& left : lives) {
      left = static_cast<u8>(rest % 6);
      players += left > 0;
      rest /= 6;
    }
    if (!players) continue;
    const float* const chances = table.chances(lives);
    float sum = 0;
    for (int seat = 0; seat < life::kMostSeats; ++seat) {
      sum += chances[seat];
      CHECK(chances[seat] >= 0 && (lives[seat] != 0 || chances[seat] == 0));
      for (int other = 0; other < seat; ++other)
        if (lives[seat] == lives[other])
          CHECK(std::abs(chances[seat] - chances[other]) < 1e-5f);
        else
          CHECK((lives[seat] > lives[other]) == (chances[seat] > chances[other] - 1e-6f));
    }
    CHECK(std::abs(sum - 1) < 1e-4f);
  }
  const u8 rich[life::kMostSeats] = {250, 250, 0, 0, 0};
  CHECK(std::abs(table.chances(rich)[0] - 0.5f) < 1e-5f);
}

// Utilities stay between 0 and 1, whatever a round does to the lives of all.
void utilities_of_life_stay_in_range() {
  for (u32 number = 0; number < 1296; ++number) {
    life::Sight sight{};
    u32 rest = number;
    sight.seats = 4;
    for (int seat = 0; seat < 4; ++seat, rest /= 6) {
      sight.lives[seat] = static_cast<u8>(rest % 6);
      sight.players = static_cast<u8>(sight.players + (sight.lives[seat] > 0));
    }
    if (sight.players < 2) continue;
    sight.knocker = life::kNobody;
    sight.hand = 9 * life::card(0) + life::card(1);
    const life::Plan plan({false, 0}, sight, {}, false);
    for (u32 losses = 0; losses < 81; ++losses) {  // 0, 1 or 2 lives each; the highest loses none (L10)
      life::State s{};
      s.seats = 4;
      bool somebody = false;
      u32 lost = losses;
      for (int seat = 0; seat < 4; ++seat, lost /= 3) {
        const int less = static_cast<int>(lost % 3), left = sight.lives[seat];
        somebody |= left && !less;
        s.lives[seat] = static_cast<u8>(left > less ? left - less : 0);
      }
      if (!somebody) continue;
      const search::Worth worth = plan.worth(s);
      for (int seat = 0; seat < 4; ++seat)
        CHECK(worth.utility[seat] > -1e-3f && worth.utility[seat] < 1 + 1e-3f);
    }
  }
}

// Of moves that are all bad one is chosen, however bad they are.
void bad_moves_are_moves() {
  const OneMove plan{-1.5f};
  search::Search<OneMove> search(plan, {}, 1);
  for (int i = 0; i < 100; ++i) search.iterate();
  CHECK_EQUAL(search.candidates()[0].visits + search.candidates()[1].visits, 100u);
}

}  // namespace

void test_search(const std::string& root) {
  const tembo::Deck deck = default_deck(root);
  run("worlds of Tembo fit", worlds_of_tembo_fit, deck);
  run("worlds of Life is Life fit", worlds_of_life_fit);
  run("replies to a knock are the best", replies_to_a_knock_are_the_best);
  run("rollouts knock and reply", rollouts_knock_and_reply);
  run("a search does not wait for ever", a_search_does_not_wait_for_ever);
  run("matches of searches end", matches_of_searches_end);
  run("what is forgotten does no harm", what_is_forgotten_does_no_harm, deck);
  run("searches add up", searches_add_up, deck);
  run("stories of life are told", stories_of_life_are_told);
  run("a full tree goes on", a_full_tree_goes_on, deck);
  run("long searches lose nothing", long_searches_lose_nothing);
  run("lives are shares of the win", lives_are_shares_of_the_win);
  run("utilities of Life is Life stay in range", utilities_of_life_stay_in_range);
  run("bad moves are moves", bad_moves_are_moves);
}

}  // namespace waterhole::tests
