// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// The rules of plans, in the words of the documentation.
extension FindingRule {
  package static let endlessLoop = FindingRule("endless-loop")
  package static let badPick = FindingRule("bad-pick")
}
