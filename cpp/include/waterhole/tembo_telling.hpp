// A match of Tembo as a server tells it: moves by their spelling, and as JSON what a seat may see and what
// happened. It says what src/waterhole/tembo says in view.py and events.py, to the byte; where the two
// differ, those are right.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "legality.hpp"
#include "telling.hpp"
#include "tembo_match.hpp"

namespace waterhole::tembo {

inline const char* name_of(int card) {
  static const Spellings names([] {
    std::vector<std::string> found;
    for (int number = 0; number <= kHoofed; ++number) found.push_back(std::to_string(number));
    for (const char* letters : {"E", "Cg", "Cz", "Ca", "S", "L"}) found.emplace_back(letters);
    return found;
  }());
  return names.of(card).c_str();
}

inline const Spellings& spellings() {
  static const Spellings all([] {
    std::vector<std::string> found(kMoves);
    auto spell = [&](int id, const std::string& cards, int crossing, const char* eats = "") {
      found[static_cast<std::size_t>(id)] = cards + ">" + std::to_string(crossing + 1) + eats;
    };
    for (int c = 0; c < kCrossings; ++c) {
      for (int number = 1; number <= kHoofed; ++number) {
        spell(place_id(number, c), name_of(number), c);
        for (int more = 1; more <= 2 && number + more <= kHoofed; ++more)
          spell(pair_id(number, more, c), std::string(name_of(number)) + "+" + name_of(number + more), c);
      }
      spell(kCarry + c, name_of(kElephant), c);
      spell(kEatAll + c, name_of(kSuperCrocodile), c);
      for (int kind = 0; kind < 3; ++kind) {
        spell(eat_id(kind, c, false), name_of(kCrocodile + kind), c, "f");
        spell(eat_id(kind, c, true), name_of(kCrocodile + kind), c, "s");
      }
      spell(kLayLion + c, name_of(kLion), c);
    }
    return found;
  }());
  return all;
}

class Telling {
 public:
  // What never changes in a match.
  struct Terms {
    Deck deck;
    std::string deck_told;  // as JSON; null: the usual one
    int rounds;
    std::string seed;
    std::vector<State> given;  // rounds that do not follow from the seed
  };

  Telling(Terms terms, int seats) : terms_(std::make_shared<const Terms>(std::move(terms))) {
    GivenDeals<State> deals = all_deals();
    deal_first(match_, seats, terms_->rounds, deals);
    Json nobody;
    settle(nobody);
  }

  bool over() const { return match_.over; }
  int turn() const { return match_.state.turn; }
  int seats() const { return match_.state.seats; }
  u32 winners() const { return match_.over ? tembo::winners(match_.state) : 0; }
  // Of the last move: what was seen to happen, and whether it showed nobody a card he had not seen.
  const std::string& events() const { return events_; }
  bool open() const { return open_; }

  // The match after a legal move.
  std::optional<Telling> after(std::string_view spelling) const {
    const int move = spellings().id(spelling);
    if (!is_legal(match_, terms_->deck, move)) return std::nullopt;
    Telling next = *this;
    next.play(move);
    return next;
  }

  std::string legal() const {
    Json json(1024);
    json.open('[');
    if (!match_.over) each_legal(match_.state, terms_->deck, [&](int id) { json.word(spellings().of(id)); });
    return json.close(']').take();
  }

  // What a seat may know, without its memories; a negative one is a spectator.
  std::string view(int seat) const {
    const State& s = match_.state;
    Json json(2048);
    json.open('{').key("game").word("tembo");
    seat_or_null(json.key("seat"), seat, seat >= 0);
    json.key("seats").number(s.seats).key("rounds").number(terms_->rounds);
    json.key("deck").raw(terms_->deck_told);
    seat_or_null(json.key("to_move"), s.turn, !match_.over);
    json.key("lion_drawn").truth(s.lion_drawn);
    json.key("hand");
    seat < 0 ? void(json.null()) : cards(json, s.hand[seat], s.special[seat]);
    json.key("hand_sizes").numbers(s.size, s.seats).key("pile").number(s.pile - s.drawn);
    crossings(json.key("crossings"));
    json.key("carried").open('[');
    for (int other = 0; other < s.seats; ++other) animals(json, s.carried[other]);
    json.close(']').key("points").numbers(points(), s.seats);
    cards(json.key("out"), s.out, s.out_special);
    json.key("scores").open('[');
    for (const auto& round : scores_) json.numbers(round, s.seats);
    json.close(']').key("winners");
    match_.over ? seats_of(json, winners()) : json.null();
    return json.close('}').take();
  }

 private:
  using Points = std::array<int, kMostSeats>;

  GivenDeals<State> all_deals() const {
    return {{{terms_->seed.data(), static_cast<u32>(terms_->seed.size())}},
            terms_->given.data(),
            static_cast<u32>(terms_->given.size())};
  }

