// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import DataFiles
import Filters
package import HTTPValues

// A body asks what a URL asks, as JSON or as a property list:
// {"predicates":[{"key":"price","qualifier":"lessThan","value":40}],
//  "sort":[{"key":"price","ascending":false}],"limit":20,"offset":0}
// An app that keeps its objects in Core Data sends its fetch request in that framework's words. They name
// the same things, so that there is one meaning, one key of the cache and one answer:
// {"endpoint":"stores","predicate":{"expressions":[{"key":"latitude","qualifier":"EQUALS","value":48.2}]},
//  "sortOrderings":[{"key":"name","ascending":true}],"fetchLimit":5}

/// The body of a QUERY: a query of a list, and parameters of the plan that makes it.
package struct FetchRequest: Sendable {
  package let list: ListQuery
  /// The plan's parameters that the body says, in their one spelling where the plan accepts them.
  package let parameters: [QueryParameters.Pair]

  /// The name by which a body may say which list it asks.
  static let endpointKey = "endpoint"

  /// Reads what a body asks.
  ///
  /// - Parameter path: the list's own, which a body may name as its `endpoint`.
  package init(
    body: [UInt8],
    as format: DataFormat,
    of plan: Plan,
    _ declared: ListDeclaration,
    path: String
  ) throws(PlainError) {
    let members = try FetchRequestMembers(
      try FetchRequest.value(body, as: format),
      "the body",
      known: ["predicates", "sort", "limit", "offset"],
      synonyms: [
        "sortOrderings", "sortDescriptors", "fetchLimit", "fetchOffset", FetchRequest.endpointKey,
      ] + FetchRequestMembers.filterNames
    )
    if let endpoint = try members.text(FetchRequest.endpointKey) {
      try FetchRequest.check(endpoint: endpoint, path)
    }
    let filter = try FetchRequest.filter(members, of: plan, declared, path: path)
    list = try ListQuery(
      offset: try members.integer(try members.one(of: ["offset", "fetchOffset"])),
      limit: try members.integer(try members.one(of: ["limit", "fetchLimit"])),
      order: try FetchRequest.order(members),
      predicates: filter.predicates,
      declared
    )
    parameters = filter.parameters
  }

  private static func order(_ members: FetchRequestMembers) throws(PlainError) -> [ListOrder] {
    var order: [ListOrder] = []
    let name = try members.one(of: ["sort", "sortOrderings", "sortDescriptors"])
    for (number, element) in try members.elements(name).enumerated() {
      let part = try FetchRequestMembers(
        element,
        "\(name)[\(number)]",
        known: ["key", "ascending"]
      )
      order.append(
        ListOrder(
          key: try part.required("key"),
          isAscending: try part.truth("ascending") ?? true
        )
      )
    }
    return order
  }

  /// The expressions, each by what its key names: something of the items, a parameter, or the list itself.
  private static func filter(
    _ members: FetchRequestMembers,
    of plan: Plan,
    _ declared: ListDeclaration,
    path: String
  ) throws(PlainError) -> (predicates: [ListPredicate], parameters: [QueryParameters.Pair]) {
    var predicates: [ListPredicate] = []
    var parameters: [QueryParameters.Pair] = []
    let name = try members.one(of: FetchRequestMembers.filterNames)
    for expression in try members.expressions(name) {
      let predicate = try expression.predicate()
      if declared.key(predicate.key) != nil {
        predicates.append(predicate)
      } else if let parameter = plan.parameters.first(where: { $0.name == predicate.key }) {
        let value = try only(predicate)
        parameters.append(.init(parameter.name, parameter.normalized(value) ?? value))
      } else if predicate.key == endpointKey {
        try check(endpoint: try only(predicate), path)
      } else {
        // The list says which keys it has.
        predicates.append(predicate)
      }
    }
    return (predicates, parameters)
  }

  private static func value(
    _ body: [UInt8],
    as format: DataFormat
  ) throws(PlainError) -> DataValue {
    var rules = ReadingRules.documents
    rules.limits.bytes = ListLimits.bodyBytes
    rules.limits.depth = ListLimits.bodyDepth
    rules.limits.values = ListLimits.bodyValues
    rules.allowsRepeatedKeys = true
    do {
      return try DataValue(reading: body.span, as: format, rules: rules)
    } catch {
      throw format == .json
        ? PlainError("the body", seen: "no JSON (\(error))", expected: "an object of JSON")
        : PlainError("the body", seen: "no property list (\(error))", expected: "a dictionary")
    }
  }

  /// The value that a parameter has, which nothing else can be asked of it.
  private static func only(_ predicate: ListPredicate) throws(PlainError) -> String {
    guard predicate.qualifier == .equal, let value = predicate.values.first else {
      throw PlainError(
        "the qualifier of \(predicate.key)",
        seen: predicate.qualifier.rawValue,
        expected: "\(FilterQualifier.equal.rawValue), since it is no key of the list's items"
      )
    }
    return value.plain
  }

  private static func check(endpoint: String, _ path: String) throws(PlainError) {
    guard endpoint == path || endpoint == "/\(path)" else {
      throw PlainError(endpointKey, seen: "\"\(endpoint)\"", expected: "\"\(path)\", or nothing")
    }
  }
}
