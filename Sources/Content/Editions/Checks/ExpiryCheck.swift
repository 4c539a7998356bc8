// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles
import Sites

/// Checks for variants and rows whose time has ended. It is the only check that looks at a clock,
/// so that an edition is the same whenever it is made.
package struct ExpiryCheck {
  private let edition: Edition
  private let now: UnixTime

  package init(_ edition: Edition, at now: UnixTime) {
    self.edition = edition
    self.now = now
  }

  package func run(_ findings: inout Findings) {
    for draft in edition.drafts {
      for (variant, rule) in zip(draft.variants, draft.ruleSet.rules) {
        if let end = end(of: rule) {
          report(
            "variant \"\(variant.name)\"",
            end,
            at: draft.place(number: variant.position),
            &findings
          )
        }
        for (position, rule) in zip(variant.rowPositions, variant.rows?.rules ?? []) {
          guard let end = end(of: rule) else { continue }
          report("row", end, at: draft.place(number: position), &findings)
        }
      }
    }
  }

  /// The instant since which a rule can never apply; `nil` if it does, or will.
  private func end(of rule: RuleSet.Rule) -> UnixTime? {
    guard let intervals = rule.conditions.time?.intervals, let last = intervals.last,
      let end = last.upper, end <= now
    else { return nil }
    return end
  }

  private func report(
    _ what: String,
    _ end: UnixTime,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    findings.warning(
      .expiredVariant,
      at: place,
      "the \(what) no longer applies: its time ended at \(end)"
    )
  }
}
