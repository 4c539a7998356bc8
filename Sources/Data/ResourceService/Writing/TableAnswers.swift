// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

// Apps that were written for DreamFactory know records as rows of tables: `/db/{table}` with
// `{"record": [...]}`, and `/db/{table}/{id}`. Several rows are written together or not at all.

/// Answers requests of apps that were written for DreamFactory.
struct TableAnswers: Sendable {
  let context: RecordContext

  func create(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    let writes = try rows(request).map { try context.changer.creation(type, $0, request) }
    return try write(writes, .created, request)
  }

  func update(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    let writes = try rows(request).map { row in
      ResourceWrite(.update(try id(of: row, type), .merge(row.keeping { $0 != "id" })))
    }
    return try write(writes, .ok, request)
  }

  func delete(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    let ids = request.query["ids"]?.split(separator: ",").map { DataValue.text(String($0)) }
    let rows = try ids?.map { DataDictionary(unique: [.init("uuid", $0)]) } ?? rows(request)
    return try write(try rows.map { ResourceWrite(.delete(try id(of: $0, type))) }, .ok, request)
  }

  /// The rows of a body: those of its `record`, which is a list or one row.
  private func rows(_ request: ResourceRequest) throws(ResourceProblem) -> [DataDictionary] {
    let body = try request.object()
    let record = body["record"]
    let elements = record?.elements ?? record.map { [$0] } ?? []
    let rows = elements.compactMap(\.dictionary)
    guard !rows.isEmpty, rows.count == elements.count else {
      throw ResourceProblem(
        .badJSON,
        "\"record\" is \(record?.kindName ?? "missing"); expected a list of objects"
      )
    }
    try context.changer.admit(rows.count)
    return rows
  }

  private func id(
    of row: DataDictionary,
    _ type: ResourceType
  ) throws(ResourceProblem) -> ResourceID {
    let text = (row["uuid"] ?? row["id"])?.string ?? ""
    guard let id = ResourceID(text), id.prefix == type.prefix else {
      throw ResourceProblem(
        .badID,
        "a row has the uuid \"\(text.prefix(60))\"; expected one such as "
          + "\(type.prefix)-01h455vb4pex5vsknk084sn02q",
        status: .badRequest
      )
    }
    return id
  }

  /// Performs writes together, and answers the rows.
  private func write(
    _ writes: [ResourceWrite],
    _ status: Status,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    try context.changer.perform(writes, isAtomic: true, request) { results, _ in
      let problems = results.compactMap { result -> ResourceProblem? in
        if case .failure(let error) = result { ResourceProblem(error) } else { nil }
      }
      if let cause = problems.first(where: { $0.code != .aborted }) { return cause.reply }
      let rows = results.compactMap { result -> DataValue? in
        if case .success(let outcome) = result { outcome.json } else { nil }
      }
      return ResourceReply.privately(status, ["record": .list(rows)])
    }
  }
}
