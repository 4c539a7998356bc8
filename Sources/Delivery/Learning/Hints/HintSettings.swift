// SPDX-License-Identifier: Apache-2.0

import FileShapes
package import Sites

/// Settings of hints: which documents answers name that visitors usually ask for next.
package struct HintSettings: Sendable, Hashable {
  static let percentages = 1.0...100.0
  static let counts = 1...8
  static let visitorCounts = 1...100
  static let spans = 1...3_600

  /// The least percentage of visits after which a document is asked for, of those that are named.
  package var share = 25.0
  /// The most documents that one answer names.
  package var most = 3
  /// The least number of visitors who have gone that way in the last hour or two.
  package var visitors = 20
  /// The seconds after a visit in which a request counts as the next one.
  package var within = 60

  package init() {}

  static let shape = Shape.object(HintSettings()) {
    Member(
      "share",
      \.share,
      .number(percentages),
      "Least percentage of visits to the one document after which the other is asked for."
    )
    Member("most", \.most, .integer(counts), "The most documents that one answer names.")
    Member(
      "visitors",
      \.visitors,
      .integer(visitorCounts),
      "Least number of visitors who went from the one document to the other in the last hour or two."
    )
    Member(
      "within",
      \.within,
      .integer(spans),
      "Seconds after a visit in which a request of the same visitor follows it."
    )
  }
}

extension HintSettings: SiteSection {
  package static let declaration = SectionDeclaration(
    "hints",
    shape,
    "Documents that answers name in the field Link since visitors usually ask for them next, so that apps "
      + "fetch them ahead; none, unless given.",
    examples: [["share": 40, "most": 2]]
  )
}

extension SiteSettings {
  /// Settings of hints at what visitors ask for next; `nil`: answers have none.
  package var hints: HintSettings? { self[HintSettings.self] }
}
