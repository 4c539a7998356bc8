// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import DataFiles
import FileShapes
import Sites

/// No path is answered for more audiences than the site allows.
struct BudgetCheck {
  let linkage: Linkage
  let reach: ReachTable

  func run(_ findings: inout Findings) {
    let budget = linkage.site.budgets.audiences
    let counts = reach.classes.map { BudgetCheck.count(of: $0, linkage.matcher) }
    var reported: Set<UInt32> = []
    for number in linkage.drafts.indices {
      let index = reach.classesOfDocument[number]
      let count = counts[Int(index)]
      guard count > budget, reported.insert(index).inserted else { continue }
      let draft = linkage.drafts[number]
      findings.error(
        .overBudget,
        at: draft.place,
        "\"\(draft.path)\" and the documents that it leads to have "
          + (count == .max ? "more audiences than can be counted" : "\(count) audiences")
          + " (\(factors(of: reach.classes[Int(index)]))); the site's budget is \(budget)"
      )
    }
  }

  /// The factors of the number of audiences, the greatest first.
  private func factors(of classes: AudienceClasses) -> String {
    var factors = classes.counts.map { (linkage.words.title(of: $0.dimension), $0.count) }
    if classes.dependsOnLanguage { factors.append(("language", linkage.matcher.published.count)) }
    return factors.filter { $0.1 > 1 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .map { "\($0) \($1)" }.joined(separator: " × ")
  }

  /// Audiences with languages counted as one each.
  static func count(of classes: AudienceClasses, _ matcher: LanguageMatcher) -> Int {
    let languages = classes.dependsOnLanguage ? matcher.published.count : 1
    let (count, overflow) = classes.count.multipliedReportingOverflow(by: languages)
    return overflow ? Int.max : count
  }
}
