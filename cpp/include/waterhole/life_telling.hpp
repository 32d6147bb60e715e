// A match of Life is Life as a server tells it: moves by their spelling, and as JSON what a seat may see and
// what happened. It says what src/waterhole/life says in view.py and events.py, to the byte; where the two
// differ, those are right.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "legality.hpp"
#include "life_match.hpp"
#include "telling.hpp"

namespace waterhole::life {

constexpr char kLetters[] = "GBOTSDHPCM";

// A collection of cards as a text, in the order of the animals.
inline std::string text_of(Cards cards) {
  std::string text;
  for (int species = 0; species < kSpecies; ++species)
    text.append(static_cast<std::size_t>(count(cards, species)), kLetters[species]);
  return text;
}

inline const Spellings& spellings() {
  static const Spellings all([] {
    std::vector<std::string> found{"K"};
    for (int id = 1; id < kMoves; ++id)
      found.push_back(std::to_string(row_of(id) + 1) + ":" + text_of(laid_by(id)));
    return found;
  }());
  return all;
}

class Telling {
 public:
  // What never changes in a match.
  struct Terms {
    Rules rules;
    std::string seed;
    std::vector<State> given;  // rounds that do not follow from the seed
  };

  Telling(Terms terms, int seats) : terms_(std::make_shared<const Terms>(std::move(terms))) {
    GivenDeals<State> deals = all_deals();
    start(match_, seats, deals);
  }

  bool over() const { return match_.over; }
  int turn() const { return match_.state.turn; }
  int seats() const { return match_.state.seats; }
  u32 winners() const { return match_.over ? life::winners(match_.state) : 0; }
  // Of the last move: what was seen to happen, and whether it showed nobody a card he had not seen.
  const std::string& events() const { return events_; }
  bool open() const { return open_; }

  // The match after a legal move.
  std::optional<Telling> after(std::string_view spelling) const {
    const int move = spellings().id(spelling);
    if (!is_legal(match_, move)) return std::nullopt;
    Telling next = *this;
    next.play(move);
    return next;
  }

  std::string legal() const {
    Json json(4096);
    json.open('[');
    if (!match_.over) each_legal(match_.state, [&](int id) { json.word(spellings().of(id)); });
    return json.close(']').take();
  }

  // What a seat may know, without its memories; a negative one is a spectator.
  std::string view(int seat) const {
    const State& s = match_.state;
    Json json(2048);
    json.open('{').key("game").word("life");
    seat_or_null(json.key("seat"), seat, seat >= 0);
    json.key("seats").number(s.seats).key("expert").truth(terms_->rules.expert);
    json.key("lap_limit").number(terms_->rules.lap_limit);
    seat_or_null(json.key("to_move"), s.turn, !match_.over);
    json.key("hand");
    seat < 0 ? json.null() : cards(json, s.hand[seat]);
    json.key("rows").open('[');
    for (const Cards row : s.rows) cards(json, row);
    json.close(']').key("aside").number(kPack - kHand * s.players - kRows * (kRows + 1) / 2);
    json.key("lives").numbers(s.lives, s.seats);
    json.key("lap").number(static_cast<int>((s.turns - match_.over) / s.players) + 1);
    seat_or_null(json.key("knocker"), s.knocker, s.knocker != kNobody);
    swaps(json.key("swaps"));
    json.key("known").open('[');
    for (int other = 0; other < s.seats; ++other) cards(json, s.known[other]);
    json.close(']');
    outcomes(json.key("outcomes")).key("winners");
    match_.over ? seats_of(json, winners()) : json.null();
    return json.close('}').take();
  }

 private:
  // What a player laid down, and took.
  struct Swap {
    int seat;
    Cards laid, taken;
  };
  struct Outcome {
    u8 ending;
    std::array<u8, kMostSeats> points, lives;
  };

  GivenDeals<State> all_deals() const {
    return {{{terms_->seed.data(), static_cast<u32>(terms_->seed.size())}},
            terms_->given.data(),
            static_cast<u32>(terms_->given.size())};
  }

  static const char* name_of(u8 ending) {
    return ending == kByKnock ? "knock" : ending == kBySuddenDeath ? "sudden-death" : "lap-limit";
  }