  Points points() const {
    Points found{};
    for (int seat = 0; seat < match_.state.seats; ++seat)
      found[static_cast<std::size_t>(seat)] = terms_->deck.worth(match_.state.carried[seat]);
    return found;
  }

  void play(int move) {
    const State before = match_.state;
    tembo::play(match_.state, move, terms_->deck, FixedPile{});
    Json json(256);
    json.open('[');
    tell_move(json, before, move);
    const int held = match_.state.drawn - before.drawn - match_.state.lion_drawn;
    if (held) seat_event(json, "drew", before.turn).key("count").number(held).close('}');
    if (match_.state.lion_drawn) seat_event(json, "lion_drawn", before.turn).close('}');
    open_ = match_.state.drawn == before.drawn && !match_.state.over;
    settle(json);
    events_ = json.close(']').take();
  }

  // What a move did to the table, from the table before it and after it.
  void tell_move(Json& json, const State& before, int move) const {
    const int crossing = move < kEat || move >= kLayLion ? move % kCrossings : (move - kEat) / 2 % kCrossings;
    const u64 was = before.rows[crossing], is = match_.state.rows[crossing];
    const int seat = before.turn;
    if (move < kCarry) {
      animals(seat_event(json, "placed", seat).key("numbers"), is & ~was);
      json.key("crossing").number(crossing + 1).close('}');
    } else if (move < kEatAll) {
      seat_event(json, "carried", seat).key("crossing").number(crossing + 1);
      owned(json.key("animals"), before, was).close('}');
    } else if (was != is) {
      const int card = move < kEat       ? int{kSuperCrocodile}
                       : move < kLayLion ? kCrocodile + (move - kEat) / (2 * kCrossings)
                                         : int{kLion};
      seat_event(json, "eaten", seat).key("card").word(name_of(card)).key("crossing").number(crossing + 1);
      owned(json.key("animals"), before, was & ~is).close('}');
    }
    if (move >= kLayLion) seat_event(json, "closed", seat).key("crossing").number(crossing + 1).close('}');
  }

  // Scores rounds that are over and deals the next, until somebody can move or all is over.
  void settle(Json& json) {
    while (match_.state.over && !match_.over) {
      scores_.push_back(points());
      seat_event(json, "round_over", match_.state.turn).key("scores");
      json.numbers(scores_.back(), match_.state.seats).close('}');
      GivenDeals<State> deals = all_deals();
      next_round(match_, terms_->deck, deals) ? tell_round_dealt(json, match_.round, match_.state.first)
                                              : tell_match_over(json, winners());
    }
  }

  static Json& animals(Json& json, u64 set) {
    json.open('[');
    for (; set; set &= set - 1) json.number(lowest_bit(set));
    return json.close(']');
  }

  static int owner(const State& s, int number) {
    int seat = 0;
    while (!((s.own[seat] >> number) & 1)) ++seat;
    return seat;
  }

  static Json& owned(Json& json, const State& s, u64 set) {
    json.open('[');
    for (; set; set &= set - 1) {
      const int number = lowest_bit(set);
      json.open('[').number(number).number(owner(s, number)).close(']');
    }
    return json.close(']');
  }

  static void cards(Json& json, u64 animals, u32 special) {
    json.open('[');
    for (; animals; animals &= animals - 1) json.word(name_of(lowest_bit(animals)));
    for (int kind = 0; kind < kSpecials; ++kind)
      for (int i = nibble(special, kind); i > 0; --i) json.word(name_of(kElephant + kind));
    json.close(']');
  }

  // The animals marked in a borrowed colour: a player's highest beyond ten (T24).
  static u64 borrowed(const State& s) {
    u64 found = 0;
    for (int seat = 0; seat < s.seats; ++seat) {
      u64 standing = s.own[seat];
      for (int marker = 0; marker < kMarkers; ++marker) standing &= standing - 1;
      found |= standing;
    }
    return found;
  }

  void crossings(Json& json) const {
    const State& s = match_.state;
    const u64 lent = borrowed(s);
    json.open('[');
    for (int c = 0; c < kCrossings; ++c) {
      json.open('{').key("row").open('[');
      for (u64 row = s.rows[c]; row; row &= row - 1) {
        const int number = lowest_bit(row);
        json.open('{').key("number").number(number).key("owner").number(owner(s, number));
        json.key("borrowed").truth((lent >> number) & 1).close('}');
      }
      json.close(']').key("lions").number(s.lions[c]).close('}');
    }
    json.close(']');
  }

  std::shared_ptr<const Terms> terms_;
  Match match_{};
  std::vector<Points> scores_;  // of the rounds that are over
  std::string events_ = "[]";
  bool open_ = true;
};

}  // namespace waterhole::tembo
