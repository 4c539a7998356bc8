// SPDX-License-Identifier: Apache-2.0

/// The name of the rule that a finding is about, such as `broken-link`: explained in the
/// documentation and stable for scripts. Each module declares the rules that it checks.
package struct FindingRule: RawRepresentable, Sendable, Hashable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(_ name: StaticString) { rawValue = name.description }
}

extension FindingRule: CustomStringConvertible {
  package var description: String { rawValue }
}

extension FindingRule {
  /// The file cannot be read.
  package static let unreadable = FindingRule("unreadable-file")
}
