// What both games bind alike: a fast match, many matches at once, simulations.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>
#include <waterhole/legality.hpp>
#include <waterhole/life_game.hpp>
#include <waterhole/tembo_game.hpp>
#include <waterhole/tools.hpp>

namespace waterhole::bind {

namespace nb = nanobind;
using namespace nb::literals;

template <class T, class... Shape>
using Array = nb::ndarray<nb::numpy, T, Shape..., nb::c_contig>;

// Runs work(begin, end) over parts of a range on so many threads, this one included. Where the machine
// gives no more threads, this one does the rest.
template <class Work>
void in_parallel(std::size_t size, int threads, Work&& work) {
  const std::size_t parts = std::clamp<std::size_t>(static_cast<std::size_t>(threads), 1, size ? size : 1);
  auto part = [&](std::size_t number) { work(size * number / parts, size * (number + 1) / parts); };
  std::vector<std::jthread> others;  // joined when they go
  others.reserve(parts - 1);
  std::size_t started = 1;
  try {
    for (; started < parts; ++started) others.emplace_back(part, started);
  } catch (const std::system_error&) {
  }
  part(0);
  for (; started < parts; ++started) part(started);
}

template <class T>
nb::object as_array(std::vector<T>&& values, std::vector<std::size_t> shape) {
  auto* const owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(owned->data(), shape.size(), shape.data(), owner));
}

using Ids = nb::typed<nb::list, int>;

// Move ids as Python's numbers, each made once: a list of them is then only counted references.
inline PyObject* shared_id(int id) {
  static PyObject* made[1024] = {};
  PyObject*& number = made[id];
  if (!number) number = PyLong_FromLong(id);
  Py_INCREF(number);
  return number;
}

// A list of the ids that each(see) shows.
template <int most, class Each>
Ids list_of_ids(Each&& each) {
  u16 ids[most];
  Py_ssize_t count = 0;
  each([&](int id) { ids[count++] = static_cast<u16>(id); });
  PyObject* const list = PyList_New(count);
  if (!list) throw nb::python_error();
  for (Py_ssize_t i = 0; i < count; ++i) PyList_SET_ITEM(list, i, shared_id(ids[i]));
  return nb::steal<Ids>(list);
}

inline void check_threads(int threads) {
  if (threads < 1 || threads > 1024) throw nb::value_error("threads must be from 1 to 1024");
}

inline bool legal_for(const TemboGame& game, const tembo::Match& match, int move) {
  return is_legal(match, game.deck, move);
}
inline bool legal_for(const LifeGame&, const life::Match& match, int move) { return is_legal(match, move); }

// Given rounds, which must be for so many seats.
template <class State, class Round>
std::vector<State> states_of(const std::vector<Round>& given, int seats) {
  std::vector<State> states;
  for (const Round& round : given) {
    if (round.state.seats != seats) throw nb::value_error("a given deal is for other seats");
    states.push_back(round.state);
  }
  return states;
}

// One match driven by move ids: its first rounds lie as given, the others are dealt from the seed.
template <class Game>
class FastMatch {
 public:
  using State = decltype(Game::Match::state);
  using Deals = GivenDeals<State>;

  FastMatch(const Game& game, int seats, const std::string& seed, std::vector<State> given)
      : game_(game), seed_(seed), given_(std::move(given)) {
    Deals deals = all_deals();
    game_.start(match_, seats, deals);
  }

  std::optional<int> to_move() const {
    return match_.over ? std::nullopt : std::optional<int>(game_.to_move(match_));
  }

  Ids legal() const {
    return list_of_ids<Game::kMoves>([&](auto see) { game_.each_legal(match_, see); });
  }

  void play(int move) {
    if (!legal_for(game_, match_, move))
      throw nb::value_error(("move " + std::to_string(move) + " is not legal").c_str());
    Deals deals = all_deals();
    game_.play(match_, move, deals);
    history_.push_back(static_cast<u16>(move));
  }

  FastMatch copy() const { return *this; }

  std::vector<int> finals() const {
    std::vector<int> found;
    for (int seat = 0; seat < game_.seats(match_); ++seat) found.push_back(game_.final_of(match_, seat));
    return found;
  }

