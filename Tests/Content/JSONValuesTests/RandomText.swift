// SPDX-License-Identifier: Apache-2.0

/// Writes JSON that nobody would write by hand; the same for the same seed.
struct RandomText {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(bound, 1)))
  }

  mutating func document() -> String { space() + value(depth: 0) + space() }

  private mutating func value(depth: Int) -> String {
    switch below(depth > 4 ? 6 : 9) {
    case 0: return "null"
    case 1: return below(2) == 0 ? "true" : "false"
    case 2, 3: return number()
    case 4, 5: return string()
    case 6:
      let elements = (0..<below(5)).map { _ in space() + value(depth: depth + 1) + space() }
      return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
    default:
      var names: Set<String> = []
      var members: [String] = []
      for index in 0..<below(5) {
        // Names that do not repeat, whatever else is in them.
        let name = "\"\(index)" + string().dropFirst()
        guard names.insert(name).inserted else { continue }
        members.append(space() + name + space() + ":" + space() + value(depth: depth + 1) + space())
      }
      return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
    }
  }

  private mutating func number() -> String {
    var text = below(3) == 0 ? "-" : ""
    text += below(4) == 0 ? "0" : "\(1 + below(9))" + digits(below(9))
    if below(3) == 0 { text += "." + digits(1 + below(9)) }
    if below(4) == 0 { text += ["e", "E", "e+", "E-", "e-"][below(5)] + "\(below(30))" }
    return text
  }

  private mutating func digits(_ count: Int) -> String {
    (0..<count).map { _ in "\(below(10))" }.joined()
  }

  private mutating func string() -> String {
    let parts = [
      "a", "b", "rose", " ", "long plain text without anything", "é", "€", "赤い", "😀", "\\n", "\\\"",
      "\\\\", "\\/", "\\u0041", "\\u00E9", "\\ud83d\\ude00", "\\t", "[", "{", ",", ":", "\u{7F}",
    ]
    return "\"" + (0..<below(6)).map { _ in parts[below(parts.count)] }.joined() + "\""
  }

  private mutating func space() -> String {
    guard below(4) == 0 else { return "" }
    return (0..<below(12)).map { _ in [" ", " ", " ", "\n", "\t", "\r"][below(6)] }.joined()
  }
}
