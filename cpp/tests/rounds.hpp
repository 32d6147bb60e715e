// Rounds from given cards, checked as the Python binding checks them before a state is made.
#pragma once

#include <algorithm>
#include <string>
#include <vector>
#include <waterhole/life_game.hpp>
#include <waterhole/tembo_game.hpp>

#include "invariants.hpp"

namespace waterhole::tests {

struct TemboDeal {
  int first = 0;
  std::vector<std::vector<int>> hands;
  std::vector<int> crossings, pile;
};

inline bool is_pack(const TemboDeal& deal) {
  int counts[tembo::kLion + 1] = {};
  auto known = [&](const std::vector<int>& cards, int highest) {
    return std::all_of(cards.begin(), cards.end(), [&](int card) {
      if (card < 1 || card > highest) return false;
      ++counts[card];
      return true;
    });
  };
  for (const auto& hand : deal.hands)
    if (!known(hand, tembo::kSuperCrocodile)) return false;
  if (!known(deal.pile, tembo::kLion) || !known(deal.crossings, tembo::kLion)) return false;
  for (int card = 1; card <= tembo::kLion; ++card)
    if (counts[card] != copies(card)) return false;
  return true;
}

// Whether the cards are a deal of the game; if so the state is that round's.
inline bool read_deal(tembo::State& s, const TemboDeal& deal) {
  const int seats = static_cast<int>(deal.hands.size());
  if (seats < 2 || seats > tembo::kMostSeats || deal.first < 0 || deal.first >= seats) return false;
  const bool full = std::all_of(deal.hands.begin(), deal.hands.end(),
                                [](const auto& hand) { return hand.size() == tembo::kHand; });
  const int pile = tembo::kPack - tembo::kHand * seats - tembo::kCrossings;
  if (!full || deal.pile.size() != static_cast<std::size_t>(pile) ||
      deal.crossings.size() != tembo::kCrossings || !is_pack(deal))
    return false;
  tembo::clear(s, seats, deal.first);
  for (int seat = 0; seat < seats; ++seat)
    for (const int card : deal.hands[static_cast<std::size_t>(seat)])
      tembo::take(s, seat, static_cast<u8>(card));
  u8* place = s.cards;
  for (const int card : deal.pile) *place++ = static_cast<u8>(card);
  for (const int card : deal.crossings) *place++ = static_cast<u8>(card);
  s.over = !tembo::can_play(s);
  return true;
}

struct LifeDeal {
  int first = 0;
  std::vector<int> lives;
  std::vector<std::string> hands, rows;
};

inline constexpr std::string_view kLetters = "GBOTSDHPCM";

// Adds the cards of a text; false if there is no such animal, or too many of one.
inline bool add_cards(life::Cards& cards, std::string_view text) {
  for (const char letter : text) {
    const std::size_t found = kLetters.find(letter);
    if (found == std::string_view::npos) return false;
    const int species = static_cast<int>(found);
    if (life::count(cards, species) == life::value(species)) return false;
    cards += life::card(species);
  }
  return true;
}

// Whether the cards are a deal of the game; if so the state is that round's.
inline bool read_deal(life::State& s, const LifeDeal& deal) {
  const int seats = static_cast<int>(deal.lives.size());
  if (seats < 2 || seats > life::kMostSeats) return false;
  if (deal.hands.size() != deal.lives.size() || deal.rows.size() != life::kRows) return false;
  s = life::State{};
  s.seats = static_cast<u8>(seats);
  for (int seat = 0; seat < seats; ++seat) {
    const int left = deal.lives[static_cast<std::size_t>(seat)];
    if (left < 0 || left > 250) return false;
    s.lives[seat] = static_cast<u8>(left);
  }
  if (deal.first < 0 || deal.first >= seats || !s.lives[deal.first]) return false;
  life::clear(s, deal.first);
  if (s.players < 2) return false;
  life::Cards all = 0;
  for (int seat = 0; seat < seats; ++seat) {
    const std::string& hand = deal.hands[static_cast<std::size_t>(seat)];
    if (hand.size() != (s.lives[seat] ? std::size_t{life::kHand} : std::size_t{0})) return false;
    if (!add_cards(all, hand) || !add_cards(s.hand[seat], hand)) return false;
  }
  for (int row = 0; row < life::kRows; ++row) {
    const std::string& cards = deal.rows[static_cast<std::size_t>(row)];
    if (cards.size() != static_cast<std::size_t>(row) + 1) return false;
    if (!add_cards(all, cards) || !add_cards(s.rows[row], cards)) return false;
  }
  return true;
}

}  // namespace waterhole::tests
