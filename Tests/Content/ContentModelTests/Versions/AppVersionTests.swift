// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@Suite struct `App versions` {
  @Test(arguments: [
    ("2.3.1", "2.3.1"), ("2.3.0", "2.3"), ("2", "2"), ("10.5", "10.5"), ("1.02.3", "1.2.3"),
    ("v2.3", "2.3"), (" 2.3 ", "2.3"), ("2.3.1 (412)", "2.3.1"), ("2.3.1+build.5", "2.3.1"),
    ("2.3-beta", "2.3-beta"), ("1.2.3.4.5.6", "1.2.3.4"), ("2.3-beta.2+7", "2.3-beta.2"),
    ("99999999999999999999", "4294967295"), ("2.0.0.0", "2"),
  ])
  func `An app version is read in the usual notations and written in one`(
    text: String,
    said: String
  ) throws {
    #expect(try #require(AppVersion(text)).description == said)
  }

  @Test(arguments: [
    "", " ", "v", "two", "2.", ".2", "2..3", "2.3.x", "*", "2,3", "-1", "2.3-", "2.3 412", "2.3 ()",
    "2.3-b\u{e9}", "2.3(412)", String(repeating: "1.", count: 40) + "1",
  ])
  func `A malformed app version is refused`(text: String) {
    #expect(AppVersion(text) == nil)
  }

  @Test
  func `App versions are ordered by their numbers, with pre-releases before their release`() {
    let ordered = [
      "0", "0.9", "1-alpha", "1-alpha.1", "1-alpha.beta", "1-beta", "1-beta.2", "1-beta.11", "1",
      "1.0.0.1", "1.2", "1.10", "2", "3.2", "3.10", "10", "99999999999",
    ].compactMap { AppVersion($0) }
    for (index, version) in ordered.enumerated() {
      for (other, second) in ordered.enumerated() { #expect((version < second) == (index < other)) }
    }
    #expect(AppVersion("10.5") == AppVersion("10.5.0"))
    #expect(AppVersion("1.2+a") == AppVersion("1.2+b"))
  }

  /// Ranges with what is in them and what is not.
  static let ranges: [(String, [String], [String])] = [
    (">=2.3 <4", ["2.3", "2.3.1", "3.99", "4-beta"], ["2.2.9", "2.3-beta", "4", "4.0.1"]),
    ("2.3", ["2.3", "2.3.0.1", "2.3.9"], ["2.2", "2.4", "2.30"]),
    ("2.3.x", ["2.3", "2.3.9"], ["2.2.9", "2.4"]),
    ("2.x", ["2", "2.99"], ["1.9", "3"]),
    ("*", ["0", "99"], []),
    ("2.1 - 2.9", ["2.1", "2.9", "2.9.5"], ["2.0.9", "2.10"]),
    ("<2 || >=4", ["1.9", "4"], ["2", "3.9"]),
    ("<=2.3", ["2.3.9", "0"], ["2.4"]),
    (">2.3", ["2.4", "3"], ["2.3.9", "2.3"]),
    ("=2.3.1", ["2.3.1", "2.3.1.5"], ["2.3.2"]),
    ("2.3.1.7", ["2.3.1.7"], ["2.3.1.8", "2.3.1.6"]),
    ("~2.3", ["2.3", "2.3.9"], ["2.4"]), ("~2", ["2", "2.9"], ["3"]),
    ("~2.3.1", ["2.3.1", "2.3.9"], ["2.3.0", "2.4"]),
    ("^2.3", ["2.3", "2.9"], ["2.2", "3"]), ("^0.2.3", ["0.2.3", "0.2.9"], ["0.3", "0.2.2"]),
    ("^0.0.3", ["0.0.3"], ["0.0.4"]), ("^0", ["0", "0.9"], ["1"]), ("^0.0", ["0.0.9"], ["0.1"]),
    (">= 2 < 3", ["2", "2.9"], ["3"]), (">=2,<3", ["2"], ["3"]), ("v2.3", ["2.3.4"], ["2.4"]),
    ("2.3-beta", ["2.3-beta"], ["2.3-beta.0", "2.3", "2.3-alpha"]),
    ("4294967295", ["4294967295.5"], ["4294967294"]),
  ]

  @Test(arguments: ranges)
  func `A version range contains the versions that it should and no others`(
    range: String,
    inside: [String],
    outside: [String]
  ) throws {
    let versions = try #require(VersionRange.versions(in: range))
    for text in inside { #expect(versions.contains(try #require(AppVersion(text)))) }
    for text in outside { #expect(!versions.contains(try #require(AppVersion(text)))) }
  }

  @Test(arguments: [
    "", " ", "||", "2 ||", "two", ">=", ">= <3", "2 | 3", "=>2", "2 - ", "!2", "2 3 -", ">*",
    ">=3 <2", ">4294967295",
    "2.3.x-beta", String(repeating: "2 ", count: 200),
  ])
  func `A malformed or empty version range is refused`(range: String) {
    #expect(VersionRange.versions(in: range) == nil)
  }
}