  void play(int move) {
    const State before = match_.state;
    life::play(match_.state, move, terms_->rules);
    Json json(256);
    json.open('[');
    if (move == kKnock) {
      seat_event(json, "knocked", before.turn).key("first").truth(before.knocker == kNobody).close('}');
    } else {
      const int row = row_of(move);
      swaps_.push_back({before.turn, laid_by(move), before.rows[row]});
      seat_event(json, "swapped", before.turn).key("row").number(row + 1);
      json.key("laid").word(text_of(laid_by(move))).key("taken").word(text_of(before.rows[row])).close('}');
    }
    open_ = !match_.state.ending;
    if (match_.state.ending) end_round(json, before);
    events_ = json.close(']').take();
  }

  void end_round(Json& json, const State& before) {
    const State& s = match_.state;
    s.ending == kBySuddenDeath ? tell_sudden_death(json, before.turn) : tell_scores(json);
    Outcome outcome{s.ending, {}, {}};
    int change[kMostSeats];
    for (int seat = 0; seat < s.seats; ++seat) {
      change[seat] = s.lives[seat] - before.lives[seat];
      outcome.points[static_cast<std::size_t>(seat)] = s.points[seat];
      outcome.lives[static_cast<std::size_t>(seat)] = s.lives[seat];
    }
    outcomes_.push_back(outcome);
    event(json, "lives_changed").key("change").numbers(change, s.seats);
    json.key("lives").numbers(s.lives, s.seats).close('}');
    for (int seat = 0; seat < s.seats; ++seat)
      if (before.lives[seat] && !s.lives[seat]) seat_event(json, "out", seat).close('}');
    GivenDeals<State> deals = all_deals();
    settle(match_, deals);
    if (match_.over) return tell_match_over(json, winners());
    swaps_.clear();
    tell_round_dealt(json, static_cast<int>(match_.round), s.first);
  }

  // The caller shows the complete sets alone (L8, L14).
  void tell_sudden_death(Json& json, int caller) const {
    const Cards hand = match_.state.hand[caller];
    std::string shown;
    for (const int species : {kHare, kPig, kCat}) {
      const int all = value(species);
      if (count(hand, species) == all && !(species == kCat && terms_->rules.expert))
        shown.append(static_cast<std::size_t>(all), kLetters[species]);
    }
    seat_event(json, "sudden_death", caller).key("shown").word(shown).close('}');
  }

  void tell_scores(Json& json) const {
    const State& s = match_.state;
    event(json, "scored").key("ending").word(name_of(s.ending)).key("hands").open('[');
    for (int seat = 0; seat < s.seats; ++seat) json.word(text_of(s.hand[seat]));
    json.close(']').key("majorities").open('[');
    for (int species = 0; species < kSpecies; ++species) {
      const int holder = majority(s, species);
      json.open('[').word({kLetters + species, 1});
      seat_or_null(json, holder, holder != kNobody).close(']');
    }
    json.close(']').key("points").numbers(s.points, s.seats).close('}');
  }

  static Json& cards(Json& json, Cards some) {
    json.open('[');
    for (int species = 0; species < kSpecies; ++species)
      for (int i = count(some, species); i > 0; --i) json.word({kLetters + species, 1});
    return json.close(']');
  }

  void swaps(Json& json) const {
    json.open('[');
    for (int seat = 0; seat < match_.state.seats; ++seat) {
      json.open('[');
      for (const Swap& swap : swaps_) {
        if (swap.seat != seat) continue;
        cards(json.open('{').key("laid"), swap.laid);
        cards(json.key("taken"), swap.taken).close('}');
      }
      json.close(']');
    }
    json.close(']');
  }

  Json& outcomes(Json& json) const {
    json.open('[');
    for (const Outcome& outcome : outcomes_) {
      json.open('{').key("ending").word(name_of(outcome.ending));
      json.key("points").numbers(outcome.points, match_.state.seats);
      json.key("lives").numbers(outcome.lives, match_.state.seats).close('}');
    }
    return json.close(']');
  }

  std::shared_ptr<const Terms> terms_;
  Match match_{};
  std::vector<Swap> swaps_;        // of this round
  std::vector<Outcome> outcomes_;  // of the rounds that are over
  std::string events_ = "[]";
  bool open_ = true;
};

}  // namespace waterhole::life
