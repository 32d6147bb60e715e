// The whole test framework: a check prints where it failed and the values it saw.
#pragma once

#include <iostream>
#include <string_view>
#include <type_traits>

namespace waterhole::tests {

inline int passed = 0;        // tests
inline int failed = 0;        // tests
inline int wrong_checks = 0;  // in the test that is running
inline constexpr int kShown = 10;

// A text in quotes, a number as it is: small ones are not letters.
template <class T>
void show(const T& value) {
  if constexpr (std::is_convertible_v<T, std::string_view>) {
    std::cout << '\'' << std::string_view(value) << '\'';
  } else {
    std::cout << +value;
  }
}

template <class A, class B>
void check_equal(const A& is, const B& should_be, const char* text, const char* file, int line) {
  if (is == should_be || ++wrong_checks > kShown) return;
  std::cout << file << ':' << line << ": " << text << " is ";
  show(is);
  std::cout << ", should be ";
  show(should_be);
  std::cout << '\n';
}

// Runs a test; it passes when every check in it held.
template <class Test, class... Arguments>
void run(const char* name, Test&& test, Arguments&&... arguments) {
  wrong_checks = 0;
  test(arguments...);
  if (wrong_checks) {
    std::cout << "FAILED: " << name << " (" << wrong_checks << " wrong)\n";
    ++failed;
  } else {
    ++passed;
  }
}

}  // namespace waterhole::tests

#define CHECK_EQUAL(is, should_be) ::waterhole::tests::check_equal(is, should_be, #is, __FILE__, __LINE__)
#define CHECK(condition) CHECK_EQUAL(static_cast<bool>(condition), true)
