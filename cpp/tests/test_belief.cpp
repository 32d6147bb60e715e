// What the others' moves tell of their hands in Tembo.
#include <cmath>
#include <vector>
#include <waterhole/tembo_belief.hpp>

#include "check.hpp"
#include "files.hpp"
#include "invariants.hpp"
#include "play.hpp"
#include "tests.hpp"

namespace waterhole::tests {

namespace {

using namespace tembo;

// A round as all saw it.
struct Seen {
  std::vector<int> moves;
  std::vector<bool> lions;
  std::vector<Hand> hands;  // of who moved; this nobody saw
};

// Goes along a match of heuristics, or of random players.
template <class Look>
void watch(const Deck& deck, int seats, u64 number, bool heuristic, Look&& look) {
  const TemboGame game{deck, 2};
  Random random(number);
  const std::string text = "belief " + std::to_string(number);
  FairDeals deals{{text.data(), static_cast<u32>(text.size())}};
  tembo::Match match;
  game.start(match, seats, deals);
  for (Seen seen; !match.over;) {
    look(match, seen);
    const State& s = match.state;
    const int round = match.round, drawn = s.drawn, move = game.choose(match, heuristic, random);
    State after = s;
    apply(after, move, deck, FixedPile{});
    seen.moves.push_back(move);
    seen.hands.push_back({s.hand[s.turn], s.special[s.turn]});
    for (int i = drawn; i < after.drawn; ++i) seen.lions.push_back(s.cards[i] == kLion);
    game.play(match, move, deals);
    if (match.round != round) seen = {};
  }
}

void stories_of_tembo_are_told(const Deck& deck) {
  for (int seats = 2; seats <= kMostSeats; ++seats) {
    for (u64 number = 0; number < 6; ++number) {
      watch(deck, seats, number, number % 2, [&](const tembo::Match& match, const Seen& seen) {
        const Sight sight = sight_of(match);
        std::vector<Turn> story;
        CHECK(tell(sight, deck, seen.moves, seen.lions, story));
        std::size_t next = 0;
        for (std::size_t i = 0; i < seen.moves.size(); ++i) {
          if (seen.moves[i] >= kLayLion) continue;
          const Turn& turn = story[next++];
          CHECK_EQUAL(turn.move, seen.moves[i]);
          CHECK_EQUAL(turn.table.hand[turn.table.turn], 0u);
          const Hand cards = cards_of(turn.move);
          CHECK((cards.animals & ~seen.hands[i].animals) == 0);
          CHECK(cards.count() <= turn.table.size[turn.table.turn]);
          const Likelihood fit = likelihood(turn, deck, seen.hands[i]);
          for (const double manner : fit) CHECK(manner > 0 && manner <= 1);
        }
        CHECK_EQUAL(next, story.size());
      });
    }
  }
}

// A table that was laid by hand, or a story of another round.
void stories_that_lead_elsewhere_are_none(const Deck& deck) {
  watch(deck, 3, 7, true, [&](const tembo::Match& match, const Seen& seen) {
    const Sight sight = sight_of(match);
    std::vector<Turn> story;
    auto told = [&](const std::vector<int>& moves, const std::vector<bool>& lions) {
      story.clear();
      return tell(sight, deck, moves, lions, story);
    };
    std::vector<bool> less = seen.lions;
    CHECK(!told(seen.moves, std::vector<bool>(60)));
    if (seen.moves.empty()) return CHECK(!told({place_id(1, 0)}, {false}));
    less.pop_back();
    CHECK(!told(seen.moves, less));
    CHECK(!told({}, {}));
    for (const int id : {-1, int{kMoves}, 1 << 20, kCarry, kLayLion}) {
      std::vector<int> moves = seen.moves;
      moves[0] = id;
      CHECK(!told(moves, seen.lions));
    }
  });
}

// Each manner does something, and what the heuristic would do is what its followers do most.
void likelihoods_add_up(const Deck& deck) {
  watch(deck, 3, 60, true, [&](const tembo::Match& match, const Seen& seen) {
    if (match.state.lion_drawn) return;
    const Sight sight = sight_of(match);
    std::vector<Turn> story;
    CHECK(tell(sight, deck, seen.moves, seen.lions, story));
    Turn turn{tembo::seen(sight), 0, 0};
    const Hand hand{sight.hand, sight.special};
    std::vector<int> moves;
    each_legal(turn.table, deck, [&](int move) { moves.push_back(move); });
    Random random(1);
    turn.move = static_cast<u16>(heuristic_move(turn.table, deck, random));
    const Likelihood best = likelihood(turn, deck, hand);
    Likelihood sums{};
    for (const int move : moves) {
      turn.move = static_cast<u16>(move);
      const Likelihood fit = likelihood(turn, deck, hand);
      for (std::size_t manner = 0; manner < kManners; ++manner) {
        sums[manner] += fit[manner];
        CHECK(fit[manner] <= best[manner]);
      }
      CHECK(std::abs(fit[2] * static_cast<double>(moves.size()) - 1) < 1e-9);
    }
    for (const double sum : sums) CHECK(std::abs(sum - 1) < 1e-5);
  });
}

// What a hand may hold, for each card: how often.
struct Share {
  double of[kLion] = {};
  double all = 0;

