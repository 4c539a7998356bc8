// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// The rules that hold for the keys and values of every file.
extension FindingRule {
  package static let unknownKey = FindingRule("unknown-key")
  package static let missingKey = FindingRule("missing-key")
  package static let wrongKind = FindingRule("wrong-kind")
  package static let badValue = FindingRule("bad-value")
  package static let unknownName = FindingRule("unknown-name")
  package static let overBudget = FindingRule("over-budget")
}
