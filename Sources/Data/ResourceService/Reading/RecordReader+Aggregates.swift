// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Filters
import HTTPValues
import ResourceModel
import ResourceStore

extension RecordReader {
  /// Answers figures of the records of a type that a request may see.
  func aggregate(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    try type.demand(.fetch)
    let access = RecordAccess(request.caller.principal, to: type)
    // Of attributes that some rule hides, no figure reveals anything.
    let asked = access.askedType
    var (records, _) = try filtered(type, request)
    let types = [type] + records.relatedTypes
    if !access.isOpen { records.filter = .all([records.filter, access.condition(.fetch)]) }
    var query = AggregateQuery(of: records)
    query.by = try names("by", of: asked, atMost: AggregateQuery.mostKeys, request) {
      $0.isScalar
    }
    for function in AggregateQuery.Function.allCases {
      let most = AggregateQuery.mostFigures
      query.figures += try names(function.rawValue, of: asked, atMost: most, request) {
        function.applies(to: $0)
      }.map { AggregateQuery.Figure(function, of: $0) }
    }
    let limit = try request.number("limit", default: 0)
    if limit > 0 { query.limit = limit }
    let (groups, hasMore) = try store.aggregates.groups(query)
    var members: [(String, DataValue)] = [
      ("data", .list(groups.map { Self.json($0, of: query) })), ("hasMore", .bool(hasMore)),
    ]
    let lifetime = lifetime(of: types, request)
    if let expiry = lifetime.expiry { members.append(("_expire", .text("\(expiry.seconds)"))) }
    let reply = ResourceReply(.ok, .members(members))
    return self.reply(
      reply,
      tag: nil,
      tags: RecordTags(listsOf: types, with: []),
      lifetime,
      request
    )
  }

  /// The attributes that a parameter names.
  private func names(
    _ parameter: String,
    of type: ResourceType,
    atMost most: Int,
    _ request: ResourceRequest,
    where isFit: (Attribute.Kind) -> Bool
  ) throws(ResourceProblem) -> [String] {
    let parts = (request.query[parameter] ?? "").split(
      separator: ",",
      omittingEmptySubsequences: false
    )
    let names = parts.filter { !$0.isEmpty }.map(String.init)
    let fit = type.attributes.filter { isFit($0.kind) }.map(\.name)
    if let name = names.first(where: { !fit.contains($0) }) {
      throw ResourceProblem.unknownName(name, in: parameter, among: fit)
    }
    guard parts.count <= most, Set(names).count == names.count else {
      throw ResourceProblem(
        .badParameter,
        "\(parameter) has \(parts.count) names; expected at most \(most), each once"
      )
    }
    return names
  }

  private static func json(_ group: AggregateGroup, of query: AggregateQuery) -> DataValue {
    var members = Array(zip(query.by, group.keys))
    members.append(("_count", .integer(Int64(group.count))))
    for function in AggregateQuery.Function.allCases {
      let figures = zip(query.figures, group.figures).filter { $0.0.function == function }
      guard !figures.isEmpty else { continue }
      members.append(("_\(function.rawValue)", .members(figures.map { ($0.0.name, $0.1) })))
    }
    return .members(members)
  }
}
