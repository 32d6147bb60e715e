// Tembo for Python.
#include <waterhole/tembo_belief.hpp>
#include <waterhole/tembo_telling.hpp>

#include "search.hpp"

namespace waterhole::bind {

namespace {

using Animals = std::vector<std::pair<int, int>>;

// Species (0 to 2) and points of the animals 1 to 42, in order.
tembo::Deck read_deck(const std::vector<int>& species, const std::vector<int>& points) {
  if (species.size() != tembo::kHoofed || points.size() != tembo::kHoofed)
    throw nb::value_error("a deck has 42 animals");
  tembo::Deck deck{};
  for (int number = 1; number <= tembo::kHoofed; ++number) {
    const int kind = species[static_cast<std::size_t>(number - 1)];
    const int worth = points[static_cast<std::size_t>(number - 1)];
    if (kind < 0 || kind > 2 || worth < 0 || worth > 7) throw nb::value_error("no such animal");
    deck.species[kind] |= u64{1} << number;
    for (int digit = 0; digit < 3; ++digit)
      if ((worth >> digit) & 1) deck.points[digit] |= u64{1} << number;
  }
  return deck;
}

TemboGame read_game(const std::vector<int>& species, const std::vector<int>& points, int rounds) {
  if (rounds < 1 || rounds > 100) throw nb::value_error("rounds must be from 1 to 100");
  return {read_deck(species, points), rounds};
}

void check_seats(int seats) {
  if (seats < 2 || seats > tembo::kMostSeats) throw nb::value_error("seats must be from 2 to 4");
}

std::vector<int> numbers(u64 set) {
  std::vector<int> found;
  for (; set; set &= set - 1) found.push_back(lowest_bit(set));
  return found;
}

void add_special(std::vector<int>& cards, u32 special) {
  for (int kind = 0; kind < tembo::kSpecials; ++kind)
    cards.insert(cards.end(), static_cast<std::size_t>(tembo::nibble(special, kind)),
                 tembo::kElephant + kind);
}

// A round as a value that never changes: after() gives the next one.
struct TemboRound {
  tembo::State state;
  tembo::Deck deck;

  static TemboRound start(int first, const std::vector<std::vector<int>>& hands, const std::vector<int>& pile,
                          const std::vector<int>& crossings, const std::vector<int>& species,
                          const std::vector<int>& points) {
    const int seats = static_cast<int>(hands.size());
    check_seats(seats);
    if (first < 0 || first >= seats) throw nb::value_error("there is no such seat");
    TemboRound round{{}, read_deck(species, points)};
    tembo::State& s = round.state;
    tembo::clear(s, seats, first);
    if (pile.size() != s.pile || crossings.size() != tembo::kCrossings)
      throw nb::value_error("the deal has too few or too many cards");
    int counts[tembo::kLion + 1] = {};
    auto seen = [&](int card, int highest) {
      if (card < 1 || card > highest) throw nb::value_error("there is no such card");
      ++counts[card];
      return static_cast<u8>(card);
    };
    for (int seat = 0; seat < seats; ++seat) {
      const auto& hand = hands[static_cast<std::size_t>(seat)];
      if (hand.size() != tembo::kHand) throw nb::value_error("a hand has five cards");
      for (const int card : hand) tembo::take(s, seat, seen(card, tembo::kSuperCrocodile));
    }
    std::size_t place = 0;
    for (const int card : pile) s.cards[place++] = seen(card, tembo::kLion);
    for (const int card : crossings) s.cards[place++] = seen(card, tembo::kLion);
    for (int card = 1; card <= tembo::kLion; ++card) {
      const int copies = card <= tembo::kHoofed           ? 1
                         : card == tembo::kElephant       ? 7
                         : card < tembo::kSuperCrocodile  ? 2
                         : card == tembo::kSuperCrocodile ? 1
                                                          : 3;
      if (counts[card] != copies) throw nb::value_error("the cards of the deal are not the 59 of the game");
    }
    s.over = !tembo::can_play(s);
    return round;
  }

  Ids legal() const {
    return list_of_ids<tembo::kMoves>([&](auto see) { tembo::each_legal(state, deck, see); });
  }

  bool is_legal(int move) const { return waterhole::is_legal(state, deck, move); }

