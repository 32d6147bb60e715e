// The tests, by subject.
#pragma once

#include <string>

namespace waterhole::tests {

void test_numbers(const std::string& root);  // hashes, streams, the signature
void test_matches(const std::string& root);  // what holds at every step
void test_chances(const std::string& root);  // moves and deals are equally likely
void test_trees(const std::string& root);    // the golden tree counts
void test_search(const std::string& root);   // sights, worlds, search
void test_belief(const std::string& root);   // what moves tell of hands
void test_duel(const std::string& root);     // two searches against each other
void test_telling(const std::string& root);  // what a server tells

}  // namespace waterhole::tests
