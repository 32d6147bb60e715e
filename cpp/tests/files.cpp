#include "files.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace waterhole::tests {

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  if (!(text << file.rdbuf())) {
    std::cerr << "cannot read " << path << "; give the project's folder as the argument\n";
    std::exit(2);
  }
  return text.str();
}

tembo::Deck make_deck(const std::vector<char>& species, const std::vector<int>& points) {
  tembo::Deck deck{};
  for (std::size_t i = 0; i < species.size(); ++i) {
    const u64 animal = u64{2} << i;
    deck.species[species[i] == 'g' ? 0 : species[i] == 'z' ? 1 : 2] |= animal;
    for (int digit = 0; digit < 3; ++digit)
      if ((points[i] >> digit) & 1) deck.points[digit] |= animal;
  }
  return deck;
}

tembo::Deck default_deck(const std::string& root) {
  std::stringstream lines(read_text(root + "/src/waterhole/tembo/tembo-deck.csv"));
  std::string line;
  std::getline(lines, line);  // the names of the columns
  std::vector<char> species;
  std::vector<int> points;
  while (std::getline(lines, line)) {
    species.push_back(line[line.find(',') + 1]);
    points.push_back(std::atoi(line.c_str() + line.rfind(',') + 1));
  }
  return make_deck(species, points);
}

std::map<std::string, std::string> read_tree(const std::string& text) {
  std::map<std::string, std::string> tree;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) tree[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return tree;
}

namespace {

// Where the value behind a key begins.
std::size_t value_at(const std::string& json, const std::string& key) {
  const std::string quoted = '"' + key + "\": ";
  const std::size_t found = json.find(quoted);
  return found == std::string::npos ? found : found + quoted.size();
}

}  // namespace

std::string json_list(const std::string& json, const std::string& key) {
  const std::size_t begin = value_at(json, key);
  if (begin == std::string::npos) return "";
  std::size_t end = begin;
  int depth = 0;
  do {
    depth += json[end] == '[';
    depth -= json[end] == ']';
    ++end;
  } while (depth && end < json.size());
  return json.substr(begin, end - begin);
}

int json_number(const std::string& json, const std::string& key, int otherwise) {
  const std::size_t begin = value_at(json, key);
  if (begin == std::string::npos) return otherwise;
  return json[begin] == 't' ? 1 : std::atoi(json.c_str() + begin);
}

std::vector<std::string> members(const std::string& list) {
  std::vector<std::string> found;
  std::string member;
  int depth = 0;
  for (const char c : list) {
    const bool ends = depth == 1 && (c == ',' || c == ']');
    if (ends && !member.empty()) found.push_back(std::move(member));
    if (ends) member.clear();
    depth += c == '[';
    const bool inner = depth > 1;
    if (!ends && (inner || (depth == 1 && c != '[' && c != ' ' && c != '"'))) member += c;
    depth -= c == ']';
  }
  return found;
}

}  // namespace waterhole::tests
