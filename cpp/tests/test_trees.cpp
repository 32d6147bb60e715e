// The golden tree counts of tests/playthroughs/trees, read as every engine reads them.
#include <filesystem>
#include <waterhole/tools.hpp>

#include "check.hpp"
#include "files.hpp"
#include "rounds.hpp"
#include "tests.hpp"

namespace waterhole::tests {

namespace {

using Tree = std::map<std::string, std::string>;

int card_named(const std::string& name) {
  const std::vector<std::string> others = {"E", "Cg", "Cz", "Ca", "S", "L"};
  for (std::size_t i = 0; i < others.size(); ++i)
    if (name == others[i]) return tembo::kElephant + static_cast<int>(i);
  return std::atoi(name.c_str());
}

std::vector<int> cards_named(const std::string& list) {
  std::vector<int> cards;
  for (const std::string& name : members(list)) cards.push_back(card_named(name));
  return cards;
}

std::vector<std::string> joined(const std::string& lists) {
  std::vector<std::string> texts;
  for (const std::string& list : members(lists)) {
    texts.emplace_back();
    for (const std::string& letter : members(list)) texts.back() += letter;
  }
  return texts;
}

tembo::Deck deck_of(const Tree& tree, const tembo::Deck& otherwise) {
  const std::string list = json_list(tree.at("options"), "deck");
  if (list.empty()) return otherwise;
  std::vector<char> species;
  std::vector<int> points;
  for (const std::string& animal : members(list)) {
    const std::vector<std::string> parts = members(animal);
    species.push_back(parts.at(0)[0]);
    points.push_back(std::atoi(parts.at(1).c_str()));
  }
  return make_deck(species, points);
}

template <class Game>
void check_counts(const Tree& tree, const Game& game, const typename Game::Match& match, FairDeals& deals) {
  int counted = 0;
  for (const auto& [key, value] : tree) {
    if (key.rfind("depth ", 0) != 0) continue;
    ++counted;
    CHECK_EQUAL(tree_count(game, match, deals, std::atoi(key.c_str() + 6)),
                std::strtoull(value.c_str(), nullptr, 10));
  }
  CHECK(counted >= 2);
}

void check_tembo(const Tree& tree, const tembo::Deck& otherwise, FairDeals& deals) {
  const std::string& deal = tree.at("deal");
  const TemboGame game{deck_of(tree, otherwise), json_number(tree.at("options"), "rounds", 2)};
  TemboDeal cards{json_number(deal, "first", -1),
                  {},
                  cards_named(json_list(deal, "crossings")),
                  cards_named(json_list(deal, "pile"))};
  for (const std::string& hand : members(json_list(deal, "hands"))) cards.hands.push_back(cards_named(hand));
  tembo::Match m{{}, 1, static_cast<u8>(game.rounds), 0};
  CHECK(read_deal(m.state, cards));
  tembo::settle(m, game.deck, deals);
  check_counts(tree, game, m, deals);
}

void check_life(const Tree& tree, FairDeals& deals) {
  const std::string &deal = tree.at("deal"), &options = tree.at("options");
  const LifeGame game{{json_number(options, "expert", 0) == 1, json_number(options, "lap_limit", 0)}};
  LifeDeal cards{
      json_number(deal, "first", -1), {}, joined(json_list(deal, "hands")), joined(json_list(deal, "rows"))};
  cards.lives.assign(cards.hands.size(), life::kLives);
  life::Match m{{}, 1, 0};
  CHECK(read_deal(m.state, cards));
  check_counts(tree, game, m, deals);
}

void check_tree(const Tree& tree, const tembo::Deck& deck) {
  const std::string& quoted = tree.at("seed");
  const std::string seed = quoted.substr(1, quoted.size() - 2);
  FairDeals deals{{seed.data(), static_cast<u32>(seed.size())}};
  if (tree.at("game") == "tembo") {
    check_tembo(tree, deck, deals);
  } else {
    check_life(tree, deals);
  }
}

}  // namespace

void test_trees(const std::string& root) {
  const tembo::Deck deck = default_deck(root);
  int trees = 0;
  for (const auto& file : std::filesystem::directory_iterator(root + "/tests/playthroughs/trees")) {
    run(file.path().filename().c_str(), check_tree, read_tree(read_text(file.path())), deck);
    ++trees;
  }
  run("there are trees", [&] { CHECK(trees >= 20); });
}

}  // namespace waterhole::tests
