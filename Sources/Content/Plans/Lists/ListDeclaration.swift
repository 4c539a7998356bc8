// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import Filters

/// The list that a document is, with what requests may ask of it, as its file says it.
package struct ListDeclaration: Sendable {
  /// A key by which the items can be sorted and filtered.
  package struct Key: Sendable {
    package var name: String
    /// Value of an item: a pick or a match, as it is written. `nil` where only the service sorts
    /// and filters by the key.
    package var value: DataValue?
    /// Names under which a call receives the operand of a predicate, by its qualifier.
    package var told: [FilterQualifier: String] = [:]
    /// The name of the key in the service's variable `sort`.
    package var sortName: String?

    package init(_ name: String) { self.name = name }

    package var qualifiers: [FilterQualifier] {
      value == nil ? FilterQualifier.allCases.filter { told[$0] != nil } : FilterQualifier.allCases
    }

    package var isSortable: Bool { value != nil || sortName != nil }
  }

  /// The parameters that requests have for every list.
  package static let parameterNames = ["offset", "limit", "sort", "where", "next"]

  /// Number of items of an answer unless a request gives another, and its maximum.
  package var limit = ListLimits.standardLimit
  package var maximum = ListLimits.standardMaximum
  package var keys: [Key] = []
  /// Where a service that pages the list itself says how many items there are.
  package var total: DataValue?

  package init() {}

  /// Whether the service brings one page, in order, and not all there is.
  package var isPagedByService: Bool { total != nil }

  package func key(_ name: String) -> Key? { keys.first { $0.name == name } }

  /// Whether a predicate is the service's affair.
  package func isTold(_ predicate: ListPredicate) -> Bool {
    key(predicate.key)?.told[predicate.qualifier] != nil
  }

  /// The names that calls may be told by.
  package var toldNames: [String] {
    ["offset", "limit"] + (isPagedByService ? ["sort"] : [])
      + keys.flatMap { key in FilterQualifier.allCases.compactMap { key.told[$0] } }
  }
}