  TemboRound after(int move) const {
    if (!is_legal(move)) throw nb::value_error("the move is not legal");
    TemboRound next = *this;
    tembo::play(next.state, move, deck, tembo::FixedPile{});
    return next;
  }

  std::vector<Animals> rows() const {
    std::vector<Animals> found(tembo::kCrossings);
    for (int c = 0; c < tembo::kCrossings; ++c) {
      for (const int number : numbers(state.rows[c])) {
        int owner = 0;
        while (!((state.own[owner] >> number) & 1)) ++owner;
        found[static_cast<std::size_t>(c)].emplace_back(number, owner);
      }
    }
    return found;
  }

  std::vector<std::vector<int>> hands() const {
    std::vector<std::vector<int>> found;
    for (int seat = 0; seat < state.seats; ++seat) {
      found.push_back(numbers(state.hand[seat]));
      add_special(found.back(), state.special[seat]);
    }
    return found;
  }

  std::vector<std::vector<int>> carried() const {
    std::vector<std::vector<int>> found;
    for (int seat = 0; seat < state.seats; ++seat) found.push_back(numbers(state.carried[seat]));
    return found;
  }

  std::vector<int> out() const {
    std::vector<int> found = numbers(state.out);
    add_special(found, state.out_special);
    return found;
  }

  std::vector<int> lions() const { return {state.lions, state.lions + tembo::kCrossings}; }

  std::vector<int> points() const {
    std::vector<int> found;
    for (int seat = 0; seat < state.seats; ++seat) found.push_back(deck.worth(state.carried[seat]));
    return found;
  }
};

// What a seat whose turn it is knows: the input of bots, without room for a secret.
struct TemboSight {
  tembo::Sight sight;
  tembo::Deck deck;
  std::vector<tembo::Turn> story;  // of this round; none if the table was laid by hand

  static TemboSight of(int seat, int first, int round, int rounds, const std::vector<Animals>& rows,
                       const std::vector<int>& lions, const std::vector<std::vector<int>>& carried,
                       const std::vector<int>& out, const std::vector<int>& hand,
                       const std::vector<int>& sizes, int pile, const std::vector<int>& totals,
                       bool lion_drawn, const std::vector<int>& moves, const std::vector<bool>& drawn_lions,
                       const std::vector<int>& species, const std::vector<int>& points) {
    const int seats = static_cast<int>(sizes.size());
    check_seats(seats);
    if (seat < 0 || seat >= seats || first < 0 || first >= seats)
      throw nb::value_error("there is no such seat");
    if (rows.size() != tembo::kCrossings || lions.size() != tembo::kCrossings ||
        carried.size() != sizes.size() || totals.size() != sizes.size())
      throw nb::value_error("the view has too few or too many parts");
    if (round < 1 || round > rounds || rounds > 100) throw nb::value_error("there is no such round");
    TemboSight found{{}, read_deck(species, points), {}};
    tembo::Sight& s = found.sight;
    u64 all = 0;
    auto animal = [&](int number) {
      if (number < 1 || number > tembo::kHoofed || (all >> number) & 1)
        throw nb::value_error("no such animal");
      all |= u64{1} << number;
      return u64{1} << number;
    };
    auto special = [&](u32& cards, int card) {
      if (card < tembo::kElephant || card >= tembo::kLion) throw nb::value_error("there is no such card");
      const int kind = card - tembo::kElephant;
      if (tembo::nibble(s.special, kind) + tembo::nibble(s.out_special, kind) ==
          tembo::nibble(tembo::kSpecialCopies, kind))
        throw nb::value_error("too many of one card");
      cards += 1u << (4 * kind);
    };
    int total_lions = lion_drawn;
    for (int c = 0; c < tembo::kCrossings; ++c) {
      const auto place = static_cast<std::size_t>(c);
      if (lions[place] < 0 || (total_lions += lions[place]) > 3)
        throw nb::value_error("there are three lions");
      s.lions[c] = static_cast<u8>(lions[place]);
      for (const auto& [number, owner] : rows[place]) {
        if (owner < 0 || owner >= seats) throw nb::value_error("there is no such seat");
        const u64 one = animal(number);
        s.rows[c] |= one;
        s.own[owner] |= one;
      }
    }
    int others = 0;
    for (int other = 0; other < seats; ++other) {
      const auto place = static_cast<std::size_t>(other);
      for (const int number : carried[place]) s.carried[other] |= animal(number);
      if (sizes[place] < 0 || sizes[place] > tembo::kHand)
        throw nb::value_error("a hand has up to five cards");
      if (totals[place] < 0 || totals[place] > 65535) throw nb::value_error("no such total");
      s.size[other] = static_cast<u8>(sizes[place]);
      s.totals[other] = static_cast<u16>(totals[place]);
      others += other == seat ? 0 : sizes[place];
    }
    for (const int card : out)
      card <= tembo::kHoofed ? void(s.out |= animal(card)) : special(s.out_special, card);
    for (const int card : hand)
      card <= tembo::kHoofed ? void(s.hand |= animal(card)) : special(s.special, card);
    if (hand.size() != s.size[seat]) throw nb::value_error("the own hand has another size");
    s.lion_drawn = lion_drawn;
    s.round = static_cast<u8>(round);
    s.rounds = static_cast<u8>(rounds);
    s.seats = static_cast<u8>(seats);
    s.seat = s.turn = static_cast<u8>(seat);
    s.first = static_cast<u8>(first);
    if (pile < 0 || pile > tembo::kPack - tembo::kHand * seats - tembo::kCrossings)
      throw nb::value_error("no such pile");
    s.pile = static_cast<u8>(pile);
    Random random(0);
    const tembo::Unseen unseen(s, 1, random);
    if (unseen.held < others || unseen.total != others + pile + tembo::kCrossings)
      throw nb::value_error("the cards of the view are not the 59 of the game");
    bool any = false;
    tembo::each_legal(tembo::seen(s), found.deck, [&](int) { any = true; });
    if (!any) throw nb::value_error("there is nothing to choose");
    if (!tembo::tell(s, found.deck, moves, drawn_lions, found.story)) found.story.clear();
    return found;
  }

