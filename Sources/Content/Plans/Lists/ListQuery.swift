// SPDX-License-Identifier: Apache-2.0

import Bytes
import Filters
package import HTTPValues

/// Query of a list in its canonical form: equal queries have equal values.
package struct ListQuery: Sendable, Hashable {
  package var offset = 0
  package private(set) var limit: Int
  package private(set) var order: [ListOrder] = []
  /// In the order of their spellings, each once.
  package private(set) var predicates: [ListPredicate] = []

  /// The query of a request that asks for nothing in particular.
  package init(_ list: ListDeclaration) { limit = list.limit }

  /// A query whose parts have been read.
  init(
    offset: Int?,
    limit: Int?,
    order: [ListOrder],
    predicates: [ListPredicate],
    _ list: ListDeclaration
  ) throws(PlainError) {
    let offset = offset ?? 0
    guard (0...ListLimits.maximumOffset).contains(offset) else {
      throw PlainError(
        "offset",
        seen: "\(offset)",
        expected: "0 to \(ListLimits.maximumOffset)"
      )
    }
    let limit = limit ?? 0
    guard limit >= 0 else {
      throw PlainError("limit", seen: "\(limit)", expected: "a whole number from 0")
    }
    self.offset = offset
    // As AIP-158 says: 0 asks for as many as usual, and a page never has more than the list allows.
    self.limit = limit == 0 ? list.limit : min(limit, list.maximum)
    try ListQuery.check(order, list)
    self.order = order
    try ListQuery.check(predicates, list)
    self.predicates = predicates.inOneOrder(by: \.spelling)
    try checkTold(list)
    let bytes = QueryParameters(pairs(list)).description.utf8.count
    guard bytes <= ListLimits.queryBytes else {
      throw PlainError(
        "the query",
        seen: "\(bytes) bytes as a URL",
        expected: "at most \(ListLimits.queryBytes) bytes"
      )
    }
  }

  private static func check(_ order: [ListOrder], _ list: ListDeclaration) throws(PlainError) {
    guard order.count <= ListLimits.maximumSorts else {
      throw PlainError(
        "sort",
        seen: "\(order.count) keys",
        expected: "at most \(ListLimits.maximumSorts) keys"
      )
    }
    for (index, part) in order.enumerated() {
      guard list.key(part.key)?.isSortable ?? false else {
        throw PlainError("sort", seen: part.key, expected: names(list.keys.filter(\.isSortable)))
      }
      guard !order[..<index].contains(where: { $0.key == part.key }) else {
        throw PlainError("sort", seen: "\(part.key) twice", expected: "each key once")
      }
    }
  }

  private static func check(
    _ predicates: [ListPredicate],
    _ list: ListDeclaration
  ) throws(PlainError) {
    guard predicates.count <= ListLimits.maximumPredicates else {
      throw PlainError(
        "where",
        seen: "\(predicates.count) predicates",
        expected: "at most \(ListLimits.maximumPredicates) predicates"
      )
    }
    for predicate in predicates {
      guard let key = list.key(predicate.key) else {
        throw PlainError("the key of where", seen: predicate.key, expected: names(list.keys))
      }
      guard key.qualifiers.contains(predicate.qualifier) else {
        throw PlainError(
          "the qualifier of \(predicate.key)",
          seen: predicate.qualifier.rawValue,
          expected: key.qualifiers.map(\.rawValue).joined(separator: ", ")
        )
      }
    }
  }

  private static func names(_ keys: [ListDeclaration.Key]) -> String {
    keys.isEmpty
      ? "nothing, since the list has no such key" : keys.map(\.name).joined(separator: ", ")
  }

  /// A service is told one thing under one name.
  private func checkTold(_ list: ListDeclaration) throws(PlainError) {
    var seen: Set<String> = []
    for predicate in predicates {
      guard let name = list.key(predicate.key)?.told[predicate.qualifier] else { continue }
      guard seen.insert(name).inserted else {
        throw PlainError(
          "where",
          seen: "\(predicate.key),\(predicate.qualifier.rawValue) twice",
          expected: "it once, since a service answers it"
        )
      }
    }
  }

  /// The query as a URL says it, without what is meant anyway.
  package func pairs(_ list: ListDeclaration) -> [QueryParameters.Pair] {
    var pairs: [QueryParameters.Pair] = []
    if offset != 0 { pairs.append(.init("offset", "\(offset)")) }
    if limit != list.limit { pairs.append(.init("limit", "\(limit)")) }
    if !order.isEmpty {
      pairs.append(.init("sort", order.map(\.spelling).joined(separator: ",")))
    }
    for predicate in predicates { pairs.append(.init("where", predicate.spelling)) }
    return pairs
  }

  /// The values that calls receive by name: one text, or several.
  package func told(_ list: ListDeclaration) -> [String: [String]] {
    var told = ["offset": ["\(offset)"], "limit": ["\(limit)"]]
    if list.isPagedByService, !order.isEmpty {
      let names = order.map { part in
        (part.isAscending ? "" : "-") + (list.key(part.key)?.sortName ?? part.key)
      }
      told["sort"] = [names.joined(separator: ",")]
    }
    for predicate in predicates {
      guard let name = list.key(predicate.key)?.told[predicate.qualifier] else { continue }
      told[name] = predicate.values.map(\.plain)
    }
    return told
  }
}
