// Life is Life for Python. Cards are counts of the ten species.
#include <waterhole/life_plan.hpp>
#include <waterhole/life_telling.hpp>

#include "search.hpp"

namespace waterhole::bind {

namespace {

void check_seats(int seats) {
  if (seats < 2 || seats > life::kMostSeats) throw nb::value_error("seats must be from 2 to 5");
}

LifeGame read_game(bool expert, int lap_limit) {
  if (lap_limit < 0 || lap_limit > 1000) throw nb::value_error("lap_limit must be from 0 to 1000");
  return {{expert, lap_limit}};
}

using life::text_of;

life::Cards cards_of(const std::string& text) {
  life::Cards cards = 0;
  for (const char letter : text) {
    const char* const found = std::find(life::kLetters, life::kLetters + life::kSpecies, letter);
    if (found == life::kLetters + life::kSpecies) throw nb::value_error("there is no such animal");
    const int species = static_cast<int>(found - life::kLetters);
    if (life::count(cards, species) == life::value(species)) throw nb::value_error("too many of one animal");
    cards += life::card(species);
  }
  return cards;
}

// A table with its rows, before hands are dealt.
life::State read_table(int first, const std::vector<int>& lives, const std::vector<std::string>& rows) {
  const int seats = static_cast<int>(lives.size());
  check_seats(seats);
  if (rows.size() != life::kRows) throw nb::value_error("four rows are needed");
  life::State s{};
  s.seats = static_cast<u8>(seats);
  for (int seat = 0; seat < seats; ++seat) {
    const int left = lives[static_cast<std::size_t>(seat)];
    if (left < 0 || left > 250) throw nb::value_error("lives must be from 0 to 250");
    s.lives[seat] = static_cast<u8>(left);
  }
  if (first < 0 || first >= seats || !s.lives[first]) throw nb::value_error("the first seat is not in");
  life::clear(s, first);
  if (s.players < 2) throw nb::value_error("two players must be in");
  for (int row = 0; row < life::kRows; ++row) {
    const std::string& cards = rows[static_cast<std::size_t>(row)];
    if (cards.size() != static_cast<std::size_t>(row) + 1) throw nb::value_error("row n has n cards");
    s.rows[row] = cards_of(cards);
  }
  return s;
}

// A round as a value that never changes: after() gives the next one.
struct LifeRound {
  life::State state;
  life::Rules rules;

  static LifeRound start(int first, const std::vector<int>& lives, const std::vector<std::string>& hands,
                         const std::vector<std::string>& rows, bool expert, int lap_limit) {
    LifeRound round{read_table(first, lives, rows), read_game(expert, lap_limit).rules};
    life::State& s = round.state;
    if (hands.size() != lives.size()) throw nb::value_error("a hand for each seat is needed");
    std::string all;
    for (int seat = 0; seat < s.seats; ++seat) {
      const std::string& hand = hands[static_cast<std::size_t>(seat)];
      if (hand.size() != (s.lives[seat] ? std::size_t{life::kHand} : std::size_t{0}))
        throw nb::value_error("exactly the seats that are in have ten cards");
      s.hand[seat] = cards_of(hand);
      all += hand;
    }
    for (const std::string& row : rows) all += row;
    cards_of(all);  // no more of an animal than there are
    return round;
  }

  Ids legal() const {
    return list_of_ids<life::kMoves>([&](auto see) { life::each_legal(state, see); });
  }

  bool is_legal(int move) const { return waterhole::is_legal(state, move); }

  LifeRound after(int move) const {
    if (!is_legal(move)) throw nb::value_error("the move is not legal");
    LifeRound next = *this;
    life::play(next.state, move, rules);
    return next;
  }

  template <std::size_t n>
  std::vector<std::string> texts(const life::Cards (&cards)[n], int count) const {
    std::vector<std::string> found;
    for (int i = 0; i < count; ++i) found.push_back(text_of(cards[i]));
    return found;
  }
};

// What a seat whose turn it is knows: the input of bots, without room for a secret.
struct LifeSight {
  life::Sight sight;
  life::Rules rules;
  std::vector<life::Turn> story;  // of this round