  std::vector<int> winners() const {
    std::vector<int> found;
    if (!match_.over) return found;
    for (int seat = 0; seat < game_.seats(match_); ++seat)
      if ((game_.winners(match_) >> seat) & 1) found.push_back(seat);
    return found;
  }

  nb::object observation(int seat) const {
    if (seat < 0 || seat >= game_.seats(match_)) throw nb::value_error("there is no such seat");
    std::vector<u8> values(Game::kObservation);
    game_.observe(match_, seat, values.data());
    return as_array(std::move(values), {static_cast<std::size_t>(Game::kObservation)});
  }

  u64 tree_count(int depth) const {
    if (depth < 0 || depth > 100) throw nb::value_error("depth must be from 0 to 100");
    const FastMatch here = *this;  // play may go on meanwhile
    nb::gil_scoped_release unlocked;
    Deals deals = here.all_deals();
    return waterhole::tree_count(here.game_, here.match_, deals, depth);
  }

  bool over() const { return match_.over; }
  const std::vector<u16>& history() const { return history_; }

 protected:
  Deals all_deals() const {
    return {{{seed_.data(), static_cast<u32>(seed_.size())}}, given_.data(), static_cast<u32>(given_.size())};
  }

  Game game_;
  std::string seed_;
  std::vector<State> given_;
  typename Game::Match match_;
  std::vector<u16> history_;
};

template <class Game>
void bind_match(nb::class_<FastMatch<Game>>& type) {
  using Match = FastMatch<Game>;
  type.def_prop_ro("to_move", &Match::to_move, "The seat whose turn it is; None at the end.")
      .def("legal", &Match::legal, "The ids of the legal moves, in order.")
      .def("play", &Match::play, "move"_a, "Plays the move with this id, in place.")
      .def("copy", &Match::copy, "A match that goes its own way from here.")
      .def_prop_ro("is_over", &Match::over)
      .def_prop_ro("history", &Match::history, "The ids of all moves so far.")
      .def_prop_ro("finals", &Match::finals, "Points or lives of each seat so far.")
      .def_prop_ro("winners", &Match::winners, "The winning seats, once the match is over.")
      .def("observation", &Match::observation, "seat"_a, "What the seat may know, as numbers.")
      .def("tree_count", &Match::tree_count, "depth"_a,
           "The number of different sequences of so many moves from here.");
}

