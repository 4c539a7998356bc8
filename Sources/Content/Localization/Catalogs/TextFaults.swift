// SPDX-License-Identifier: Apache-2.0

import DataFiles

// One habit of a tool makes the same fault in every text of a file, so it is reported once, with
// the first texts that have it.

/// Faults that texts share, each reported once with the texts that have it.
struct TextFaults {
  typealias PlacedText = (key: String, place: FilePlace)

  /// A fault that is reported once.
  private struct Group: Hashable {
    let rule: FindingRule
    let file: String
    let fault: String
  }

  private static let namedTexts = 10

  private var texts: [Group: [PlacedText]] = [:]

  /// Adds a text that has a fault.
  ///
  /// - Parameter fault: what follows "the text has".
  mutating func add(_ rule: FindingRule, _ fault: String, _ key: String, at place: FilePlace) {
    texts[Group(rule: rule, file: place.file, fault: fault), default: []].append((key, place))
  }

  func report(_ findings: inout Findings) {
    for (group, texts) in texts {
      TextFaults.report(texts, group.rule, ("has \(group.fault)", "have \(group.fault)"), &findings)
    }
  }

  /// Reports texts with one fault.
  ///
  /// - Parameter fault: what follows "the text", and what follows "two texts".
  static func report(
    _ texts: [PlacedText],
    _ rule: FindingRule,
    _ fault: (one: String, many: String),
    _ findings: inout Findings
  ) {
    let texts = texts.sorted { ($0.place, $0.key) < ($1.place, $1.key) }
    guard let first = texts.first else { return }
    guard texts.count > 1 else {
      findings.warning(rule, at: first.place, "the text \"\(first.key)\" \(fault.one)")
      return
    }
    let named = texts.prefix(namedTexts)
    findings.warning(
      rule,
      at: first.place,
      "\(texts.count) texts \(fault.many)"
        + (named.count < texts.count ? "; the first \(named.count) are named here" : ""),
      parties: named.map { Finding.Party($0.place, "the text \"\($0.key)\"") }
    )
  }
}
