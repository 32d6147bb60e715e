// What the tellings of both games share: the spellings of moves, and what is told after a round.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common.hpp"
#include "json.hpp"

namespace waterhole {

// Every move of a game by its one spelling.
class Spellings {
 public:
  explicit Spellings(std::vector<std::string> spelled) : spelled_(std::move(spelled)) {
    for (std::size_t id = 0; id < spelled_.size(); ++id) ids_.emplace(spelled_[id], static_cast<int>(id));
  }

  const std::string& of(int id) const { return spelled_[static_cast<std::size_t>(id)]; }
  // The move that is spelled like this; -1: none is.
  int id(std::string_view spelling) const {
    const auto found = ids_.find(spelling);
    return found == ids_.end() ? -1 : found->second;
  }

 private:
  std::vector<std::string> spelled_;
  std::unordered_map<std::string_view, int> ids_;
};

inline Json& event(Json& json, std::string_view kind) { return json.open('{').key("event").word(kind); }
inline Json& seat_event(Json& json, std::string_view kind, int seat) {
  return event(json, kind).key("seat").number(seat);
}

inline void tell_round_dealt(Json& json, int round, int first) {
  event(json, "round_dealt").key("round").number(round).key("first").number(first).close('}');
}

inline Json& seats_of(Json& json, u32 set) {
  json.open('[');
  for (; set; set &= set - 1) json.number(lowest_bit(set));
  return json.close(']');
}

inline void tell_match_over(Json& json, u32 winners) {
  seats_of(event(json, "match_over").key("winners"), winners).close('}');
}

// A seat, or nobody.
inline Json& seat_or_null(Json& json, int seat, bool somebody) {
  return somebody ? json.number(seat) : json.null();
}

}  // namespace waterhole
