// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes

extension Precedence {
  /// The dimensions that a precedence may name.
  static let words = named.map(\.description) + [allExperiments]

  private static let named: [Dimension] = [.country, .device, .app, .build, .appName, .time]
  /// All experiments, in their order.
  private static let allExperiments = "cohort"

  static let shape = Shape.text(.dimension).schema(.one(of: words)).named("dimension")
    .oneOrMore()
    .converted(to: { Precedence($0.flatMap(\.self)) }, from: \.groups)

  /// The dimensions by the words that name them.
  private var groups: [[Dimension]] {
    var known: Set<String> = []
    return dimensions.compactMap { dimension in
      let word = Precedence.word(for: dimension)
      return known.insert(word).inserted ? Precedence.dimensions(called: word) : nil
    }
  }

  fileprivate static func word(for dimension: Dimension) -> String {
    named.contains(dimension) ? "\(dimension)" : allExperiments
  }

  fileprivate static func dimensions(called word: String) -> [Dimension]? {
    if word == allExperiments {
      return (0..<Dimension.maximumExperiments).map { .cohort($0) }
    }
    return named.first { "\($0)" == word }.map { [$0] }
  }
}

extension TextForm where Value == [Dimension] {
  static let dimension = TextForm(
    "dimension",
    expected: "one of \(Precedence.words.joined(separator: ", "))",
    pattern: Precedence.words.joined(separator: "|"),
    rule: .unknownName,
    parse: { Precedence.dimensions(called: $0) },
    print: { $0.first.map { Precedence.word(for: $0) } ?? "" },
    suggest: { Suggestion.nearest(to: $0, among: Precedence.words) }
  )
}