// Many matches stepped together. The arrays stay the same; every step writes into them.
template <class Game>
class Batch {
 public:
  // With a seed for each lane, or one from which each lane's follows.
  Batch(const Game& game, int lanes, int seats, const std::vector<u64>& seeds, int threads)
      : game_(game),
        seats_(seats),
        threads_(threads),
        matches_(checked(lanes)),
        legal_(size(Game::kMoves)),
        observations_(size(Game::kObservation)),
        rewards_(size(seats)),
        finals_(size(seats)),
        to_move_(matches_.size()),
        done_(matches_.size()) {
    check_threads(threads);
    deals_.reserve(matches_.size());
    if (seeds.size() != 1 && seeds.size() != matches_.size())
      throw nb::value_error("one seed, or one for each lane, is needed");
    for (std::size_t lane = 0; lane < matches_.size(); ++lane)
      deals_.push_back({seeds.size() == 1 ? random_of(seeds[0], lane) : random_of(seeds[lane], 0)});
    nb::gil_scoped_release unlocked;
    in_parallel(matches_.size(), threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t lane = begin; lane < end; ++lane) start(lane);
    });
  }

  void step(const nb::ndarray<const int, nb::ndim<1>, nb::c_contig, nb::device::cpu>& moves) {
    if (moves.shape(0) != matches_.size()) throw nb::value_error("one move for each lane is needed");
    // A copy: nobody may change the moves between the check and the play.
    const std::vector<int> chosen(moves.data(), moves.data() + matches_.size());
    std::ptrdiff_t wrong = -1;
    {
      nb::gil_scoped_release unlocked;
      const std::lock_guard only_one(stepping_);
      for (std::size_t lane = 0; lane < matches_.size() && wrong < 0; ++lane) {
        // Asked of the match itself: the array of legal moves is the user's to write into.
        if (!legal_for(game_, matches_[lane], chosen[lane])) wrong = static_cast<std::ptrdiff_t>(lane);
      }
      if (wrong < 0) {
        in_parallel(matches_.size(), threads_, [&](std::size_t begin, std::size_t end) {
          for (std::size_t lane = begin; lane < end; ++lane) advance(lane, chosen[lane]);
        });
      }
    }
    if (wrong >= 0) {
      const std::string text = "lane " + std::to_string(wrong) + ": move " +
                               std::to_string(chosen[static_cast<std::size_t>(wrong)]) +
                               " is not legal; no lane was moved";
      throw nb::value_error(text.c_str());
    }
  }

  auto observations(nb::handle self) { return array(self, observations_, Game::kObservation); }
  auto legal(nb::handle self) { return array(self, legal_, Game::kMoves); }
  auto rewards(nb::handle self) { return array(self, rewards_, seats_); }
  auto finals(nb::handle self) { return array(self, finals_, seats_); }
  auto to_move(nb::handle self) { return row(self, to_move_); }
  auto done(nb::handle self) { return row(self, done_); }
  int seats() const { return seats_; }
  std::size_t lanes() const { return matches_.size(); }

 private:
  static std::size_t checked(int lanes) {
    if (lanes < 1 || lanes > 10'000'000) throw nb::value_error("lanes must be from 1 to 10000000");
    return static_cast<std::size_t>(lanes);
  }
  std::size_t size(int width) const { return matches_.size() * static_cast<std::size_t>(width); }

  template <class T>
  nb::ndarray<nb::numpy, T, nb::ndim<2>> array(nb::handle self, std::vector<T>& values, int width) {
    return {values.data(), {matches_.size(), static_cast<std::size_t>(width)}, self};
  }
  template <class T>
  nb::ndarray<nb::numpy, T, nb::ndim<1>> row(nb::handle self, std::vector<T>& values) {
    return {values.data(), {matches_.size()}, self};
  }

  void start(std::size_t lane) {
    do {  // a match can be over before anybody moves; such a one is no use here
      game_.start(matches_[lane], seats_, deals_[lane]);
    } while (matches_[lane].over);
    show(lane);
  }

  void advance(std::size_t lane, int move) {
    typename Game::Match& match = matches_[lane];
    float* const rewards = rewards_.data() + lane * static_cast<std::size_t>(seats_);
    game_.play(match, move, deals_[lane]);
    std::fill_n(rewards, seats_, 0.0f);
    done_[lane] = match.over;
    if (!match.over) return show(lane);
    const u32 winners = game_.winners(match);
    const float share = 1.0f / static_cast<float>(count_bits(winners));
    for (int seat = 0; seat < seats_; ++seat) {
      finals_[lane * static_cast<std::size_t>(seats_) + static_cast<std::size_t>(seat)] =
          game_.final_of(match, seat);
      rewards[seat] = ((winners >> seat) & 1 ? share : 0.0f) - 1.0f / static_cast<float>(seats_);
    }
    start(lane);
  }

  // Writes what the player to move of a lane may know and do.
  void show(std::size_t lane) {
    const typename Game::Match& match = matches_[lane];
    const int seat = game_.to_move(match);
    to_move_[lane] = seat;
    game_.observe(match, seat, observations_.data() + lane * Game::kObservation);
    u8* const legal = legal_.data() + lane * Game::kMoves;
    std::fill_n(legal, Game::kMoves, u8{0});
    game_.each_legal(match, [&](int move) { legal[move] = 1; });
  }

  Game game_;
  int seats_;
  int threads_;
  std::vector<typename Game::Match> matches_;
  std::vector<FastDeals> deals_;
  std::vector<u8> legal_;
  std::vector<u8> observations_;
  std::vector<float> rewards_;
  std::vector<int> finals_;
  std::vector<int> to_move_;
  std::vector<u8> done_;
  std::mutex stepping_;
};

