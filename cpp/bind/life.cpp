// Life is Life for Python. Cards are counts of the ten species.
#include <waterhole/life_plan.hpp>

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

// A collection of cards as a text, in the order of the animals.
constexpr char kLetters[] = "GBOTSDHPCM";

std::string text_of(life::Cards cards) {
  std::string text;
  for (int species = 0; species < life::kSpecies; ++species)
    text.append(static_cast<std::size_t>(life::count(cards, species)), kLetters[species]);
  return text;
}

life::Cards cards_of(const std::string& text) {
  life::Cards cards = 0;
  for (const char letter : text) {
    const char* const found = std::find(kLetters, kLetters + life::kSpecies, letter);
    if (found == kLetters + life::kSpecies) throw nb::value_error("there is no such animal");
    const int species = static_cast<int>(found - kLetters);
    if (life::count(cards, species) == life::value(species)) throw nb::value_error("too many of one animal");
    cards += life::card(species);
  }
  return cards;
}

// A round as a value that never changes: after() gives the next one.
struct LifeRound {
  life::State state;
  life::Rules rules;

  static LifeRound start(int first, const std::vector<int>& lives, const std::vector<std::string>& hands,
                         const std::vector<std::string>& rows, bool expert, int lap_limit) {
    const int seats = static_cast<int>(lives.size());
    check_seats(seats);
    if (hands.size() != lives.size() || rows.size() != life::kRows)
      throw nb::value_error("a hand for each seat and four rows are needed");
    LifeRound round{{}, read_game(expert, lap_limit).rules};
    life::State& s = round.state;
    s.seats = static_cast<u8>(seats);
    for (int seat = 0; seat < seats; ++seat) {
      const int left = lives[static_cast<std::size_t>(seat)];
      if (left < 0 || left > 250) throw nb::value_error("lives must be from 0 to 250");
      s.lives[seat] = static_cast<u8>(left);
    }
    if (first < 0 || first >= seats || !s.lives[first]) throw nb::value_error("the first seat is not in");
    life::clear(s, first);
    if (s.players < 2) throw nb::value_error("two players must be in");
    std::string all;
    for (int seat = 0; seat < seats; ++seat) {
      const std::string& hand = hands[static_cast<std::size_t>(seat)];
      if (hand.size() != (s.lives[seat] ? std::size_t{life::kHand} : std::size_t{0}))
        throw nb::value_error("exactly the seats that are in have ten cards");
      s.hand[seat] = cards_of(hand);
      all += hand;
    }
    for (int row = 0; row < life::kRows; ++row) {
      const std::string& cards = rows[static_cast<std::size_t>(row)];
      if (cards.size() != static_cast<std::size_t>(row) + 1) throw nb::value_error("row n has n cards");
      s.rows[row] = cards_of(cards);
      all += cards;
    }
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

  static LifeSight of(int seat, int first, int knocker, u32 turns, const std::vector<int>& lives,
                      const std::vector<std::string>& rows, const std::string& hand,
                      const std::vector<std::string>& known, const std::vector<std::vector<int>>& most,
                      bool expert, int lap_limit) {
    const int seats = static_cast<int>(lives.size());
    check_seats(seats);
    if (rows.size() != life::kRows || known.size() != lives.size() || most.size() != lives.size())
      throw nb::value_error("the view has too few or too many parts");
    LifeSight found{{}, read_game(expert, lap_limit).rules};
    life::Sight& s = found.sight;
    s.seats = static_cast<u8>(seats);
    std::string all = hand;
    for (int other = 0; other < seats; ++other) {
      const auto place = static_cast<std::size_t>(other);
      if (lives[place] < 0 || lives[place] > 250) throw nb::value_error("lives must be from 0 to 250");
      s.lives[other] = static_cast<u8>(lives[place]);
      s.players = static_cast<u8>(s.players + (lives[place] > 0));
      if (known[place].size() > (lives[place] ? std::size_t{life::kHand} : std::size_t{0}) ||
          most[place].size() != 3)
        throw nb::value_error("no such hand");
      s.known[other] = cards_of(known[place]);
      for (std::size_t i = 0; i < 3; ++i)
        s.most[other][i] = static_cast<u8>(std::clamp(most[place][i], 0, 9));
      if (other != seat) all += known[place];
    }
    auto in = [&](int other) { return other >= 0 && other < seats && s.lives[other]; };
    if (!in(seat) || !in(first) || (knocker >= 0 && !in(knocker)))
      throw nb::value_error("there is no such seat");
    if (s.players < 2 || hand.size() != life::kHand)
      throw nb::value_error("ten cards and two players are needed");
    s.hand = cards_of(hand);
    if (!life::has(s.hand, s.known[seat])) throw nb::value_error("the own hand is another");
    for (int other = 0; other < seats; ++other)
      for (int i = 0; i < 3; ++i)
        if (other != seat && life::count(s.known[other], life::kDeadly[i]) > s.most[other][i])
          throw nb::value_error("a known hand has more than it can have");
    for (int row = 0; row < life::kRows; ++row) {
      const std::string& cards = rows[static_cast<std::size_t>(row)];
      if (cards.size() != static_cast<std::size_t>(row) + 1) throw nb::value_error("row n has n cards");
      s.rows[row] = cards_of(cards);
      all += cards;
    }
    cards_of(all);  // no more of an animal than there are
    s.turns = turns;
    s.seat = s.turn = static_cast<u8>(seat);
    s.first = static_cast<u8>(first);
    s.knocker = static_cast<u8>(knocker < 0 ? life::kNobody : knocker);
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

  int heuristic(u64 seed, float noise, bool knocker) const {
    check_noise(noise);
    Random random(seed);
    const auto manner = knocker ? life::Manner::kHasty : life::Manner::kCalm;
    return life::heuristic_move(life::seen(sight), rules, random, life::judgement(manner, rules.expert),
                                noise);
  }

  SearchResult search(u64 seed, long long iterations, double seconds, int threads, float memory,
                      bool random_play) const {
    const Effort effort{seed, iterations, seconds, threads, memory};
    check_effort(effort);
    Random random(seed + 1);
    life::Sight remembered = sight;
    life::forget(remembered, memory, random);
    const life::Plan plan(rules, remembered, random_play);
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
      .def_static("of", &LifeSight::of, "seat"_a, "first"_a, "knocker"_a, "turns"_a, "lives"_a, "rows"_a,
                  "hand"_a, "known"_a, "most"_a, "expert"_a, "lap_limit"_a)
      .def("legal", &LifeSight::legal)
      .def("world", &LifeSight::world, "seed"_a, "A round that the seat cannot tell from the real one.")
      .def("heuristic", &LifeSight::heuristic, "seed"_a, "noise"_a, "knocker"_a)
      .def("search", &LifeSight::search, "seed"_a, "iterations"_a, "seconds"_a, "threads"_a, "memory"_a,
           "random_play"_a);

  auto match =
      nb::class_<FastMatch<LifeGame>>(module, "LifeMatch", "A match of Life is Life, driven by move ids.");
  match.def(
      "__init__",
      [](FastMatch<LifeGame>* self, int seats, const std::string& seed, const std::vector<LifeRound>& given,
         bool expert, int lap_limit) {
        check_seats(seats);
        std::vector<life::State> states;
        for (const LifeRound& round : given) {
          if (round.state.seats != seats) throw nb::value_error("a given deal is for other seats");
          states.push_back(round.state);
        }
        new (self) FastMatch<LifeGame>(read_game(expert, lap_limit), seats, seed, std::move(states));
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