  void add(const Hand& hand, double weight) {
    for (u64 left = hand.animals; left; left &= left - 1) of[lowest_bit(left)] += weight;
    for (int kind = 0; kind < kSpecials; ++kind) of[kElephant + kind] += weight * nibble(hand.special, kind);
    all += weight;
  }
};

// A hand taken back to the turns before: which of its cards came in between nobody knows.
double taken_back(Hand hand, int seat, int received, const std::vector<Turn>& story, const Deck& deck,
                  Random& random) {
  Likelihood fit;
  fit.fill(1);
  for (auto turn = story.rbegin(); turn != story.rend(); ++turn) {
    if (turn->table.turn != seat) continue;
    for (; received > turn->received; --received) {
      u32 place = random.below(static_cast<u32>(hand.count()));
      u8 card = 1;
      for (;; ++card) {
        const auto held = static_cast<u32>(card <= kHoofed ? static_cast<int>(hand.animals >> card & 1)
                                                           : nibble(hand.special, card - kElephant));
        if (place < held) break;
        place -= held;
      }
      hand.drop(card);
    }
    const Hand played = cards_of(turn->move);
    hand.animals |= played.animals;
    hand.special += played.special;
    const Likelihood one = likelihood(*turn, deck, hand);
    for (std::size_t manner = 0; manner < kManners; ++manner) fit[manner] *= one[manner];
  }
  double sum = 0;
  for (const double manner : fit) sum += manner;
  return sum;
}

// The walk comes to a hand as often as it fits: worlds drawn evenly, each with a weight, say the same.
void a_walk_comes_where_it_fits(const Deck& deck) {
  int looked = 0;
  double moved = 0;  // how far what fits is from what is as likely without the story
  for (int seats = 2; seats <= 3; ++seats) {
    for (u64 number = 0; number < 4; ++number) {
      watch(deck, seats, 20 + number, number % 2, [&](const tembo::Match& match, const Seen& seen) {
        if (match.round != 1 || seen.moves.size() != (seats == 2 ? 8 : 6)) return;
        const Sight sight = sight_of(match);
        std::vector<Turn> story;
        CHECK(tell(sight, deck, seen.moves, seen.lions, story));
        Random random(number);
        const Unseen unseen(sight, 1, random);
        const State table = tembo::seen(sight);
        const int other = (sight.seat + 1) % seats;
        int received[kMostSeats];
        for (int seat = 0; seat < seats; ++seat) received[seat] = sight.size[seat];
        for (const Turn& turn : story) received[turn.table.turn] += cards_of(turn.move).count();
        Share walked, pooled, weighed, even;
        Belief belief(deck, sight, unseen, story, random);
        for (int i = 0; i < 40'000; ++i) {
          for (int step = 0; step < 10; ++step) belief.step(random);
          State s = table;
          belief.deal(s);
          if (i % 1000 == 0) {
            CHECK(Census(s).complete());
            for (int seat = 0; seat < seats; ++seat)
              CHECK_EQUAL((Hand{s.hand[seat], s.special[seat]}).count(), s.size[seat]);
          }
          walked.add({s.hand[other], s.special[other]}, 1);
        }
        const HeedfulPlan plan(deck, sight, story, random);
        HeedfulPlan::Worlds worlds(plan);
        for (int i = 0; i < 60'000; ++i) {
          const State s = worlds.next(random);
          pooled.add({s.hand[other], s.special[other]}, 1);
        }
        for (int i = 0; i < 100'000; ++i) {
          const State s = tembo::world(table, sight.seat, unseen, random);
          const Hand hand{s.hand[other], s.special[other]};
          even.add(hand, 1);
          double weight = 1;
          for (int seat = 0; seat < seats; ++seat)
            if (seat != sight.seat)
              weight *=
                  taken_back({s.hand[seat], s.special[seat]}, seat, received[seat], story, deck, random);
          weighed.add(hand, weight);
        }
        for (int card = 1; card < kLion; ++card) {
          const double fits = weighed.of[card] / weighed.all;
          CHECK(std::abs(walked.of[card] / walked.all - fits) < 0.04);
          CHECK(std::abs(pooled.of[card] / pooled.all - fits) < 0.1);
          moved += std::abs(even.of[card] / even.all - fits);
        }
        ++looked;
      });
    }
  }
  CHECK_EQUAL(looked, 8);
  CHECK(moved > 4);
}

// How likely the cards that another player holds are believed to be his, next to what chance alone says.
double better_than_chance(const Deck& deck, bool heuristic) {
  double believed = 0, chance = 0;
  for (u64 number = 0; number < 6; ++number) {
    watch(deck, 2, 40 + number, heuristic, [&](const tembo::Match& match, const Seen& seen) {
      if (seen.moves.size() % 4 != 3) return;
      const Sight sight = sight_of(match);
      std::vector<Turn> story;
      CHECK(tell(sight, deck, seen.moves, seen.lions, story));
      Random random(number);
      const Unseen unseen(sight, 1, random);
      Belief belief(deck, sight, unseen, story, random);
      const u64 held = match.state.hand[!sight.seat];
      constexpr int kWorlds = 400;
      for (int i = 0; i < kWorlds; ++i) {
        for (int step = 0; step < 25; ++step) belief.step(random);
        State s = tembo::seen(sight);
        belief.deal(s);
        believed += static_cast<double>(count_bits(held & s.hand[!sight.seat])) / kWorlds;
      }
      chance += static_cast<double>(count_bits(held) * sight.size[!sight.seat]) / unseen.held;
    });
  }
  return believed / chance;
}

void hands_are_guessed_by_what_was_done(const Deck& deck) {
  CHECK(better_than_chance(deck, true) > 1.1);
  CHECK(better_than_chance(deck, false) > 0.95);  // chance tells nothing, and is not believed to
}

// Every iteration counts, and the same seed finds the same.
void heedful_searches_add_up(const Deck& deck) {
  for (int seats = 2; seats <= kMostSeats; ++seats) {
    watch(deck, seats, 50, true, [&](const tembo::Match& match, const Seen& seen) {
      const Sight sight = sight_of(match);
      std::vector<Turn> story;
      CHECK(tell(sight, deck, seen.moves, seen.lions, story));
      auto think = [&] {
        Random random(3);
        const HeedfulPlan plan(deck, sight, story, random);
        search::Search<HeedfulPlan> search(plan, Plan::settings(), 5);
        for (int i = 0; i < 40; ++i) search.iterate();
        return search.candidates();
      };
      const auto found = think(), again = think();
      u32 visits = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        visits += found[i].visits;
        CHECK_EQUAL(found[i].visits, again[i].visits);
        CHECK(found[i].value == again[i].value);
      }
      CHECK_EQUAL(visits, 40u);
    });
  }
}

}  // namespace

void test_belief(const std::string& root) {
  const Deck deck = default_deck(root);
  run("stories of Tembo are told", stories_of_tembo_are_told, deck);
  run("stories that lead elsewhere are none", stories_that_lead_elsewhere_are_none, deck);
  run("likelihoods add up", likelihoods_add_up, deck);
  run("a walk comes where it fits", a_walk_comes_where_it_fits, deck);
  run("hands are guessed by what was done", hands_are_guessed_by_what_was_done, deck);
  run("heedful searches add up", heedful_searches_add_up, deck);
}

}  // namespace waterhole::tests