template <class Game>
void bind_batch(nb::class_<Batch<Game>>& type) {
  using B = Batch<Game>;
  auto view = [](auto member) {
    return [member](nb::handle_t<B> self) { return (nb::cast<B&>(self).*member)(self); };
  };
  type.def("step", &B::step, "moves"_a.noconvert(),
           "Plays one move in each lane; a match that ends starts anew.")
      .def_prop_ro("observations", view(&B::observations), "(lanes, size) uint8")
      .def_prop_ro("legal", view(&B::legal), "(lanes, moves) uint8: 1 where the move is legal")
      .def_prop_ro("rewards", view(&B::rewards), "(lanes, seats) float32, at the end of a match")
      .def_prop_ro("finals", view(&B::finals), "(lanes, seats) int32, of the last match that ended")
      .def_prop_ro("to_move", view(&B::to_move), "(lanes,) int32")
      .def_prop_ro("done", view(&B::done), "(lanes,) uint8: 1 if the last step ended a match")
      .def_prop_ro("seats", &B::seats)
      .def_prop_ro("lanes", &B::lanes);
}

// Whole matches by heuristic players on some seats (a set) and random ones on the others; every result
// as an array. The first player sits so many seats after the one the lot falls on.
template <class Game>
nb::typed<nb::dict, nb::str, nb::object> simulate(const Game& game, int seats, int matches, u64 seed,
                                                  int threads, u32 heuristic, int after_lot) {
  check_threads(threads);
  if (matches < 1 || matches > 1'000'000'000) throw nb::value_error("matches must be from 1 to 1000000000");
  const auto count = static_cast<std::size_t>(matches), width = static_cast<std::size_t>(seats);
  std::vector<int> finals(count * width), lengths(count), rounds(count), first(count),
      endings(count * Game::kEndings);
  std::vector<u8> winners(count * width);
  {
    nb::gil_scoped_release unlocked;
    in_parallel(count, threads, [&](std::size_t begin, std::size_t end) {
      typename Game::Match match;
      for (std::size_t number = begin; number < end; ++number) {
        FastDeals deals{random_of(seed, number)};
        FastDeals same = deals;
        first[number] = (same.lot("", seats) + after_lot) % seats;
        int* const ended = endings.data() + number * Game::kEndings;
        lengths[number] = heuristic ? game.play_out(match, seats, deals, ended, heuristic)
                                    : game.play_out(match, seats, deals, ended);
        rounds[number] = game.rounds_played(match);
        for (std::size_t seat = 0; seat < width; ++seat) {
          finals[number * width + seat] = game.final_of(match, static_cast<int>(seat));
          winners[number * width + seat] = (game.winners(match) >> seat) & 1;
        }
      }
    });
  }
  nb::typed<nb::dict, nb::str, nb::object> result;
  result["finals"] = as_array(std::move(finals), {count, width});
  result["winners"] = as_array(std::move(winners), {count, width});
  result["lengths"] = as_array(std::move(lengths), {count});
  result["rounds"] = as_array(std::move(rounds), {count});
  result["first"] = as_array(std::move(first), {count});
  result["endings"] = as_array(std::move(endings), {count, static_cast<std::size_t>(Game::kEndings)});
  return result;
}

// JSON that goes out as it is.
inline nb::bytes as_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// A match as a value that never changes, and what a server tells of it.
template <class Telling>
void bind_telling(nb::class_<Telling>& type) {
  type.def("after", &Telling::after, "spelling"_a, "The match after a move; None if it is not legal.")
      .def(
          "view",
          [](const Telling& t, std::optional<int> seat) {
            if (seat && (*seat < 0 || *seat >= t.seats())) throw nb::value_error("there is no such seat");
            return as_bytes(t.view(seat.value_or(-1)));
          },
          "seat"_a.none(), "What a seat may know, as JSON; None: a spectator.")
      .def(
          "legal", [](const Telling& t) { return as_bytes(t.legal()); }, "The legal moves, as JSON.")
      .def_prop_ro(
          "events", [](const Telling& t) { return as_bytes(t.events()); },
          "What was seen to happen with the last move, as JSON.")
      .def_prop_ro("open", &Telling::open, "The last move showed nobody a card he had not seen.")
      .def_prop_ro("to_move",
                   [](const Telling& t) { return t.over() ? std::nullopt : std::optional<int>(t.turn()); })
      .def_prop_ro("is_over", &Telling::over)
      .def_prop_ro("winners", [](const Telling& t) {
        std::vector<int> found;
        for (u32 set = t.winners(); set; set &= set - 1) found.push_back(lowest_bit(set));
        return found;
      });
}

void bind_tembo(nb::module_& module);
void bind_life(nb::module_& module);

}  // namespace waterhole::bind
