// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Filters
package import HTTPValues

// `?offset=20&limit=10&sort=-price,title&where=price,lessThan,40`. A predicate is a key, a qualifier
// and all the rest, so that a text may have commas in it. A number, true, false and null are what they
// are in JSON, anything else is a text; in quotes, as JSON writes them, texts can be anything.
extension ListQuery {
  /// Reads what a URL asks; parameters of other names are not looked at.
  package init(_ given: QueryParameters, _ list: ListDeclaration) throws(PlainError) {
    var order: [ListOrder] = []
    if let sort = try ListQuery.only("sort", given) {
      for part in sort.split(separator: ",", omittingEmptySubsequences: false) {
        let key = part.hasPrefix("-") ? part.dropFirst() : part
        order.append(ListOrder(key: String(key), isAscending: key.startIndex == part.startIndex))
      }
    }
    var predicates: [ListPredicate] = []
    for pair in given.pairs where pair.name == "where" {
      predicates.append(try ListQuery.predicate(pair.value ?? ""))
    }
    try self.init(
      offset: try ListQuery.integer("offset", given),
      limit: try ListQuery.integer("limit", given),
      order: order,
      predicates: predicates,
      list
    )
  }

  /// The value of a parameter that can be there once.
  private static func only(
    _ name: String,
    _ given: QueryParameters
  ) throws(PlainError) -> String? {
    let pairs = given.pairs.filter { $0.name == name }
    guard pairs.count <= 1 else {
      throw PlainError(name, seen: "there \(pairs.count) times", expected: "it once")
    }
    return pairs.first.map { $0.value ?? "" }
  }

  private static func integer(
    _ name: String,
    _ given: QueryParameters
  ) throws(PlainError) -> Int? {
    guard let text = try only(name, given) else { return nil }
    guard let number = Int(text) else {
      throw PlainError(name, seen: "\"\(text)\"", expected: "a whole number")
    }
    return number
  }

  private static func predicate(_ text: String) throws(PlainError) -> ListPredicate {
    let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, !parts[0].isEmpty else {
      throw PlainError(
        "where",
        seen: "\"\(text)\"",
        expected: "a key, a qualifier and a value with commas between them"
      )
    }
    let key = String(parts[0])
    let qualifier = try FilterQualifier.named(String(parts[1]), of: key)
    guard parts.count == 3 else {
      guard qualifier == .exists else {
        throw PlainError(
          "the value of \(key),\(qualifier.rawValue)",
          seen: "not there",
          expected: qualifier.operand.expectation
        )
      }
      return try ListPredicate(key, .exists, [.boolean(true)])
    }
    let written = Array(parts[2].utf8)
    let values =
      qualifier == .in
      ? try elements(written, of: key) : [try value(written, of: key, qualifier)]
    return try ListPredicate(key, qualifier, values)
  }

  private static func value(
    _ written: [UInt8],
    of key: String,
    _ qualifier: FilterQualifier
  ) throws(PlainError) -> ListValue {
    if written.first == UInt8(ascii: "\"") {
      guard let value = ListValue(json: written) else {
        throw PlainError(
          "the value of \(key),\(qualifier.rawValue)",
          seen: String(decoding: written, as: UTF8.self),
          expected: "a text in quotes as JSON writes it, and nothing behind it"
        )
      }
      return value
    }
    if case .text = qualifier.operand { return .text(written) }
    return ListValue(json: written) ?? .text(written)
  }

  /// The values of `in`, between commas.
  private static func elements(
    _ written: [UInt8],
    of key: String
  ) throws(PlainError) -> [ListValue] {
    var values: [ListValue] = []
    var start = 0
    while start <= written.count {
      let end = end(ofElement: start, in: written)
      guard end > start else {
        throw PlainError(
          "the value of \(key),in",
          seen: "nothing between two commas",
          expected: FilterQualifier.Operand.list.expectation
        )
      }
      values.append(try value(Array(written[start..<end]), of: key, .in))
      start = end + 1
    }
    return values
  }

  /// The comma behind an element, or the end.
  private static func end(ofElement start: Int, in written: [UInt8]) -> Int {
    guard start < written.count else { return start }
    var index = start
    if written[start] == UInt8(ascii: "\"") {
      index += 1
      while index < written.count, written[index] != UInt8(ascii: "\"") {
        index += written[index] == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    while index < written.count, written[index] != UInt8(ascii: ",") { index += 1 }
    return min(index, written.count)
  }
}
