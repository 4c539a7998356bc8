// SPDX-License-Identifier: Apache-2.0

/// An error or warning about the files of a site.
package struct Finding: Sendable, Hashable {
  /// Severity of a finding: whether it prevents publishing.
  package enum Severity: String, Sendable, CaseIterable {
    /// Prevents publishing.
    case error
    /// Does not prevent publishing.
    case warning
  }

  /// A second place that is involved.
  package struct Party: Sendable, Hashable {
    package let place: FilePlace
    /// Its role, such as "the first one is here".
    package let role: String

    package init(_ place: FilePlace, _ role: String) {
      self.place = place
      self.role = role
    }
  }

  package let severity: Severity
  package let rule: FindingRule
  package let place: FilePlace
  /// The fault and what was expected, as one sentence without a full stop.
  package let message: String
  /// A likely correction, such as `staleIfError` for `staleIferror`.
  package let suggestion: String?
  /// The invalid text, where the fault can be shown in it.
  package let quote: Quote?
  package let parties: [Party]

  package init(
    _ severity: Severity = .error,
    _ rule: FindingRule,
    at place: FilePlace,
    _ message: String,
    suggestion: String? = nil,
    quote: Quote? = nil,
    parties: [Party] = []
  ) {
    self.severity = severity
    self.rule = rule
    self.place = place
    self.message = message
    self.suggestion = suggestion
    self.quote = quote
    self.parties = parties
  }
}

extension Finding {
  /// The same finding as an error, for strict checks.
  package var asError: Finding {
    Finding(
      .error,
      rule,
      at: place,
      message,
      suggestion: suggestion,
      quote: quote,
      parties: parties
    )
  }
}

extension Finding: CustomStringConvertible {
  /// The form of compiler messages, so that editors can jump to the place.
  package var description: String {
    var text = "\(place): \(severity.rawValue): \(message)"
    if let suggestion { text += " (did you mean \(suggestion)?)" }
    text += " [\(rule)]"
    for line in quote?.lines ?? [] { text += "\n  \(line)" }
    for party in parties { text += "\n  \(party.place): note: \(party.role)" }
    return text
  }
}
