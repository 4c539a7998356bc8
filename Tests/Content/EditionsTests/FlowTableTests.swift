// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import Plans
import SeededTesting
import SiteTesting
import Sites
import Testing

/// What documents of a random site say, and what follows from it by the words of the documentation.
private struct RandomFlow {
  struct Link {
    let target: Int
    let isStep: Bool
    let carry: Set<String>
  }

  static let names = ["a", "b", "c"]

  /// For each document what it needs: whether it has a default for it, and how long it may be.
  var needs: [[String: (hasDefault: Bool, bytes: Int)]] = []
  var links: [[Link]] = []

  init(_ numbers: inout SeededNumbers) {
    let count = 6
    for _ in 0..<count {
      var need: [String: (hasDefault: Bool, bytes: Int)] = [:]
      for name in Self.names where Int.random(in: 0..<5, using: &numbers) == 0 {
        need[name] = (Bool.random(using: &numbers), Int.random(in: 1...9, using: &numbers))
      }
      needs.append(need)
      links.append(
        (0..<3).map { number in
          Link(
            target: Int.random(in: 0..<count, using: &numbers),
            isStep: number < 2,
            carry: Set(Self.names.filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 })
          )
        }
      )
    }
  }

  /// The first way out of each is a variant's, the second one everybody's.
  var files: [String: String] {
    let all = needs.indices.map { number in
      "l\(number): { $ref: \"d\(number)\", carry: { a: \"1\", b: \"1\", c: \"1\" } }"
    }
    var files = ["config": "{ datatype: \"x\", body: { \(all.joined(separator: ", ")) } }"]
    for (number, links) in links.enumerated() {
      let flow = needs[number].map { name, need in
        "\(name): { maximumBytes: \(need.bytes)\(need.hasDefault ? ", default: \"d\"" : "") }"
      }
      let written = links.map { link in
        let carry = link.carry.sorted().map { "\($0): \"1\"" }.joined(separator: ", ")
        return "{ $ref: \"d\(link.target)\", carry: { \(carry) } }"
      }
      files["d\(number)"] = """
        {
          datatype: "x", flow: { \(flow.joined(separator: ", ")) },
          body: { continueURL: \(written[1]), cancelURL: { $ref: "config" }, other: \(written[2]) },
          variants: [{ when: { device: "tv" },
            body: { cancelURL: { $ref: "config" }, continueURL: \(written[0]) } }],
        }
        """
    }
    return files
  }

  /// What a document carries: tried again and again until nothing is new.
  var carried: [[String: (isNeeded: Bool, bytes: Int)]] {
    var all = needs.map { need in need.mapValues { (isNeeded: !$0.hasDefault, bytes: $0.bytes) } }
    for _ in 0..<all.count * Self.names.count * 9 {
      for (number, links) in links.enumerated() {
        for link in links where link.isStep {
          for (name, value) in all[link.target] where !link.carry.contains(name) {
            let known = all[number][name] ?? (false, value.bytes)
            let hasDefault = needs[number][name]?.hasDefault ?? false
            all[number][name] = (
              known.isNeeded || value.isNeeded && !hasDefault, min(known.bytes, value.bytes)
            )
          }
        }
      }
    }
    return all
  }

  /// Whether every link that is no step brings what is needed where it leads.
  var isSound: Bool {
    let carried = carried
    return links.enumerated().allSatisfy { number, links in
      links.allSatisfy { link in
        carried[link.target].allSatisfy { name, value in
          !value.isNeeded || link.carry.contains(name) || carried[number][name]?.isNeeded ?? false
            || needs[number][name]?.hasDefault ?? false
        }
      }
    }
  }
}

@Suite struct `Derivation of passed-on values` {
  private static let settings =
    #"{ languages: { published: ["en"], source: "en", default: "en" } }"#

  @Test func `Passed-on values of random flows are those that the documentation defines`() throws {
    let seeds = RandomRuns.seeds(0..<600)
    var counts = (sound: 0, others: 0, passed: 0)
    for seed in seeds {
      var numbers = SeededNumbers(UInt64(seed))
      let flow = RandomFlow(&numbers)
      let compilation = MemorySite(flow.files, settings: Self.settings).compiled()
      let lacking = compilation.findings.filter { $0.rule.rawValue == "lacking-value" }
      #expect(lacking.isEmpty == flow.isSound, "\(flow.files) \(lacking.map(\.message))")
      guard let edition = compilation.edition else {
        counts.others += 1
        continue
      }
      counts.sound += 1
      for (number, expected) in flow.carried.enumerated() {
        let found = try #require(edition.number(of: "d\(number)"))
        let names = edition.planned(found)?.flow.names ?? []
        let given = names.map { "\($0.name) \($0.isRequired) \($0.maximumBytes)" }
        let meant = expected.sorted { $0.key < $1.key }
          .map { "\($0.key) \($0.value.isNeeded) \($0.value.bytes)" }
        #expect(given == meant, "d\(number) of \(flow.files)")
        counts.passed += expected.keys.count { flow.needs[number][$0] == nil }
      }
    }
    let least = seeds.count / 12
    #expect(
      counts.sound > 2 * least && counts.others > least && counts.passed > 8 * least,
      "\(counts)"
    )
  }
}
