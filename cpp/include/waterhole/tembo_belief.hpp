// What the others' moves in a round of Tembo tell about their hands.
#pragma once

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "legality.hpp"
#include "tembo_heuristic.hpp"
#include "tembo_plan.hpp"
#include "tembo_sight.hpp"

namespace waterhole::tembo {

// A turn as all saw it. Lions that were laid are left out: they tell nothing about a hand.
struct Turn {
  State table;  // before it, without the hands
  u16 move;
  u8 received;  // the cards that this player had got by then
};

// The cards that a move takes from the hand.
inline Hand cards_of(int move) {
  Hand cards{};
  if (move < kPair) {
    cards.animals = u64{2} << move / kCrossings;
  } else if (move < kCarry) {
    const int which = (move - kPair) / kCrossings;
    cards.animals = (which % 2 ? u64{5} : u64{3}) << (which / 2 + 1);
  } else if (move < kLayLion) {
    cards.take(static_cast<u8>(move < kEatAll ? kElephant
                               : move < kEat  ? kSuperCrocodile
                                              : kCrocodile + (move - kEat) / (2 * kCrossings)));
  }
  return cards;
}

// Whether a table that was played to is the one that is seen.
inline bool same_table(const State& s, const Sight& sight) {
  bool same = s.out == sight.out && s.out_special == sight.out_special && s.pile - s.drawn == sight.pile &&
              s.turn == sight.turn && s.lion_drawn == sight.lion_drawn;
  for (int c = 0; c < kCrossings; ++c)
    same = same && s.rows[c] == sight.rows[c] && s.lions[c] == sight.lions[c];
  for (int seat = 0; seat < s.seats; ++seat)
    same = same && s.own[seat] == sight.own[seat] && s.carried[seat] == sight.carried[seat] &&
           s.size[seat] == sight.size[seat];
  return same;
}

// The story of a round from its moves (no hands needed), and for each card drawn whether it was a lion.
// False if it does not lead to the table that is seen.
inline bool tell(const Sight& sight, const Deck& deck, const std::vector<int>& moves,
                 const std::vector<bool>& lions, std::vector<Turn>& story) {
  State s{};
  clear(s, sight.seats, sight.first);
  if (lions.size() > s.pile) return false;
  for (std::size_t i = 0; i < lions.size(); ++i) s.cards[i] = lions[i] ? u8{kLion} : u8{0};  // 0: not known
  u8 received[kMostSeats];
  for (int seat = 0; seat < s.seats; ++seat) s.size[seat] = received[seat] = kHand;
  for (const int move : moves) {
    if (move < 0 || move >= kMoves) return false;
    const int seat = s.turn, drawn = s.drawn;
    const Hand cards = cards_of(move);
    const Turn turn{s, static_cast<u16>(move), received[seat]};
    s.hand[seat] = cards.animals;
    s.special[seat] = cards.special;
    if (s.size[seat] < cards.count() || !is_legal(s, deck, move)) return false;
    if (move < kLayLion) story.push_back(turn);
    apply(s, move, deck, FixedPile{});
    if (s.drawn > lions.size()) return false;
    received[seat] = static_cast<u8>(received[seat] + s.drawn - drawn - s.lion_drawn);
    s.hand[seat] = 0;
    s.special[seat] = 0;
  }
  return s.drawn == lions.size() && same_table(s, sight);
}

// How others may choose their moves: by the rules of thumb to the letter; weighing what these say of each
// move; or for reasons of their own, any move as likely.
constexpr int kManners = 3;
using Likelihood = std::array<double, kManners>;

// How likely a player with this hand makes the move that he made.
inline Likelihood likelihood(const Turn& turn, const Deck& deck, const Hand& hand) {
  constexpr float kPoints = 1;     // who weighs takes a move that is worse by so many points a third as often
  constexpr double kOther = 0.03;  // who goes by the letter weighs so often
  constexpr double kAny = 0.02;    // who weighs makes any move so often
  State s = turn.table;
  s.hand[s.turn] = hand.animals;
  s.special[s.turn] = hand.special;
  float worths[kMostLegal], best = -search::kNever, made = -search::kNever;
  int moves = 0, equal = 0;
  each_judged(s, deck, Outlook(s, deck, steady()), [&](int move, float worth) {
    if (move == turn.move) made = worth;
    if (worth > best) {
      best = worth;
      equal = 0;
    }
    equal += worth == best;
    worths[moves++] = worth;
  });
  float sum = 0;
  for (int i = 0; i < moves; ++i) sum += std::exp((worths[i] - best) / kPoints);
  const double any = 1.0 / moves, fits = static_cast<double>(std::exp((made - best) / kPoints) / sum);
  const double weighing = kAny * any + (1 - kAny) * fits;
  return {kOther * weighing + (made == best ? (1 - kOther) / equal : 0), weighing, any};
}

// The worlds of a search that fit what the others did: a walk through the hands that they may hold, and
// through the orders in which their cards may have come. Each step gives one card another place, and is
// taken back unless the others' moves are likely enough with it (Metropolis). Which manner somebody has is
// not known: he is believed to have each as much as his moves fit it.
class Belief {
 public:
  Belief(const Deck& deck, const Sight& sight, const Unseen& unseen, const std::vector<Turn>& story,
         Random& random)
      : deck_(deck) {
    loose_.assign(unseen.cards, unseen.cards + unseen.held);
    for (int seat = 0; seat < sight.seats; ++seat)
      if (seat != sight.seat) others_.emplace_back(first_guess(sight, story, seat, random));
    lions_.assign(unseen.cards + unseen.held, unseen.cards + unseen.total);
    walk(kFirst, random);
  }

