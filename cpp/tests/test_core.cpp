// The tests of the compiled core. The argument is the project's folder; '.' unless given.
#include "check.hpp"
#include "tests.hpp"

int main(int count, char** arguments) {
  using namespace waterhole::tests;
  const std::string root = count > 1 ? arguments[1] : ".";
  test_numbers(root);
  test_matches(root);
  test_chances(root);
  test_trees(root);
  test_search(root);
  test_belief(root);
  test_duel(root);
  test_telling(root);
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed ? 1 : 0;
}
