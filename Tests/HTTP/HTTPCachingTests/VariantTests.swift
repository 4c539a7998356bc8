// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

/// An answer's Vary, the request it was for, and another request.
private struct Pair: Sendable, CustomTestStringConvertible {
  let vary: [String]
  let first: [String]
  let second: [String]
  let fits: Bool
  var language: String?
  var rules = VarianceRules()

  init(
    _ vary: String...,
    from first: [String],
    to second: [String],
    fits: Bool,
    language: String? = nil,
    rules: VarianceRules = VarianceRules()
  ) {
    self.vary = vary.map { "Vary: \($0)" }
    self.first = first
    self.second = second
    self.fits = fits
    self.language = language
    self.rules = rules
  }

  var testDescription: String { "\(vary): \(first) then \(second)" }
}

private enum Pairs {
  static let names = [
    Pair(from: ["Foo: 1"], to: ["Foo: 2"], fits: true),
    Pair("Foo", from: ["Foo: 1"], to: ["Foo: 1"], fits: true),
    Pair("Foo", from: ["Foo: 1"], to: ["Foo: 2"], fits: false),
    Pair("Foo", from: [], to: ["Foo: 1"], fits: false),
    Pair("Foo", from: ["Foo: 1"], to: [], fits: false),
    Pair("Foo", from: ["Foo:"], to: [], fits: false),
    Pair("Foo", from: ["Foo: 1", "Other: 2"], to: ["Foo: 1", "Other: 3"], fits: true),
    Pair("fOO", from: ["Foo: 1"], to: ["foo: 1"], fits: true),
    Pair("Foo, Bar", from: ["Foo: 1", "Bar: abc"], to: ["Bar: abc", "Foo: 1"], fits: true),
    Pair("Foo, Bar", from: ["Foo: 1", "Bar: abc"], to: ["Foo: 2", "Bar: abc"], fits: false),
    Pair("Foo, Bar", from: ["Foo: 1", "Bar: abc"], to: [], fits: false),
    Pair("Foo", "Bar", from: ["Foo: 1", "Bar: abc"], to: ["Foo: 1", "Bar: abd"], fits: false),
    Pair(
      "Foo, Bar, Baz",
      from: ["Foo: 1", "Bar: abc", "Baz: 789"],
      to: ["Foo: 1", "Baz: 789", "Bar: abcde"],
      fits: false
    ),
    Pair(
      "Foo, Bar, Baz",
      from: ["Foo: 1", "Baz: 789"],
      to: ["Foo: 1", "Baz: 789"],
      fits: true
    ),
  ]

  static let blanks = [
    Pair("Foo", from: ["Foo: 1, 2"], to: ["Foo: 1", "Foo: 2"], fits: true),
    Pair("Foo", from: ["Foo: 1,2"], to: ["Foo:  1, 2 "], fits: true),
    Pair("Foo", from: ["Foo: 1,2"], to: ["Foo: 1,,2"], fits: true),
    Pair("Foo", from: ["Foo: 1,2"], to: ["Foo: 2,1"], fits: false),
    Pair("Foo", from: ["Foo: \"a, b\""], to: ["Foo: \"a,b\""], fits: false),
    Pair("Foo", from: ["Foo: a b"], to: ["Foo: a  b"], fits: false),
    Pair("Foo", from: ["Foo: A"], to: ["Foo: a"], fits: false),
    Pair("User-Agent", from: ["User-Agent: a, b"], to: ["User-Agent: a,b"], fits: false),
    Pair("Cookie", from: ["Cookie: a=1, b"], to: ["Cookie: a=1,b"], fits: false),
    Pair("Foo", from: ["Foo: 1, 2"], to: ["Foo: 1,2"], fits: true, rules: .literal),
  ]

