// SPDX-License-Identifier: Apache-2.0

/// All findings of reading and checking files.
package struct Findings: Sendable {
  package private(set) var all: [Finding] = []

  package init() {}

  package var errorCount: Int { all.count { $0.severity == .error } }

  package var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// Each finding once, errors first, then by place.
  package var sorted: [Finding] {
    var seen: Set<Finding> = []
    return all.filter { seen.insert($0).inserted }.sorted { first, second in
      if first.severity != second.severity { return first.severity == .error }
      return (first.place, first.rule.rawValue, first.message)
        < (second.place, second.rule.rawValue, second.message)
    }
  }

  package mutating func add(_ finding: Finding) { all.append(finding) }

  package mutating func add(_ others: [Finding]) { all += others }

  /// Adds an error.
  package mutating func error(
    _ rule: FindingRule,
    at place: FilePlace,
    _ message: String,
    suggestion: String? = nil,
    quote: Finding.Quote? = nil,
    parties: [Finding.Party] = []
  ) {
    all.append(
      Finding(
        .error,
        rule,
        at: place,
        message,
        suggestion: suggestion,
        quote: quote,
        parties: parties
      )
    )
  }

  /// Adds a warning.
  package mutating func warning(
    _ rule: FindingRule,
    at place: FilePlace,
    _ message: String,
    suggestion: String? = nil,
    parties: [Finding.Party] = []
  ) {
    all.append(
      Finding(.warning, rule, at: place, message, suggestion: suggestion, parties: parties)
    )
  }
}
