// What holds in every position that can be reached. Each function gives the first fault, or nullptr.
#pragma once

#include <waterhole/legality.hpp>
#include <waterhole/life_game.hpp>
#include <waterhole/tembo_game.hpp>

#include "referee.hpp"

namespace waterhole::tests {

using Fault = const char*;

inline constexpr u64 kAnimals = ((u64{1} << tembo::kHoofed) - 1) << 1;

// Copies of each card of Tembo (T1).
constexpr int copies(int card) {
  if (card <= tembo::kHoofed) return 1;
  if (card == tembo::kElephant) return 7;
  if (card == tembo::kLion) return 3;
  return card == tembo::kSuperCrocodile ? 1 : 2;
}

// Counts every card wherever it lies.
struct Census {
  int seen[tembo::kLion + 1] = {};

  void animals(u64 set) {
    for (int number = 0; number < 64; ++number)
      if ((set >> number) & 1) ++seen[number <= tembo::kHoofed ? number : 0];
  }
  void specials(u32 packed) {
    for (int kind = 0; kind < 8; ++kind) {
      const int many = static_cast<int>(packed >> (4 * kind)) & 15;
      seen[kind < tembo::kSpecials ? tembo::kElephant + kind : 0] += many;
    }
  }

  explicit Census(const tembo::State& s) {
    for (const u64 row : s.rows) animals(row);
    for (const u64 hand : s.hand) animals(hand);
    for (const u64 carried : s.carried) animals(carried);
    animals(s.out);
    for (const u32 special : s.special) specials(special);
    specials(s.out_special);
    for (const u8 lions : s.lions) seen[tembo::kLion] += lions;
    seen[tembo::kLion] += s.lion_drawn;
    // What is not drawn yet, the crossings included.
    for (int i = s.drawn; i < s.pile + tembo::kCrossings; ++i)
      ++seen[s.cards[i] <= tembo::kLion ? s.cards[i] : 0];
  }

