// The project's own files as the tests need them: the deck, the signature, the trees.
#pragma once

#include <map>
#include <string>
#include <vector>
#include <waterhole/tembo.hpp>

namespace waterhole::tests {

// The text of a file of the project; ends the program if it cannot be read.
std::string read_text(const std::string& path);

// Species by their names' first letters, and points, of the animals 1 to 42 in order.
tembo::Deck make_deck(const std::vector<char>& species, const std::vector<int>& points);

// The deck that a match has unless another is chosen (T2).
tembo::Deck default_deck(const std::string& root);

// The lines 'key: value' of a tree file (tests/playthroughs/README.md).
std::map<std::string, std::string> read_tree(const std::string& text);

// The list behind a key of a JSON text, with its brackets; "" if the key is not there.
std::string json_list(const std::string& json, const std::string& key);

// The number behind a key of a JSON text, or another if the key is not there; true is 1.
int json_number(const std::string& json, const std::string& key, int otherwise);

// The members of a list: lists inside it, strings or numbers, as they stand, without quotes.
std::vector<std::string> members(const std::string& list);

}  // namespace waterhole::tests
