// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
import HTTPValues
import ResourceModel
import ResourceStore

// A filter is asked first, so that webhooks and rights decide about each record as they do about any other.
// In the transaction of the writes it is asked again: if it finds others by then, nothing is written and all is
// done anew. So a record changes only while it matches, and of two upserts one creates and the other updates.

/// Writes of the records that a filter finds.
struct FilteredWrites {
  let context: RecordContext
  private var changer: RecordChanger { context.changer }

  /// The most times that a filter is asked while others change its records.
  private static let mostRounds = 5

  /// Deletes the records of `?ids=`, or those that `?filter=` finds.
  func delete(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    guard let ids = try context.reader.ids(of: type, request) else {
      return try change(type, .delete, request) { .delete($0) }
    }
    guard request.query["filter"] == nil else {
      throw ResourceProblem(.badParameter, "there are ids and a filter; expected one of them")
    }
    let writes = ids.map { ResourceWrite(.delete($0)) }
    let isAtomic = try request.flag("atomic")
    let reply = RecordChanger.batchReply(isAtomic: isAtomic)
    return try changer.perform(writes, isAtomic: isAtomic, request, reply)
  }

  /// Changes the records that `?filter=` finds; with `?upsert=true` creates one where it finds none.
  func change(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    let patch = try RecordChanger.patch(request)
    guard try request.flag("upsert") else {
      return try change(type, .update, request) { .update($0, patch) }
    }
    guard case .merge(let attributes) = patch else {
      throw ResourceProblem(
        .badParameter,
        "upsert stands beside operations on attributes; expected the attributes of a record"
      )
    }
    try request.permit([.insert], type)
    return try change(type, .update, request, orCreating: attributes) { .update($0, patch) }
  }

  /// Performs a write on each record that the request may see and its filter finds, or on none.
  ///
  /// - Parameter attributes: those of a record that is created if there is none; `nil` for no such record.
  private func change(
    _ type: ResourceType,
    _ capability: ResourceType.Capability,
    _ request: ResourceRequest,
    orCreating attributes: DataDictionary? = nil,
    _ action: (ResourceID) -> ResourceWrite.Action
  ) throws -> ResourceReply {
    var (query, _) = try context.reader.filtered(type, request)
    guard query.filter != .all([]) else {
      throw ResourceProblem(
        .badParameter,
        "there is no filter; expected one, such as _version > 0 for all records"
      )
    }
    // A filter finds what may be read.
    try type.demand(.fetch)
    try request.permit([.fetch], type)
    let new = attributes.map { query.filter.demanded(of: type, beside: $0) }
    let access = RecordAccess(request.caller.principal, to: type)
    if !access.isOpen {
      let conditions = [access.condition(.fetch), access.condition(capability)]
      query.filter = .all([query.filter] + conditions)
    }
    query.zone = request.query["zone"]
    query.limit = min(try request.mostAffected ?? .max, context.settings.batchOperations)
    for _ in 0..<Self.mostRounds {
      var writes = try found(query, request).map { ResourceWrite(action($0)) }
      if writes.isEmpty, let new { writes = [try changer.creation(type, new, request)] }
      do {
        let reply = RecordChanger.batchReply(isAtomic: true)
        return try changer.perform(writes, isAtomic: true, of: query, request, reply)
      } catch let error as StoreError where error.kind == .selectionOutdated {
        continue
      }
    }
    throw ResourceProblem(
      .changedMeanwhile,
      "others changed records of the filter each of \(Self.mostRounds) times; expected the request once more"
    )
  }

  /// The records that a filter finds; throws if there are more than the request, or a batch, may change.
  private func found(_ query: ResourceQuery, _ request: ResourceRequest) throws -> [ResourceID] {
    let ids = try context.store.ids(query)
    guard ids.count > query.limit else { return ids }
    guard let most = try request.mostAffected, most == query.limit else {
      throw ResourceProblem(
        .tooMany,
        "the filter finds more than \(query.limit) records; expected at most as many in one request"
      )
    }
    throw ResourceProblem(
      .maxAffected,
      "more than \(most) records would change; expected at most \(most), as max-affected says"
    )
  }
}

extension Filter {
  /// The attributes of a new record, with those values that the filter demands of it by `=`.
  fileprivate func demanded(
    of type: ResourceType,
    beside attributes: DataDictionary
  ) -> DataDictionary {
    switch self {
    case .all(let parts): parts.reduce(attributes) { $1.demanded(of: type, beside: $0) }
    case .comparison(let comparison):
      if case .value(let value) = comparison.operand, comparison.comparator == .equal,
        let name = type.attribute(comparison.field.name), name.kind.isScalar,
        attributes[name.name] == nil
      {
        attributes.setting(name.name, value.dataValue)
      } else {
        attributes
      }
    case .any, .not, .call: attributes
    }
  }
}

extension FilterValue {
  /// The value as a record has it.
  fileprivate var dataValue: DataValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let integer), .duration(let integer): .integer(integer)
    case .number(let number): DataValue(.decimal(DataDecimal(number)))
    case .boolean(let flag): .bool(flag)
    case .instant(let nanoseconds): .text("\(Timestamp(nanoseconds: nanoseconds))")
    }
  }
}
