// JSON, written from front to back. Whoever writes opens and closes in the right order; the commas come by
// themselves.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace waterhole {

class Json {
 public:
  explicit Json(std::size_t room = 0) { text_.reserve(room); }

  Json& open(char bracket) {
    next();
    text_ += bracket;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    return *this;
  }
  Json& key(std::string_view name) {
    word(name);
    text_ += ':';
    return *this;
  }
  // A text without quotes, backslashes and control characters.
  Json& word(std::string_view letters) {
    next();
    text_ += '"';
    text_ += letters;
    text_ += '"';
    return *this;
  }
  Json& number(int value) {
    char digits[16];
    return raw({digits, std::to_chars(digits, digits + sizeof digits, value).ptr});
  }
  Json& truth(bool value) { return raw(value ? "true" : "false"); }
  Json& null() { return raw("null"); }
  // What is JSON already.
  Json& raw(std::string_view json) {
    next();
    text_ += json;
    return *this;
  }

  template <class Values>
  Json& numbers(const Values& values, int count) {
    open('[');
    for (int i = 0; i < count; ++i) number(values[i]);
    return close(']');
  }

  std::string take() { return std::move(text_); }

 private:
  void next() {
    const char last = text_.empty() ? '[' : text_.back();
    if (last != '[' && last != '{' && last != ':') text_ += ',';
  }

  std::string text_;
};

}  // namespace waterhole
