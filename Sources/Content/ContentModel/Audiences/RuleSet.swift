// SPDX-License-Identifier: Apache-2.0

/// The conditions of a document's alternatives, in the order of the file, and their precedence.
/// Documents with equal rule sets share one compiled shape.
package struct RuleSet: Hashable, Sendable {
  /// One alternative.
  package struct Rule: Hashable, Sendable {
    package let conditions: Conditions
    /// Decides between alternatives that name the same dimensions; the highest wins.
    package let priority: Int

    package init(_ conditions: Conditions, priority: Int = 0) {
      self.conditions = conditions
      self.priority = priority
    }
  }

  /// The bits of one integer; also as many variants of a document as people can keep in mind.
  package static let maximumRules = 64

  package let rules: [Rule]
  package let precedence: Precedence

  package init(_ rules: [Rule], precedence: Precedence = .standard) {
    self.rules = rules
    self.precedence = precedence
  }
}
