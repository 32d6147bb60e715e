// Two searches of Tembo at one table, of which one thinks longer. Whole matches, so that a GPU can play
// thousands at once; here without anything that only a GPU has, so that a CPU can play them too.
#pragma once

#include <waterhole/tembo_plan.hpp>

namespace waterhole::duel {

constexpr int kSeats = 2;
constexpr int kRounds = 2;
constexpr int kMostMoves = 128;  // of a match: every card of a round is played once at most
constexpr int kMostText = 32;
constexpr u32 kPause = 256;  // iterations from one look at the clock and at the move in front to the next

using Search = search::Search<tembo::Plan, search::Given>;
using Nodes = search::Given<search::Node>;

struct Thought {
  u32 longer, shorter;  // iterations a move
};

// A match, numbered from 0: two on each deal, and the longer thought sits at seat 0 in the first of them, at
// seat 1 in the second.
struct Duel {
  tembo::Match match;
  u32 number;
  u32 moves;
  u16 history[kMostMoves];
};

// The deal's seed as a text: "more thought/" and its number, from 1.
struct Deals {
  char text[kMostText];
  FairDeals fair;

  WATERHOLE_FN explicit Deals(u32 number) : text{}, fair{{text, 0}} {
    for (const char* from = "more thought/"; *from; ++from) text[fair.seed.size++] = *from;
    const u32 deal = number / kSeats + 1;
    u32 unit = 1;
    while (deal / unit >= 10) unit *= 10;
    for (; unit; unit /= 10) text[fair.seed.size++] = static_cast<char>('0' + deal / unit % 10);
  }
  Deals(const Deals&) = delete;
};

WATERHOLE_FN void start(Duel& duel, u32 number, const tembo::Deck& deck) {
  duel = Duel{};
  duel.number = number;
  Deals deals(number);
  tembo::start(duel.match, kSeats, kRounds, deck, deals.fair);
}

WATERHOLE_FN u32 iterations(const Duel& duel, const Thought& thought) {
  return duel.match.state.turn == duel.number % kSeats ? thought.longer : thought.shorter;
}

// The move that was looked at most; of equals, the one that was worth more.
WATERHOLE_FN int best(const Search& search) {
  const auto& candidates = search.candidates();
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const auto& one = candidates[i];
    const auto& other = candidates[best];
    if (one.visits > other.visits || (one.visits == other.visits && one.value > other.value)) best = i;
  }
  return candidates[best].move;
}

// Whether no other move can be looked at as often any more.
WATERHOLE_FN bool settled(const Search& search, u32 left) {
  u32 most = 0, second = 0;
  for (std::size_t i = 0; i < search.candidates().size(); ++i) {
    const u32 visits = search.candidates()[i].visits;
    second = visits > most ? most : visits > second ? visits : second;
    most = visits > most ? visits : most;
  }
  return most - second > left;
}

WATERHOLE_FN void play(Duel& duel, int move, const tembo::Deck& deck) {
  duel.history[duel.moves++] = static_cast<u16>(move);
  Deals deals(duel.number);
  tembo::play(duel.match, move, deck, deals.fair);
}

// What the player whose turn it is needs to think, but for the tree.
struct Desk {
  alignas(tembo::Plan) unsigned char plan_room[sizeof(tembo::Plan)];
  alignas(Search) unsigned char search_room[sizeof(Search)];
  search::Candidate candidates[tembo::kMostLegal];
  u32 root_children[tembo::kMostLegal];

  // Begins to think about a position.
  WATERHOLE_FN Search* begin(const tembo::Match& match, const tembo::Deck& deck, const Nodes& nodes,
                             u64 seed) {
    const search::Lists<search::Given> lists{
        nodes, {candidates, tembo::kMostLegal}, {root_children, tembo::kMostLegal}, {}};
    Random random(seed + 1);
    const auto* known = new (plan_room) tembo::Plan(deck, tembo::sight_of(match), false, 1, random);
    return new (search_room) Search(*known, tembo::Plan::settings(), SplitMix{seed}.next(), lists);
  }
};

// Plays until the match is over or somebody says stop, one iteration after another whoever thinks: threads of
// a GPU that go through this together stay together. A search that was stopped begins anew: the same seed and
// number of iterations find the same.
template <class Stop>
WATERHOLE_FN void play_on(Duel& duel, const Nodes& nodes, const Thought& thought, const tembo::Deck& deck,
                          Stop&& stop) {
  WATERHOLE_NEAR(Desk, desk);
  Search* search = nullptr;
  u32 left = 0;
  while (!duel.match.over) {
    if (!search) {
      search = desk.begin(duel.match, deck, nodes, u64{1000} * duel.number + duel.moves);
      left = search->candidates().size() > 1 ? iterations(duel, thought) : 0;
    }
    if (left) {
      search->iterate();
      if (--left && left % kPause == 0) {
        if (stop()) return;
        if (settled(*search, left)) left = 0;
      }
    } else {
      play(duel, best(*search), deck);
      search = nullptr;
    }
  }
}

}  // namespace waterhole::duel
