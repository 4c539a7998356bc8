// SPDX-License-Identifier: Apache-2.0

/// A rule that could not be compiled.
package struct PluralRuleError: Error, CustomStringConvertible {
  package let rule: String
  package let problem: String

  package var description: String { "plural rule \"\(rule)\": \(problem)" }
}

/// Compiles plural rules into the words that `PluralRules` runs.
///
/// The highest four bits say what a word is. A relation (1) has operand, modulus as a power of ten,
/// negation and the number of its ranges, of which each follows in a word of its own; `or` (2) begins
/// another alternative; `category` (3) ends a rule; `end` (0) ends the set.
struct PluralProgram {
  private(set) var words: [UInt64] = []
  /// The start of each set of rules, by its words.
  private var starts: [[UInt64]: Int] = [:]

  private static let categories = ["zero", "one", "two", "few", "many"]
  private static let operands = ["n", "i", "v", "w", "f", "t", "e"]

  /// Adds the rules of a file; gives the languages by where their rules begin.
  mutating func add(_ elements: [XMLElement]) throws(PluralRuleError) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    var locales: Set<String> = []
    var set: [UInt64] = []
    for element in elements {
      if element.name == "pluralRules" {
        finish(&set, for: locales, in: &found)
        locales = Set(element["locales"].split(separator: " ").map(String.init))
      } else if element.name == "pluralRule", element["count"] != "other" {
        set += try Self.compile(element.text, for: element["count"])
      }
    }
    finish(&set, for: locales, in: &found)
    return found
  }

  private mutating func finish(
    _ set: inout [UInt64],
    for locales: Set<String>,
    in found: inout [String: Set<String>]
  ) {
    defer { set = [] }
    guard !locales.isEmpty else { return }
    set.append(0)
    let start = starts[set] ?? words.count
    if starts[set] == nil {
      starts[set] = start
      words += set
    }
    found[String(start), default: []].formUnion(locales)
  }

  private static func compile(
    _ text: String,
    for category: String
  ) throws(PluralRuleError) -> [UInt64] {
    let rule = text.prefix { $0 != "@" }
    guard let number = categories.firstIndex(of: category) else {
      throw PluralRuleError(rule: text, problem: "category \(category) is not known")
    }
    var words: [UInt64] = []
    for (index, alternative) in rule.split(separator: " or ").enumerated() {
      if index > 0 { words.append(2 << 60) }
      for relation in alternative.split(separator: " and ") {
        words += try compile(relation: relation.split(separator: " "))
      }
    }
    return words + [3 << 60 | UInt64(number)]
  }

  /// `i % 10 = 2..4,9`, with `!=` for the negation.
  private static func compile(relation: [Substring]) throws(PluralRuleError) -> [UInt64] {
    func failure(_ problem: String) -> PluralRuleError {
      PluralRuleError(rule: relation.joined(separator: " "), problem: problem)
    }
    var parts = relation[...]
    guard let name = parts.popFirst(),
      let operand = operands.firstIndex(of: name == "c" ? "e" : String(name))
    else { throw failure("there is no such operand") }
    var power = 0
    if parts.first == "%" {
      let modulus = String(parts.dropFirst().first ?? "")
      guard modulus.first == "1", modulus.dropFirst().allSatisfy({ $0 == "0" }) else {
        throw failure("the modulus is not a power of ten")
      }
      power = modulus.count - 1
      parts = parts.dropFirst(2)
    }
    guard parts.count == 2, let comparison = parts.first, let values = parts.last,
      comparison == "=" || comparison == "!="
    else { throw failure("expected = or != and values") }
    var ranges: [UInt64] = []
    for value in values.split(separator: ",") {
      let ends = value.split(separator: "..").compactMap { UInt32($0) }
      guard let low = ends.first, let high = ends.last, ends.count <= 2 else {
        throw failure("\(value) is not a number or a range")
      }
      ranges.append(UInt64(low) << 32 | UInt64(high))
    }
    let negation: UInt64 = comparison == "!=" ? 1 << 40 : 0
    let head = UInt64(operand) << 16 | UInt64(power) << 8 | UInt64(ranges.count)
    return [1 << 60 | negation | head] + ranges
  }
}
