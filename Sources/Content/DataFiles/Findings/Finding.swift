// SPDX-License-Identifier: Apache-2.0

/// One thing that a check has to say about the files of a site.
package struct Finding: Sendable, Hashable {
  /// What a finding means for publishing.
  package enum Severity: String, Sendable, CaseIterable {
    /// The site cannot be published.
    case error
    /// The site can be published, and its editors should know.
    case warning
  }

  /// Another place that has its part in the matter.
  package struct Party: Sendable, Hashable {
    package let place: FilePlace
    /// Its part, such as "the first one is here".
    package let role: String

    package init(_ place: FilePlace, _ role: String) {
      self.place = place
      self.role = role
    }
  }

  package let severity: Severity
  package let rule: FindingRule
  package let place: FilePlace
  /// What was found and what was expected, as one sentence without a full stop.
  package let message: String
  /// What the editor may have meant, such as `staleIfError` for `staleIferror`.
  package let suggestion: String?
  /// The text that is wrong, where a place in it can be shown.
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
  /// The same as an error, for who wants no warnings.
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
  /// As compilers write it, so that editors can jump to it.
  package var description: String {
    var text = "\(place): \(severity.rawValue): \(message)"
    if let suggestion { text += " (did you mean \(suggestion)?)" }
    text += " [\(rule)]"
    for line in quote?.lines ?? [] { text += "\n  \(line)" }
    for party in parties { text += "\n  \(party.place): note: \(party.role)" }
    return text
  }
}
