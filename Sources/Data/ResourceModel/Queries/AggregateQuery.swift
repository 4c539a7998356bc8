// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// A question for figures of the records of one type, by the values of some attributes.
package struct AggregateQuery: Sendable {
  /// The question for the records, of which their filter counts.
  package let records: ResourceQuery
  /// The attributes with whose values groups of records are formed; all records are one group without any.
  package var by: [String] = []
  package var figures: [Figure] = []
  package var limit = AggregateQuery.usualLimit

  package init(of records: ResourceQuery) { self.records = records }

  package static let usualLimit = 100
  /// The most attributes by which groups are formed.
  package static let mostKeys = 3
  /// The most figures.
  package static let mostFigures = 20

  package enum Function: String, Sendable, CaseIterable {
    case sum
    case min
    case max
    case avg

    /// The figure in words.
    package var words: String {
      switch self {
      case .sum: "sum"
      case .min: "least value"
      case .max: "greatest value"
      case .avg: "average"
      }
    }

    /// Returns true if the function can aggregate attributes of a kind.
    package func applies(to kind: Attribute.Kind) -> Bool {
      switch self {
      case .sum, .avg: kind == .integer || kind == .number
      case .min, .max: kind.isScalar && kind != .boolean
      }
    }
  }

  /// A figure of the values of an attribute.
  package struct Figure: Sendable, Hashable {
    package let function: Function
    package let name: String

    package init(_ function: Function, of name: String) {
      self.function = function
      self.name = name
    }
  }
}

/// The figures of the records that have some values in common.
package struct AggregateGroup: Sendable, Equatable {
  /// The values in the order of the attributes; `null` for records without one.
  package let keys: [DataValue]
  package let count: Int
  /// The figures in the order in which they were asked for; `null` where no record has a value.
  package let figures: [DataValue]

  package init(_ keys: [DataValue], count: Int, _ figures: [DataValue]) {
    self.keys = keys
    self.count = count
    self.figures = figures
  }
}