  u32 others() const { return static_cast<u32>(others_.size()); }

  // So many steps for each of the others.
  void walk(u32 steps, Random& random) {
    for (u32 left = steps * others(); left > 0; --left) step(random);
  }

  void step(Random& random) {
    Other& other = others_[random.below(others())];
    const u32 places = static_cast<u32>(other.cards.size());
    if (random.below(2)) {
      const u32 one = random.below(places), two = random.below(places);
      const u32 early = one < two ? one : two, late = one < two ? two : one;
      if (!may_come(other, other.cards[early], late)) return;
      if (!try_out(other, early, late, other.cards[late].card, random)) return;
      std::swap(other.cards[early], other.cards[late]);
    } else if (other.holds && !loose_.empty()) {
      u32 place = random.below(other.holds);
      for (u32 i = 0; i <= place; ++i) place += other.cards[i].played != kHeld;
      u8& loose = loose_[random.below(static_cast<u32>(loose_.size()))];
      if (try_out(other, place, places, loose, random)) std::swap(other.cards[place].card, loose);
    }
  }

  // Deals the cards of the world where the walk is now.
  void deal(State& s) const {
    for (const Other& other : others_) {
      Hand hand{};
      for (const Came& came : other.cards)
        if (came.played == kHeld) hand.take(came.card);
      s.hand[other.seat] = hand.animals;
      s.special[other.seat] = hand.special;
    }
    u32 place = 0;
    for (const u8 card : loose_) s.cards[place++] = card;
    for (const u8 card : lions_) s.cards[place++] = card;
  }

 private:
  static constexpr u32 kFirst = 300;  // steps before a world is taken
  static constexpr u8 kHeld = 255;

  struct Came {
    u8 card;
    u8 played;  // in which of the player's turns; or it is still held
  };
  struct Other {
    int seat;
    u32 holds;                     // so many cards
    std::vector<Came> cards;       // in the order in which they came
    std::vector<Turn> turns;       // that are over
    std::vector<Hand> hands;       // in each of them
    std::vector<Likelihood> fits;  // of each of them
    Likelihood fit;                // of all of them
  };