  static LifeSight of(int seat, int first, const std::vector<int>& lives,
                      const std::vector<std::string>& dealt, const std::vector<int>& moves,
                      const std::string& hand, const std::vector<std::vector<int>>& most, bool expert,
                      int lap_limit) {
    LifeSight found{{}, read_game(expert, lap_limit).rules, {}};
    life::State table = read_table(first, lives, dealt);
    if (most.size() != lives.size()) throw nb::value_error("the view has too few or too many parts");
    if (!life::tell(table, moves, found.story)) throw nb::value_error("no round goes like that");
    if (table.turn != seat) throw nb::value_error("there is no such seat, or it has no turn");
    if (hand.size() != life::kHand) throw nb::value_error("ten cards are needed");
    life::Sight& s = found.sight;
    s.hand = cards_of(hand);
    if (!life::has(s.hand, table.known[seat])) throw nb::value_error("the own hand is another");
    std::string all = hand;
    for (int row = 0; row < life::kRows; ++row) all += text_of(s.rows[row] = table.rows[row]);
    for (int other = 0; other < table.seats; ++other) {
      const std::vector<int>& bounds = most[static_cast<std::size_t>(other)];
      if (bounds.size() != 3) throw nb::value_error("no such hand");
      s.lives[other] = table.lives[other];
      s.known[other] = table.known[other];
      for (std::size_t i = 0; i < 3; ++i) {
        if (bounds[i] < 0 || bounds[i] > 9) throw nb::value_error("a bound must be from 0 to 9");
        s.most[other][i] = static_cast<u8>(bounds[i]);
        if (other != seat && life::count(s.known[other], life::kDeadly[i]) > s.most[other][i])
          throw nb::value_error("a known hand has more than it can have");
      }
      if (other != seat) all += text_of(s.known[other]);
    }
    cards_of(all);  // no more of an animal than there are
    s.seats = table.seats;
    s.players = table.players;
    s.turns = table.turns;
    s.seat = s.turn = static_cast<u8>(seat);
    s.first = table.first;
    s.knocker = table.knocker;
    return found;
  }

  Ids legal() const {
    const life::State state = life::seen(sight);
    return list_of_ids<life::kMoves>([&](auto see) { life::each_legal(state, see); });
  }

  LifeRound world(u64 seed) const {
    Random random(seed);
    return {life::world(life::seen(sight), sight, life::Unseen(sight), random), rules};
  }

  // How well a world fits what the others did; only the hands of the others count.
  double fit(const LifeRound& world) const {
    life::State state = life::seen(sight);
    if (world.state.seats != state.seats) throw nb::value_error("the world has other seats");
    std::string all;
    for (const life::Cards row : state.rows) all += text_of(row);
    for (int seat = 0; seat < state.seats; ++seat) {
      const life::Cards hand = state.hand[seat] = world.state.hand[seat];
      if (!life::has(hand, state.known[seat]) || !hand != !state.lives[seat])
        throw nb::value_error("the world has other hands");
      all += text_of(hand);
    }
    cards_of(all);  // no more of an animal than there are
    return life::weight(state, sight.seat, story, rules, life::judgement(life::Manner::kCalm, rules.expert));
  }

  int heuristic(u64 seed, float noise, bool knocker) const {
    check_noise(noise);
    Random random(seed);
    const auto manner = knocker ? life::Manner::kHasty : life::Manner::kCalm;
    return life::heuristic_move(life::seen(sight), rules, random, life::judgement(manner, rules.expert),
                                noise);
  }