  bool complete() const {
    bool right = seen[0] == 0;
    for (int card = 1; card <= tembo::kLion; ++card) right &= seen[card] == copies(card);
    return right;
  }
};

inline int hand_size(const tembo::State& s, int seat) {
  int size = count_bits(s.hand[seat]);
  for (int kind = 0; kind < tembo::kSpecials; ++kind) size += tembo::nibble(s.special[seat], kind);
  return size;
}

inline Fault hands_fault(const tembo::State& s) {
  for (int seat = 0; seat < tembo::kMostSeats; ++seat) {
    if (s.size[seat] != hand_size(s, seat)) return "a hand's size is not that of its cards";
    if (seat >= s.seats) {
      if (s.size[seat] || s.carried[seat] || s.own[seat]) return "a seat that does not play has cards";
      continue;
    }
    if (s.size[seat] > tembo::kHand) return "a hand has more than five cards";
    const bool drawing = s.lion_drawn && seat == s.turn;
    if (drawing && s.size[seat] == tembo::kHand) return "a full hand drew a lion";
    const bool may_be_short = drawing || (s.drawn == s.pile && !s.lion_drawn);
    // Where the last card was a lion, the others filled up while there were cards.
    if (!may_be_short && s.size[seat] != tembo::kHand)
      return "a hand is short though there were cards to draw";
  }
  return nullptr;
}

inline Fault table_fault(const tembo::State& s) {
  u64 rows = 0, owned = 0;
  for (int c = 0; c < tembo::kCrossings; ++c) {
    rows |= s.rows[c];
    if (((s.closed >> c) & 1) != (s.lions[c] != 0)) return "closed is not the set of crossings with lions";
    if (s.lions[c] && s.rows[c]) return "animals stand where a lion lies";
  }
  if (s.closed >> tembo::kCrossings) return "there is no such crossing to be closed";
  for (const u64 own : s.own) {
    if (own & owned) return "an animal has two owners";
    owned |= own;
  }
  return owned == rows ? nullptr : "not exactly the animals on the table have owners";
}

inline Fault fault_of(const tembo::State& s) {
  if (s.seats < 2 || s.seats > tembo::kMostSeats) return "so many seats cannot play";
  if (s.turn >= s.seats || s.first >= s.seats) return "no such seat has the turn";
  if (s.pile != tembo::kPack - tembo::kHand * s.seats - tembo::kCrossings) return "the pile had another size";
  if (s.drawn > s.pile) return "more was drawn than the pile had";
  if (s.lion_drawn > 1 || s.over > 1) return "a flag is neither 0 nor 1";
  if (s.lion_drawn && s.over) return "the round is over while a lion is to be laid";
  if (!Census(s).complete()) return "not every card is there exactly once";
  if (const Fault fault = hands_fault(s)) return fault;
  return table_fault(s);
}

inline int size_of(life::Cards cards) {
  int size = 0;
  for (int species = 0; species < life::kSpecies; ++species) size += life::count(cards, species);
  return size;
}

inline life::Cards all_cards(const life::State& s) {
  life::Cards all = 0;
  for (const life::Cards hand : s.hand) all += hand;
  for (const life::Cards row : s.rows) all += row;
  return all;
}

inline Fault cards_fault(const life::State& s) {
  int in = 0;
  for (int seat = 0; seat < life::kMostSeats; ++seat) {
    const int size = size_of(s.hand[seat]);
    if (size != 0 && size != life::kHand) return "a hand has neither ten cards nor none";
    if (seat >= s.seats && (size || s.lives[seat] || s.points[seat]))
      return "a seat that does not play has something";
    if (!s.ending && (size != 0) != (s.lives[seat] != 0))
      return "not exactly the players with lives have cards";
    if (!life::has(s.hand[seat], s.known[seat])) return "a card is known that is not in the hand";
    in += size != 0;
  }
  if (in != s.players || in < 2) return "the number of players is wrong";
  for (int row = 0; row < life::kRows; ++row)
    if (size_of(s.rows[row]) != row + 1) return "a row has too few or too many cards";
  const life::Cards all = all_cards(s);
  if (all >> (life::kLane * life::kSpecies)) return "there are cards of no species";
  for (int species = 0; species < life::kSpecies; ++species)
    if (life::count(all, species) > life::value(species)) return "there are too many of one species";
  return nullptr;
}

inline Fault fault_of(const life::State& s, const life::Rules& rules) {
  if (s.seats < 2 || s.seats > life::kMostSeats) return "so many seats cannot play";
  if (s.turn >= s.seats || s.first >= s.seats) return "no such seat has the turn";
  if (s.ending > life::kByLapLimit) return "there is no such ending";
  if (const Fault fault = cards_fault(s)) return fault;
  int points = 0;
  for (const u8 scored : s.points) points += scored;
  if (points > life::kPack) return "more points were scored than there are";
  if (s.knocker != life::kNobody && (s.knocker >= s.seats || !s.hand[s.knocker]))
    return "nobody can have knocked there";
  if (s.ending) return nullptr;
  if (!s.lives[s.turn]) return "a player who is out has the turn";
  if (s.turn == s.knocker) return "who knocked first has another turn";
  if (s.knocker == life::kNobody && rules.lap_limit &&
      s.turns >= static_cast<u32>(rules.lap_limit) * s.players)
    return "the round went on after the last lap";
  return nullptr;
}

inline Fault fault_of(const TemboGame& game, const tembo::Match& m) {
  if (m.rounds != game.rounds || m.round < 1 || m.round > m.rounds) return "there is no such round";
  if (m.over ? !m.state.over || m.round != m.rounds : m.state.over != 0)
    return "the match is over, or not, too early";
  if (m.over && !game.winners(m)) return "nobody has won";
  return fault_of(m.state);
}

inline Fault fault_of(const LifeGame& game, const life::Match& m) {
  if (m.round < 1) return "there is no such round";
  if ((m.over != 0) != (m.state.ending != 0)) return "the match is over, or not, too early";
  if ((count_bits(game.winners(m)) == 1) != (m.over != 0))
    return "the match is over with one player in, and only then";
  return fault_of(m.state, game.rules);
}

// Ids rise, are in range, and there is at least one unless the match is over.
template <class Game>
struct Legal {
  int ids[Game::kMoves];
  int count = 0;
  Fault fault = nullptr;

