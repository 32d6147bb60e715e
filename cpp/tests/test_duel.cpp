// Matches between two searches as a GPU plays them, here without one.
#include <algorithm>
#include <vector>

#include "../cuda/duel.hpp"
#include "check.hpp"
#include "files.hpp"
#include "tests.hpp"

namespace waterhole::tests {

namespace {

constexpr duel::Thought kThought{3000, 600};

struct Tree {
  std::vector<search::Node> room = std::vector<search::Node>(kThought.longer + 1);
  duel::Nodes nodes() { return {room.data(), static_cast<u32>(room.size())}; }
};

// Whatever is stopped is thought again: it is the same match.
void a_duel_goes_on_where_it_was(const tembo::Deck& deck) {
  Tree tree;
  for (u32 number = 0; number < 2; ++number) {
    duel::Duel whole, parts;
    duel::start(whole, number, deck);
    duel::start(parts, number, deck);
    duel::play_on(whole, tree.nodes(), kThought, deck, [] { return false; });
    int asked = 0;
    for (int part = 0; part < 500 && !parts.match.over; ++part)
      duel::play_on(parts, tree.nodes(), kThought, deck, [&] { return ++asked % 37 == 0; });
    CHECK(whole.match.over);
    CHECK_EQUAL(parts.moves, whole.moves);
    CHECK(std::equal(whole.history, whole.history + whole.moves, parts.history));
    CHECK(whole.moves < duel::kMostMoves);
  }
}

// Both have the cards of the same deal, and the longer thought changes its seat.
void two_duels_share_a_deal(const tembo::Deck& deck) {
  duel::Duel first, second, other;
  duel::start(first, 6, deck);
  duel::start(second, 7, deck);
  duel::start(other, 8, deck);
  CHECK_EQUAL(first.match.state.hand[0], second.match.state.hand[0]);
  CHECK(first.match.state.hand[0] != other.match.state.hand[0]);
  const bool seat = first.match.state.turn;
  CHECK_EQUAL(duel::iterations(first, kThought), seat ? kThought.shorter : kThought.longer);
  CHECK_EQUAL(duel::iterations(second, kThought), seat ? kThought.longer : kThought.shorter);
}

// A search that stops early chooses what it would have chosen.
void a_settled_search_has_its_move(const tembo::Deck& deck) {
  Tree tree;
  search::Candidate candidates[tembo::kMostLegal];
  u32 children[tembo::kMostLegal];
  int early = 0;
  for (u32 number = 0; number < 60; ++number) {
    duel::Duel duel;
    duel::start(duel, number, deck);
    Random random(number);
    const tembo::Plan plan(deck, tembo::sight_of(duel.match), false, 1, random);
    duel::Search search(plan, tembo::Plan::settings(), number,
                        {tree.nodes(), {candidates, tembo::kMostLegal}, {children, tembo::kMostLegal}, {}});
    int settled_on = -1;
    for (u32 left = kThought.shorter; left; --left) {
      search.iterate();
      if (settled_on < 0 && duel::settled(search, left - 1)) settled_on = duel::best(search);
      if (settled_on >= 0 && left == 2) ++early;
    }
    CHECK_EQUAL(settled_on, duel::best(search));
  }
  CHECK(early > 30);
}

// A search in lists given beforehand is the search that bots have.
void a_search_with_given_lists_finds_the_same(const tembo::Deck& deck) {
  Tree tree;
  for (u32 number = 0; number < 5; ++number) {
    duel::Duel duel;
    duel::start(duel, number, deck);
    duel::Desk desk;
    duel::Search* const given = desk.begin(duel.match, deck, tree.nodes(), number);
    Random random(number + 1);
    const tembo::Plan plan(deck, tembo::sight_of(duel.match), false, 1, random);
    search::Search<tembo::Plan> grown(plan, tembo::Plan::settings(), SplitMix{number}.next());
    for (int i = 0; i < 2000; ++i) {
      given->iterate();
      grown.iterate();
    }
    CHECK_EQUAL(given->nodes(), grown.nodes());
    CHECK_EQUAL(given->candidates().size(), grown.candidates().size());
    for (std::size_t i = 0; i < grown.candidates().size(); ++i) {
      CHECK_EQUAL(given->candidates()[i].move, grown.candidates()[i].move);
      CHECK_EQUAL(given->candidates()[i].visits, grown.candidates()[i].visits);
      CHECK_EQUAL(given->candidates()[i].value, grown.candidates()[i].value);
    }
  }
}

// A tree that has no more room goes on being searched.
void a_full_list_stays_as_it_is(const tembo::Deck& deck) {
  constexpr u32 kRoom = 50;
  std::vector<search::Node> room(kRoom);
  duel::Duel duel;
  duel::start(duel, 0, deck);
  duel::Desk desk;
  duel::Search* const search = desk.begin(duel.match, deck, {room.data(), kRoom}, 1);
  for (int i = 0; i < 2000; ++i) search->iterate();
  CHECK_EQUAL(search->nodes(), kRoom);
  CHECK_EQUAL(search->iterations(), 2000u);
}

}  // namespace

void test_duel(const std::string& root) {
  const tembo::Deck deck = default_deck(root);
  run("a duel goes on where it was", a_duel_goes_on_where_it_was, deck);
  run("two duels share a deal", two_duels_share_a_deal, deck);
  run("a settled search has its move", a_settled_search_has_its_move, deck);
  run("a search with given lists finds the same", a_search_with_given_lists_finds_the_same, deck);
  run("a full list stays as it is", a_full_list_stays_as_it_is, deck);
}

}  // namespace waterhole::tests