  SearchResult search(u64 seed, long long iterations, double seconds, int threads, float memory, bool heed,
                      bool random_play) const {
    const Effort effort{seed, iterations, seconds, threads, memory};
    check_effort(effort);
    Random random(seed + 1);
    life::Sight remembered = sight;
    life::forget(remembered, memory, random);
    // Who forgets cards cannot tell what somebody held when he played; and chance has no reasons.
    const bool heeds = heed && memory >= 1 && !random_play;
    const life::Plan plan(rules, remembered, heeds ? story : std::vector<life::Turn>{}, random_play);
    return run_search(plan, life::Plan::settings(), effort, sight.seats);
  }
};

}  // namespace

void bind_life(nb::module_& module) {
  nb::class_<LifeRound>(module, "LifeRound", "A round of Life is Life as a value.")
      .def_static("start", &LifeRound::start, "first"_a, "lives"_a, "hands"_a, "rows"_a, "expert"_a,
                  "lap_limit"_a)
      .def("legal", &LifeRound::legal)
      .def("is_legal", &LifeRound::is_legal, "move"_a)
      .def("after", &LifeRound::after, "move"_a)
      .def_prop_ro("turn", [](const LifeRound& r) { return static_cast<int>(r.state.turn); })
      .def_prop_ro("ending", [](const LifeRound& r) { return static_cast<int>(r.state.ending); })
      .def_prop_ro("knocker",
                   [](const LifeRound& r) {
                     return r.state.knocker == life::kNobody ? std::nullopt
                                                             : std::optional<int>(r.state.knocker);
                   })
      .def_prop_ro("hands", [](const LifeRound& r) { return r.texts(r.state.hand, r.state.seats); })
      .def_prop_ro("known", [](const LifeRound& r) { return r.texts(r.state.known, r.state.seats); })
      .def_prop_ro("rows", [](const LifeRound& r) { return r.texts(r.state.rows, life::kRows); })
      .def_prop_ro(
          "lives",
          [](const LifeRound& r) { return std::vector<int>(r.state.lives, r.state.lives + r.state.seats); })
      .def_prop_ro("points", [](const LifeRound& r) {
        return std::vector<int>(r.state.points, r.state.points + r.state.seats);
      });

  nb::class_<LifeSight>(module, "LifeSight", "What a seat at a table of Life is Life knows on its turn.")
      .def_static("of", &LifeSight::of, "seat"_a, "first"_a, "lives"_a, "dealt"_a, "moves"_a, "hand"_a,
                  "most"_a, "expert"_a, "lap_limit"_a)
      .def("legal", &LifeSight::legal)
      .def("world", &LifeSight::world, "seed"_a, "A round that the seat cannot tell from the real one.")
      .def("fit", &LifeSight::fit, "world"_a, "How well a world fits the moves of the others, up to 1.")
      .def("heuristic", &LifeSight::heuristic, "seed"_a, "noise"_a, "knocker"_a)
      .def("search", &LifeSight::search, "seed"_a, "iterations"_a, "seconds"_a, "threads"_a, "memory"_a,
           "heed"_a, "random_play"_a);

  auto match =
      nb::class_<FastMatch<LifeGame>>(module, "LifeMatch", "A match of Life is Life, driven by move ids.");
  match.def(
      "__init__",
      [](FastMatch<LifeGame>* self, int seats, const std::string& seed, const std::vector<LifeRound>& given,
         bool expert, int lap_limit) {
        check_seats(seats);
        new (self) FastMatch<LifeGame>(read_game(expert, lap_limit), seats, seed,
                                       states_of<life::State>(given, seats));
      },
      "seats"_a, "seed"_a, "given"_a, "expert"_a, "lap_limit"_a);
  bind_match(match);

  auto batch = nb::class_<Batch<LifeGame>>(module, "LifeBatch", "Many matches of Life is Life at once.");
  batch.def(
      "__init__",
      [](Batch<LifeGame>* self, int lanes, int seats, const std::vector<u64>& seeds, bool expert,
         int lap_limit, int threads) {
        check_seats(seats);
        new (self) Batch<LifeGame>(read_game(expert, lap_limit), lanes, seats, seeds, threads);
      },
      "lanes"_a, "seats"_a, "seeds"_a, "expert"_a, "lap_limit"_a, "threads"_a);
  bind_batch(batch);

  auto telling =
      nb::class_<life::Telling>(module, "LifeTelling", "A match of Life is Life as a server tells it.");
  telling.def(
      "__init__",
      [](life::Telling* self, int seats, const std::string& seed, const std::vector<LifeRound>& given,
         bool expert, int lap_limit) {
        check_seats(seats);
        new (self) life::Telling(
            {read_game(expert, lap_limit).rules, seed, states_of<life::State>(given, seats)}, seats);
      },
      "seats"_a, "seed"_a, "given"_a, "expert"_a, "lap_limit"_a);
  bind_telling(telling);

  module.def(
      "simulate_life",
      [](int seats, int matches, u64 seed, bool expert, int lap_limit, int threads, u32 heuristic) {
        check_seats(seats);
        if (lap_limit == 0 && matches > 1'000'000) throw nb::value_error("so many matches need a lap_limit");
        return simulate(read_game(expert, lap_limit), seats, matches, seed, threads, heuristic, 0);
      },
      "seats"_a, "matches"_a, "seed"_a, "expert"_a, "lap_limit"_a, "threads"_a, "heuristic"_a);
}

}  // namespace waterhole::bind