  Legal(const Game& game, const typename Game::Match& match) {
    game.each_legal(match, [&](int id) { add(id); });
    if (!fault && (count == 0) != (match.over != 0))
      fault = "there are legal moves until the match is over, and only then";
  }

  void add(int id) {
    if (id < 0 || id >= Game::kMoves) {
      fault = "a legal move has an id out of range";
    } else if (count && id <= ids[count - 1]) {
      fault = "the ids of the legal moves do not rise";
    } else {
      ids[count++] = id;
    }
  }

  bool has(int id) const {
    bool found = false;
    for (int i = 0; i < count; ++i) found |= ids[i] == id;
    return found;
  }
};

inline bool legal_alone(const TemboGame& game, const tembo::Match& m, int id) {
  return is_legal(m, game.deck, id);
}
inline bool legal_alone(const LifeGame&, const life::Match& m, int id) { return is_legal(m, id); }

// The legal moves are those that the referee allows, all of them and no others, also if asked one by one.
template <class Game>
Fault referee_fault(const Game& game, const typename Game::Match& match, const Legal<Game>& legal) {
  int next = 0;
  for (int id = 0; id < Game::kMoves; ++id) {
    const bool listed = next < legal.count && legal.ids[next] == id;
    if (listed != referee_allows(game, match, id))
      return listed ? "a move is legal against the rules" : "a move is not legal against the rules";
    if (listed != legal_alone(game, match, id))
      return "a move by itself is judged otherwise than in the list";
    next += listed;
  }
  return nullptr;
}

// Between two positions of the same round: what is gone stays gone, what is scored stays scored.
inline Fault step_fault(const TemboGame& game, const tembo::Match& before, const tembo::Match& after) {
  const tembo::State &s = before.state, &t = after.state;
  if (before.round == after.round && !after.over) {
    if (s.out & ~t.out || t.drawn < s.drawn || s.closed & ~t.closed) return "something came back";
    const int next = t.lion_drawn ? s.turn : (s.turn + 1) % s.seats;
    if (t.turn != next) return "the turn went to the wrong seat";
  }
  for (int seat = 0; seat < s.seats; ++seat) {
    if (before.round == after.round && s.carried[seat] & ~t.carried[seat])
      return "a carried animal came back";
    const bool scored = before.round != after.round || after.over;
    if (t.totals[seat] < s.totals[seat] + (scored ? game.deck.worth(s.carried[seat]) : 0))
      return "points were lost";
    if (!scored && t.totals[seat] != s.totals[seat]) return "points came before the end of the round";
  }
  return nullptr;
}

inline Fault step_fault(const LifeGame&, const life::Match& before, const life::Match& after) {
  const life::State &s = before.state, &t = after.state;
  int lives_before = 0, lives_after = 0;
  for (int seat = 0; seat < s.seats; ++seat) {
    lives_before += s.lives[seat];
    lives_after += t.lives[seat];
    if (!s.lives[seat] && t.lives[seat]) return "a player came back";
  }
  if (lives_after > lives_before) return "there are more lives than before";
  const bool same_round = before.round == after.round;
  if (same_round && all_cards(s) != all_cards(t)) return "a swap changed which cards are in the round";
  if (same_round && !after.over && lives_before != lives_after)
    return "lives were lost before the end of the round";
  return nullptr;
}

}  // namespace waterhole::tests