  static let preferences = [
    Pair(
      "Accept-Encoding",
      from: ["Accept-Encoding: gzip, br"],
      to: ["Accept-Encoding: br,GZIP"],
      fits: true
    ),
    Pair(
      "Accept-Encoding",
      from: ["Accept-Encoding: gzip;q=1.0, br;q=0.5"],
      to: ["Accept-Encoding: br ; q=0.500, x-gzip"],
      fits: true
    ),
    Pair(
      "Accept-Encoding",
      from: ["Accept-Encoding: gzip"],
      to: ["Accept-Encoding: gzip;q=0"],
      fits: false
    ),
    Pair("Accept-Encoding", from: ["Accept-Encoding:"], to: [], fits: false),
    Pair(
      "Accept-Encoding",
      from: ["Accept-Encoding: gzip, br"],
      to: ["Accept-Encoding: br, gzip"],
      fits: false,
      rules: .literal
    ),
    Pair(
      "Accept",
      from: ["Accept: text/html;level=1, */*;q=0.1"],
      to: ["Accept: */*;q=0.1, TEXT/html; level=1"],
      fits: true
    ),
    Pair(
      "Accept",
      from: ["Accept: text/html;level=1"],
      to: ["Accept: text/html;level=2"],
      fits: false
    ),
    Pair(
      "Accept-Language",
      from: ["Accept-Language: en, de"],
      to: ["Accept-Language: de, en"],
      fits: true
    ),
    Pair(
      "Accept-Language",
      from: ["Accept-Language: en, de"],
      to: ["Accept-Language: eN, De"],
      fits: true
    ),
    Pair(
      "Accept-Language",
      from: ["Accept-Language: en, de"],
      to: ["Accept-Language:  en ,   de"],
      fits: true
    ),
    Pair(
      "Accept-Language",
      from: ["Accept-Language: en, de;q=0.8"],
      to: ["Accept-Language: de;q=0.8, en"],
      fits: true,
      rules: ordered
    ),
    Pair(
      "Accept-Language",
      from: ["Accept-Language: en, de"],
      to: ["Accept-Language: de, en"],
      fits: false,
      rules: ordered
    ),
  ]

  static let languages: [(String, Bool)] = [
    ("fr;q=0.5, de;q=1.0", true), ("de", true), ("DE, en;q=0.9", true), ("de, fr", false),
    ("fr, de;q=0.9", false), ("de-CH", false), ("*", false), ("de;q=0", false), ("", false),
  ]

  private static let ordered: VarianceRules = {
    var rules = VarianceRules()
    rules.ignoresLanguageOrder = false
    return rules
  }()
}

private func variant(
  _ vary: [String],
  _ request: [String],
  _ rules: VarianceRules = VarianceRules()
) -> VariantKey? {
  let response = fields(vary)
  let request = fields(request)
  return VariantKey(vary: response.view, request: request.view, rules: rules)
}

private func fits(
  _ key: VariantKey,
  _ request: [String],
  _ rules: VarianceRules = VarianceRules(),
  language: String? = nil
) -> Bool {
  let request = fields(request)
  return key.fits(request.view, rules: rules, language: language)
}

@Suite struct `Variants` {
  fileprivate func check(_ each: Pair) throws {
    let key = try #require(variant(each.vary, each.first, each.rules))
    #expect(fits(key, each.second, each.rules, language: each.language) == each.fits)
  }

  @Test(arguments: Pairs.names)
  fileprivate func `A variant matches when all fields that Vary names are equal`(
    _ each: Pair
  ) throws {
    try check(each)
  }

  @Test(arguments: Pairs.blanks)
  fileprivate func `A variant matches whatever the lines and blanks of its fields`(
    _ each: Pair
  ) throws { try check(each) }

  @Test(arguments: Pairs.preferences)
  fileprivate func `A variant matches preferences that mean the same`(_ each: Pair) throws {
    try check(each)
  }

  @Test(arguments: Pairs.languages)
  func `A variant in one language matches a client that prefers that language`(
    wanted: String,
    isFit: Bool
  ) throws {
    let key = try #require(variant(["Vary: Accept-Language"], ["Accept-Language: en, de"]))
    let request = ["Accept-Language: \(wanted)"]
    #expect(fits(key, request, language: "de") == isFit)
    #expect(!fits(key, request))
    #expect(!fits(key, request, .literal, language: "de"))
  }

  @Test func `Requests that match the same variant have the same key`() throws {
    let one = try #require(variant(["Vary: Foo, Bar, foo"], ["Foo: 1,2"]))
    let other = variant(["Vary: foo", "Vary: bar"], ["Foo: 1", "foo: 2", "Other: x"])
    #expect(one == other)
    #expect(one.hashValue == other?.hashValue)
    #expect(variant([], ["Foo: 1"]) == variant([], []))
  }

  @Test func `A variant key is refused for an asterisk or too many names in Vary`() {
    #expect(variant(["Vary: Foo, *"], []) == nil)
    let names = (0...VariantKey.maximumNames).map { "n\($0)" }.joined(separator: ", ")
    #expect(variant(["Vary: \(names)"], []) == nil)
  }
}