  Ids legal() const {
    const tembo::State state = tembo::seen(sight);
    return list_of_ids<tembo::kMoves>([&](auto see) { tembo::each_legal(state, deck, see); });
  }

  TemboRound world(u64 seed) const {
    Random random(seed);
    const tembo::Unseen unseen(sight, 1, random);
    TemboRound round{tembo::world(tembo::seen(sight), sight.seat, unseen, random), deck};
    // A search draws from any place of the pile; here it is drawn as it lies.
    u8* const cards = round.state.cards;
    for (u32 left = sight.pile + tembo::kCrossings; left > 1; --left)
      std::swap(cards[left - 1], cards[random.below(left)]);
    return round;
  }

  int heuristic(u64 seed, float noise) const {
    check_noise(noise);
    Random random(seed);
    return tembo::heuristic_move(tembo::seen(sight), deck, random, noise);
  }

  SearchResult search(u64 seed, long long iterations, double seconds, int threads, float memory, bool heed,
                      bool random_play) const {
    const Effort effort{seed, iterations, seconds, threads, memory};
    check_effort(effort);
    Random random(seed + 1);
    // Who forgets cards cannot tell what somebody held when he played; and chance has no reasons.
    if (heed && memory >= 1 && !random_play && !story.empty()) {
      const tembo::HeedfulPlan plan(deck, sight, story, random);
      return run_search(plan, tembo::Plan::settings(), effort, sight.seats);
    }
    const tembo::Plan plan(deck, sight, random_play, memory, random);
    return run_search(plan, tembo::Plan::settings(), effort, sight.seats);
  }
};

}  // namespace

void bind_tembo(nb::module_& module) {
  nb::class_<TemboRound>(module, "TemboRound", "A round of Tembo as a value.")
      .def_static("start", &TemboRound::start, "first"_a, "hands"_a, "pile"_a, "crossings"_a, "species"_a,
                  "points"_a)
      .def("legal", &TemboRound::legal)
      .def("is_legal", &TemboRound::is_legal, "move"_a)
      .def("after", &TemboRound::after, "move"_a)
      .def_prop_ro("turn", [](const TemboRound& r) { return static_cast<int>(r.state.turn); })
      .def_prop_ro("lion_drawn", [](const TemboRound& r) { return r.state.lion_drawn != 0; })
      .def_prop_ro("is_over", [](const TemboRound& r) { return r.state.over != 0; })
      .def_prop_ro("drawn", [](const TemboRound& r) { return static_cast<int>(r.state.drawn); })
      .def_prop_ro("rows", &TemboRound::rows)
      .def_prop_ro("lions", &TemboRound::lions)
      .def_prop_ro("hands", &TemboRound::hands)
      .def_prop_ro("carried", &TemboRound::carried)
      .def_prop_ro("out", &TemboRound::out)
      .def_prop_ro("points", &TemboRound::points);

  nb::class_<TemboSight>(module, "TemboSight", "What a seat at a Tembo table knows on its turn.")
      .def_static("of", &TemboSight::of, "seat"_a, "first"_a, "round"_a, "rounds"_a, "rows"_a, "lions"_a,
                  "carried"_a, "out"_a, "hand"_a, "sizes"_a, "pile"_a, "totals"_a, "lion_drawn"_a, "moves"_a,
                  "drawn_lions"_a, "species"_a, "points"_a)
      .def("legal", &TemboSight::legal)
      .def("world", &TemboSight::world, "seed"_a, "A round that the seat cannot tell from the real one.")
      .def("heuristic", &TemboSight::heuristic, "seed"_a, "noise"_a)
      .def("search", &TemboSight::search, "seed"_a, "iterations"_a, "seconds"_a, "threads"_a, "memory"_a,
           "heed"_a, "random_play"_a);

  auto match =
      nb::class_<FastMatch<TemboGame>>(module, "TemboMatch", "A match of Tembo, driven by move ids.");
  match.def(
      "__init__",
      [](FastMatch<TemboGame>* self, int seats, const std::string& seed, const std::vector<TemboRound>& given,
         const std::vector<int>& species, const std::vector<int>& points, int rounds) {
        check_seats(seats);
        new (self) FastMatch<TemboGame>(read_game(species, points, rounds), seats, seed,
                                        states_of<tembo::State>(given, seats));
      },
      "seats"_a, "seed"_a, "given"_a, "species"_a, "points"_a, "rounds"_a);
  bind_match(match);

  auto batch = nb::class_<Batch<TemboGame>>(module, "TemboBatch", "Many matches of Tembo at once.");
  batch.def(
      "__init__",
      [](Batch<TemboGame>* self, int lanes, int seats, const std::vector<u64>& seeds,
         const std::vector<int>& species, const std::vector<int>& points, int rounds, int threads) {
        check_seats(seats);
        new (self) Batch<TemboGame>(read_game(species, points, rounds), lanes, seats, seeds, threads);
      },
      "lanes"_a, "seats"_a, "seeds"_a, "species"_a, "points"_a, "rounds"_a, "threads"_a);
  bind_batch(batch);

  auto telling = nb::class_<tembo::Telling>(module, "TemboTelling", "A match of Tembo as a server tells it.");
  telling.def(
      "__init__",
      [](tembo::Telling* self, int seats, const std::string& seed, const std::vector<TemboRound>& given,
         const std::string& deck_told, const std::vector<int>& species, const std::vector<int>& points,
         int rounds) {
        check_seats(seats);
        const TemboGame game = read_game(species, points, rounds);
        new (self) tembo::Telling(
            {game.deck, deck_told, game.rounds, seed, states_of<tembo::State>(given, seats)}, seats);
      },
      "seats"_a, "seed"_a, "given"_a, "deck_told"_a, "species"_a, "points"_a, "rounds"_a);
  bind_telling(telling);

  module.def(
      "simulate_tembo",
      [](int seats, int matches, u64 seed, const std::vector<int>& species, const std::vector<int>& points,
         int rounds, int threads, u32 heuristic) {
        check_seats(seats);
        return simulate(read_game(species, points, rounds), seats, matches, seed, threads, heuristic,
                        1);  // left of the dealer (T5)
      },
      "seats"_a, "matches"_a, "seed"_a, "species"_a, "points"_a, "rounds"_a, "threads"_a, "heuristic"_a);
}

}  // namespace waterhole::bind
