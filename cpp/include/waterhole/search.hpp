// Information-set Monte Carlo tree search: one tree over what the players do, and in every iteration
// another world that the searcher cannot tell from the real one. For any number of players; each wants
// its own result.
//
// A Plan says how a game is searched: worlds, moves worth trying, play to the end of the round, and what
// that end is worth to each seat. Where the others' replies are too many for a tree, it has several ways for
// the searcher to play on, and the tree ends in these. See tembo_plan.hpp and life_plan.hpp.
#pragma once

#include <cmath>
#include <concepts>
#include <new>
#include <vector>

#include "common.hpp"

namespace waterhole::search {

// Where a search keeps things. On a GPU these are lists in memory given beforehand.
template <class T>
using Grown = std::vector<T>;

template <class T>
struct Given {
  T* items = nullptr;
  u32 room = 0;
  u32 count = 0;

  WATERHOLE_FN u32 size() const { return count; }
  WATERHOLE_FN T& operator[](std::size_t place) { return items[place]; }
  WATERHOLE_FN const T& operator[](std::size_t place) const { return items[place]; }
  WATERHOLE_FN void push_back(const T& item) { items[count++] = item; }
  WATERHOLE_FN void resize(std::size_t wanted) {
    while (count < wanted) push_back({});
    count = static_cast<u32>(wanted);
  }
};

// Makes room for one more, if that can be done.
template <class T>
bool make_room(std::vector<T>& list) {
  if (list.size() < list.capacity()) return true;
  try {
    list.reserve(2 * list.size() + 1);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}
template <class T>
WATERHOLE_FN bool make_room(const Given<T>& list) {
  return list.count < list.room;
}

constexpr int kMostSeats = 5;
constexpr float kNever = 1e30f;  // less than any utility, when taken away

struct Settings {
  float exploration = 0.5f;  // weight of what was tried seldom
  float root = 3;            // at n visits so many of the searcher's moves are open: root * n^power,
  float widening = 1.5f;     // and so many of the others' moves: widening * n^power
  float power = 0.45f;
  float noise = 1.0f;  // of the heuristic, where it proposes moves and in rollouts
  u32 most_nodes = 1u << 22;
};

struct Worth {
  float utility[kMostSeats];  // what each seat searches for
  float win[kMostSeats];      // its share of the win, as far as the end of the round tells
};

// A move that was made at some point, in whatever worlds it was legal.
struct Node {
  u32 visits = 0;
  u32 available = 0;  // how often it could have been chosen
  double total = 0;   // utility for the seat that moves here
  u16 move = 0;
  u8 seat = 0;
  u32 first = 0;  // child; 0: none
  u32 next = 0;   // sibling
};

struct Candidate {
  int move;
  u32 visits;
  double value;  // utility for the searcher
  double win;    // its share of the win
};

// Worlds that are all as likely.
template <class Plan>
struct EvenWorlds {
  WATERHOLE_FN explicit EvenWorlds(const Plan& of) : plan(of) {}
  WATERHOLE_FN auto next(Random& random) { return plan.world(random); }
  const Plan& plan;
};

struct Wins {
  double seat[kMostSeats] = {};
};

template <template <class> class List>
struct Lists {
  List<Node> nodes;
  List<Candidate> candidates;
  List<u32> root_children;
  List<Wins> weighed;  // for each candidate, if all are weighed
};

template <class Plan, template <class> class List = Grown>
class Search {
 public:
  using State = typename Plan::State;

  Search(const Plan& plan, const Settings& settings, u64 seed)
    requires std::same_as<List<Node>, Grown<Node>>
      : Search(plan, settings, seed, Lists<List>{}) {}

  // In lists that are empty.
  WATERHOLE_FN Search(const Plan& plan, const Settings& settings, u64 seed, const Lists<List>& lists)
      : plan_(plan),
        worlds_(plan),
        settings_(settings),
        random_(seed),
        nodes_(lists.nodes),
        candidates_(lists.candidates),
        root_children_(lists.root_children),
        weighed_(lists.weighed) {
    nodes_.push_back({});
    plan_.each_candidate([&](int move) { candidates_.push_back({move, 0, 0, 0}); });
  }

  // One more world, one more line of play; or all of them where nobody moves after the searcher.
  WATERHOLE_FN void iterate() {
    if (plan_.last_move()) return weigh_all();
    WATERHOLE_NEAR(State, state, worlds_.next(random_));
    u32 path[kLongest];
    int length = 0;
    u32 here = 0;
    path[length++] = 0;
    std::size_t root_choice = candidates_.size();
    while (!plan_.over(state) && length < kLongest - 1) {
      const auto [child, fresh] = here == 0 ? choose_at_root(root_choice) : choose(here, state);
      if (child == 0) break;
      plan_.play(state, nodes_[child].move, random_);
      path[length++] = here = child;
      if (fresh || plan_.ways() > 1) break;
    }
    int way = 0;
    if (here && plan_.ways() > 1) {
      if (const u32 child = choose_way(here)) {
        way = nodes_[child].move;
        path[length++] = child;
      }
    }
    plan_.finish(state, way, settings_.noise, random_);
    const Worth worth = plan_.worth(state);
    for (int i = 0; i < length; ++i) {
      Node& node = nodes_[path[i]];
      ++node.visits;
      node.total += worth.utility[node.seat];
    }
    for (int seat = 0; seat < kMostSeats; ++seat) wins_[seat] += worth.win[seat];
    if (root_choice < candidates_.size()) {
      Candidate& chosen = candidates_[root_choice];
      ++chosen.visits;
      chosen.value += worth.utility[plan_.seat()];
      chosen.win += worth.win[plan_.seat()];
    }
    ++iterations_;
  }

  WATERHOLE_FN u32 iterations() const { return iterations_; }
  WATERHOLE_FN std::size_t nodes() const { return nodes_.size(); }
  // Sums, not means: several searches are added up.
  WATERHOLE_FN const List<Candidate>& candidates() const { return candidates_; }
  // The share of the win of each seat; where all moves were weighed, after the one with this number.
  WATERHOLE_FN const double* wins(std::size_t after) const {
    return plan_.last_move() ? weighed_[after].seat : wins_;
  }

 private:
  static constexpr int kLongest = 64;  // moves of a line in the tree
  static constexpr u32 kTrial = 8;     // visits before another way to play on is tried

  struct Choice {
    u32 child;
    bool fresh;
  };

  WATERHOLE_FN void weigh_all() {
    const State world = worlds_.next(random_);
    weighed_.resize(candidates_.size());
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      State state = world;
      plan_.play(state, candidates_[i].move, random_);
      const Worth worth = plan_.worth(state);
      ++candidates_[i].visits;
      candidates_[i].value += worth.utility[plan_.seat()];
      candidates_[i].win += worth.win[plan_.seat()];
      for (int seat = 0; seat < kMostSeats; ++seat) weighed_[i].seat[seat] += worth.win[seat];
    }
    ++iterations_;
  }

  // Another node, or 0 if there is no room for one.
  WATERHOLE_FN u32 add(u32 parent, int move, int seat) {
    if (nodes_.size() >= settings_.most_nodes) return 0;
    if (!make_room(nodes_)) {
      settings_.most_nodes = 0;  // the tree is as large as it can be
      return 0;
    }
    const u32 made = static_cast<u32>(nodes_.size());
    nodes_.push_back({0, 0, 0, static_cast<u16>(move), static_cast<u8>(seat), 0, nodes_[parent].first});
    nodes_[parent].first = made;
    return made;
  }

  WATERHOLE_FN float width(float factor, u32 visits) const {
    return factor * std::pow(static_cast<float>(visits + 1), settings_.power);
  }

  // The searcher knows its own moves: they come in the order of the heuristic, the best first.
  WATERHOLE_FN Choice choose_at_root(std::size_t& chosen) {
    const float wide = width(settings_.root, nodes_[0].visits);
    if (opened_ < candidates_.size() && (opened_ == 0 || static_cast<float>(opened_) < wide)) {
      const u32 child = add(0, candidates_[opened_].move, plan_.seat());
      if (child) {
        chosen = opened_++;
        root_children_.push_back(child);
        return {child, true};
      }
      if (opened_ == 0) return {0, false};
    }
    const float log = std::log(static_cast<float>(nodes_[0].visits + 1));
    float highest = -kNever;
    for (std::size_t i = 0; i < opened_; ++i) {
      const Node& node = nodes_[root_children_[i]];
      const float value = upper(node, log);
      if (value > highest) {
        highest = value;
        chosen = i;
      }
    }
    return {root_children_[chosen], false};
  }

  // How the searcher plays on after its move, whatever the others do; 0 if there is no room.
  WATERHOLE_FN u32 choose_way(u32 here) {
    const u32 visits = nodes_[here].visits;
    const float log = std::log(static_cast<float>(visits + 1));
    u32 best = 0;
    int tried = 0;
    float highest = -kNever;
    for (u32 child = nodes_[here].first; child; child = nodes_[child].next, ++tried) {
      const float value = upper(nodes_[child], log);
      if (value > highest) {
        highest = value;
        best = child;
      }
    }
    if (tried < plan_.ways() && visits >= kTrial * static_cast<u32>(tried))
      if (const u32 made = add(here, tried, plan_.seat())) return made;
    return best;
  }

  // Elsewhere the moves depend on the world: a child is chosen among those that are legal in it, and a new
  // one is what the heuristic proposes now, if it is new.
  WATERHOLE_FN Choice choose(u32 here, const State& state) {
    const int seat = plan_.to_move(state);
    u32 best = 0, legal = 0;
    float highest = -kNever;
    for (u32 child = nodes_[here].first; child; child = nodes_[child].next) {
      Node& node = nodes_[child];
      if (node.seat != seat || !plan_.legal(state, node.move)) continue;
      ++legal;
      ++node.available;
      const float value = upper(node, std::log(static_cast<float>(node.available)));
      if (value > highest) {
        highest = value;
        best = child;
      }
    }
    if (legal == 0 || static_cast<float>(legal) < width(settings_.widening, nodes_[here].visits)) {
      const int move = plan_.propose(state, settings_.noise, random_);
      u32 known = nodes_[here].first;
      while (known && (nodes_[known].move != move || nodes_[known].seat != seat)) known = nodes_[known].next;
      if (known) return {known, false};
      const u32 made = add(here, move, seat);
      if (made) {
        nodes_[made].available = 1;
        return {made, true};
      }
    }
    return {best, false};
  }

  WATERHOLE_FN float upper(const Node& node, float log) const {
    const float visits = static_cast<float>(node.visits) + 1e-3f;
    return static_cast<float>(node.total) / visits + settings_.exploration * std::sqrt(log / visits);
  }

  const Plan& plan_;
  typename Plan::Worlds worlds_;
  Settings settings_;
  Random random_;
  List<Node> nodes_;
  List<Candidate> candidates_;
  List<u32> root_children_;
  List<Wins> weighed_;
  std::size_t opened_ = 0;
  double wins_[kMostSeats] = {};
  u32 iterations_ = 0;
};

}  // namespace waterhole::search
