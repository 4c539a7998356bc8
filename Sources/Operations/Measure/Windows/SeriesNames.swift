// SPDX-License-Identifier: Apache-2.0

import Signals

/// Short names of the series of one family below a heading, for a terminal: the labels that are alike in all
/// of them stand in the heading, and the values of the others are the name of a series.
struct SeriesNames {
  /// The family with the labels that its series have in common: `name{site=shop}`.
  let heading: String
  /// The places of the labels that differ.
  private let varying: [Int]

  /// - Parameter series: the values of the labels of each series.
  init(_ family: SignalDescription, _ series: [[String]]) {
    let places = family.labelNames.indices
    let common = places.filter { place in
      series.count > 1 && series.allSatisfy { $0[place] == series[0][place] }
    }
    varying = places.filter { !common.contains($0) }
    let labels = common.filter { !series[0][$0].isEmpty }
      .map { "\(family.labelNames[$0])=\(series[0][$0])" }
    heading = labels.isEmpty ? family.name : "\(family.name){\(labels.joined(separator: ","))}"
  }

  /// The name of a series with these values.
  func name(of values: [String]) -> String {
    let words = varying.map { values[$0] }.filter { !$0.isEmpty }
    return words.isEmpty ? "all" : words.joined(separator: " ")
  }
}