  // Any cards that the player may hold, and any order in which all of his may have come.
  Other first_guess(const Sight& sight, const std::vector<Turn>& story, int seat, Random& random) {
    Other other{seat, sight.size[seat], {}, {}, {}, {}, {}};
    for (const Turn& turn : story) {
      if (turn.table.turn != seat) continue;
      const Hand played = cards_of(turn.move);
      const u8 number = static_cast<u8>(other.turns.size());
      for (u64 animals = played.animals; animals; animals &= animals - 1)
        other.cards.push_back({static_cast<u8>(lowest_bit(animals)), number});
      if (played.special)
        other.cards.push_back({static_cast<u8>(kElephant + lowest_bit(played.special) / 4), number});
      other.turns.push_back(turn);
    }
    for (u32 i = 0; i < other.holds; ++i) {
      const u32 place = random.below(static_cast<u32>(loose_.size()));
      other.cards.push_back({loose_[place], kHeld});
      loose_[place] = loose_.back();
      loose_.pop_back();
    }
    const u32 places = static_cast<u32>(other.cards.size());
    for (u32 late = places; late-- > 1;) {
      const u32 early = random.below(late + 1);
      if (may_come(other, other.cards[early], late)) std::swap(other.cards[early], other.cards[late]);
    }
    other.fit.fill(1);
    for (u8 number = 0; number < other.turns.size(); ++number) {
      Hand hand{};
      for (u32 place = 0; place < other.turns[number].received; ++place)
        if (other.cards[place].played >= number) hand.take(other.cards[place].card);
      other.hands.push_back(hand);
      other.fits.push_back(likelihood(other.turns[number], deck_, hand));
      for (int manner = 0; manner < kManners; ++manner) other.fit[manner] *= other.fits.back()[manner];
    }
    return other;
  }

  // Whether a card may have come as late as this: before it was played.
  static bool may_come(const Other& other, const Came& came, u32 place) {
    return came.played == kHeld || place < other.turns[came.played].received;
  }

  // What the player's moves would look like with another card at a place, until the hand is the same again
  // when the next place comes; keeps it if they are likely enough.
  bool try_out(Other& other, u32 place, u32 until, u8 card, Random& random) {
    const u8 before = other.cards[place].card;
    if (before == card) return true;
    hands_ = other.hands;
    fits_ = other.fits;
    Likelihood fit = other.fit;
    for (std::size_t i = 0; i < other.turns.size(); ++i) {
      const u32 received = other.turns[i].received;
      if (received <= place || received > until) continue;
      hands_[i].drop(before);
      hands_[i].take(card);
      fits_[i] = likelihood(other.turns[i], deck_, hands_[i]);
      for (int manner = 0; manner < kManners; ++manner)
        fit[manner] *= fits_[i][manner] / other.fits[i][manner];
    }
    const double ratio = sum(fit) / sum(other.fit);
    if (ratio < 1 && random.below(1u << 30) >= ratio * (1u << 30)) return false;
    other.hands.swap(hands_);
    other.fits.swap(fits_);
    other.fit = fit;
    return true;
  }

  static double sum(const Likelihood& fit) {
    double sum = 0;
    for (const double manner : fit) sum += manner;
    return sum;
  }

  Deck deck_;
  std::vector<Other> others_;
  std::vector<u8> loose_;  // cards that may be in a hand, but are in none
  std::vector<u8> lions_;
  std::vector<Hand> hands_;  // while something is tried out
  std::vector<Likelihood> fits_;
};

// A search that heeds what the others did.
class HeedfulPlan : public Plan {
 public:
  // The worlds of one search: every few draws another joins those at hand, and each draw takes any of them.
  // One after another as the walk goes they would be too much alike.
  class Worlds {
   public:
    explicit Worlds(const HeedfulPlan& plan) : plan_(plan), belief_(plan.belief_) { worlds_.reserve(kFew); }

    State next(Random& random) {
      const u32 draws = (worlds_.size() < kFew ? kDrawsAtFirst : kDraws) * belief_.others();
      if (drawn_++ % draws == 0 && worlds_.size() < kMost && search::make_room(worlds_)) {
        belief_.walk(kSteps, random);
        worlds_.push_back(plan_.table());
        belief_.deal(worlds_.back());
      }
      return worlds_[random.below(static_cast<u32>(worlds_.size()))];
    }

   private:
    static constexpr std::size_t kFew = 256, kMost = 1 << 14;
    static constexpr u32 kDrawsAtFirst = 4, kDraws = 16, kSteps = 25;  // for each of the others

    const HeedfulPlan& plan_;
    Belief belief_;
    std::vector<State> worlds_;
    u32 drawn_ = 0;
  };

  HeedfulPlan(const Deck& deck, const Sight& sight, const std::vector<Turn>& story, Random& random)
      : Plan(deck, sight, false, 1, random), belief_(deck, sight, unseen(), story, random) {}

 private:
  Belief belief_;
};

}  // namespace waterhole::tembo
