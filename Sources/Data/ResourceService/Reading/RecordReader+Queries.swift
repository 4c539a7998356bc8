// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Filters
import HTTPValues
import Plans
import ResourceModel

extension RecordReader {
  /// Reads what a request asks of the records of a type.
  func query(
    _ type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceQuery {
    var (query, schema) = try filtered(type, request)
    let type = RecordAccess(request.caller.principal, to: type).askedType
    var filters = [query.filter]
    var order = request.query["order"] ?? ""
    var limit = try request.number("limit", default: 0)
    query.page = request.query["page"]
    if request.method != .get {
      let body = try RecordQueryBody(request.json(), of: type)
      if let conditions = body.conditions {
        filters.append(try ResourceQuery.filter(where: conditions, of: schema))
      }
      if let filter = body.filter { filters.append(try Filter(filter, schema: schema)) }
      order = body.order ?? order
      limit = body.limit ?? limit
      query.page = body.page ?? query.page
    }
    if let ids = try ids(of: type, request) {
      filters.append(.any(ids.map { .comparison(Self.comparison("uuid", $0.text)) }))
      if limit == 0 { limit = ids.count }
    }
    filters.removeAll { $0 == .all([]) }
    query.filter = filters.count == 1 ? filters[0] : .all(filters)
    query.order = try ResourceOrder.keys(order, of: type)
    query.limit = limit == 0 ? ResourceQuery.usualLimit : limit
    query.zone = request.query["zone"]
    if let word = request.query["count"] {
      guard let count = ResourceQuery.Count(rawValue: word) else {
        throw ResourceProblem(
          .badParameter,
          "count is \(word.prefix(20)); expected exact, bounded or none"
        )
      }
      query.count = count
    }
    return query
  }

  /// The query for the records that `filter` of an address finds, and what filters may name.
  func filtered(
    _ type: ResourceType,
    _ request: ResourceRequest
  ) throws(FilterError) -> (query: ResourceQuery, schema: FilterSchema) {
    let relations = context.views.relations(request)
    let asked = RecordAccess(request.caller.principal, to: type).askedType
    let schema = relations.schema(of: asked)
    var query = ResourceQuery(type)
    query.relations = relations
    query.filter = try Filter(request.query["filter"] ?? "", schema: schema)
    return (query, schema)
  }

  /// The ids of `?ids=`; `nil` without it.
  func ids(
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws(ResourceProblem) -> [ResourceID]? {
    guard let list = request.query["ids"] else { return nil }
    let texts = list.split(separator: ",").map(String.init)
    try context.changer.admit(texts.count)
    guard !texts.isEmpty else {
      throw ResourceProblem(.badParameter, "ids is empty; expected ids with commas")
    }
    var ids: [ResourceID] = []
    for text in texts {
      guard let id = ResourceID(text), id.prefix == type.prefix else {
        throw ResourceProblem(
          .badParameter,
          "ids has \(text.prefix(60)), which is no id of \(type.name)"
        )
      }
      ids.append(id)
    }
    return ids
  }

  static func comparison(_ name: String, _ id: String) -> FilterComparison {
    FilterComparison(FilterField(name, .text), .equal, .value(.text(id)), at: 0)
  }
}

/// The body of a query. An app's fetch request may be sent as well: its words mean the same here as they do
/// for lists of documents.
private struct RecordQueryBody {
  /// A list of keys with their qualifiers and values; `nil` without any.
  let conditions: DataValue?
  let filter: String?
  let order: String?
  /// The most records; 0 for as many as usual.
  let limit: Int?
  let page: String?

  init(_ body: DataValue, of type: ResourceType) throws(ResourceProblem) {
    do throws(PlainError) {
      let members = try FetchRequestMembers(
        body,
        "the body",
        known: [
          "where", "filter", "order", "limit", "page", "sort", "sortOrderings", "sortDescriptors",
          "fetchLimit", "offset", "fetchOffset", "endpoint",
        ] + FetchRequestMembers.filterNames
      )
      if let endpoint = try members.text("endpoint"), endpoint != type.name {
        throw PlainError(
          "endpoint",
          seen: "\"\(endpoint)\"",
          expected: "\"\(type.name)\", or nothing"
        )
      }
      let filter = try members.one(of: ["where"] + FetchRequestMembers.filterNames)
      let conditions = try members.expressions(filter)
      self.conditions =
        members.dictionary[filter] == nil
        ? nil : .list(conditions.map { DataValue(.dictionary($0.dictionary)) })
      self.filter = try members.text("filter")
      self.order = try RecordQueryBody.order(members)
      limit = try members.integer(try members.one(of: ["limit", "fetchLimit"]))
      if let limit, limit < 0 {
        throw PlainError("limit", seen: "\(limit)", expected: "a whole number from 0")
      }
      let name = try members.one(of: ["offset", "fetchOffset"])
      if let offset = try members.integer(name), offset != 0 {
        throw PlainError(name, seen: "\(offset)", expected: "0, and \"next\" of an answer as page")
      }
      page = try members.text("page")
    } catch {
      throw ResourceProblem(.badParameter, error.description)
    }
  }

  /// The keys of the order: texts such as `-price`, or objects with a `key` and whether it is `ascending`.
  private static func order(_ members: FetchRequestMembers) throws(PlainError) -> String? {
    let name = try members.one(of: ["order", "sort", "sortOrderings", "sortDescriptors"])
    guard members.dictionary[name] != nil else { return nil }
    var keys: [String] = []
    for (number, element) in try members.elements(name).enumerated() {
      if let text = element.string {
        keys.append(text)
        continue
      }
      let place = "\(name)[\(number)]"
      let key = try FetchRequestMembers(element, place, known: ["key", "ascending"])
      keys.append((try key.truth("ascending") ?? true ? "" : "-") + (try key.required("key")))
    }
    return keys.joined(separator: ",")
  }
}
