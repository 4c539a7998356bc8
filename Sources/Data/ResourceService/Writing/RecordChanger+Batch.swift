// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

extension RecordChanger {
  /// Performs `{"atomic": true, "ops": [{"op": "create", "type": "flowers", "lid": "a", "body": …}]}`.
  ///
  /// A record that the batch creates under a `lid` is known to the whole batch as `lid:a`, as an id
  /// and as a value. A `get` answers the record as it is before the writes, and its failure undoes none.
  func batch(_ request: ResourceRequest) throws -> ResourceReply {
    let body = try request.object()
    if let other = body.members.first(where: { !["atomic", "ops"].contains($0.key) }) {
      throw ResourceProblem(
        .badJSON,
        "a member of the body is \"\(other.key.prefix(40))\"; expected atomic or ops"
      )
    }
    guard let operations = body["ops"]?.elements else {
      throw ResourceProblem(.badJSON, "there is no \"ops\"; expected a list")
    }
    let atomic = body["atomic"] ?? false
    guard case .bool(let isAtomic) = atomic.content else {
      throw ResourceProblem(.badJSON, "\"atomic\" is \(atomic.kindName); expected true or false")
    }
    try admit(operations.count)
    if operations.isEmpty { try request.permit(.write) }
    let names = try localNames(operations, request)
    var writes: [ResourceWrite] = []
    var reads: [Int: DataValue] = [:]
    var bytes = RecordBytes(atMost: context.settings.sizes.batch)
    for (index, value) in operations.enumerated() {
      let operation = try BatchOperation(value.replacing(names), at: "ops[\(index)]")
      if operation.kind == .get {
        reads[index] = try read(operation, request, counting: &bytes)
      } else {
        writes.append(try write(operation, names, request))
      }
    }
    let found = reads
    let reply = Self.batchReply(isAtomic: isAtomic, reads: found)
    guard !writes.isEmpty || operations.isEmpty else { return reply([], request) }
    return try perform(writes, isAtomic: isAtomic, request, reply)
  }

  /// Performs an operation for each line in one commit; returns a line with the result of each.
  func perform(_ lines: [[UInt8]], _ request: ResourceRequest) throws(ResourceProblem) -> [UInt8] {
    var bytes = RecordBytes(atMost: context.settings.sizes.batch)
    return try results(of: lines, request) { line in
      let operation = try BatchOperation(ResourceRequest.value(of: line, as: .json), at: "the line")
      guard operation.localName == nil else {
        throw ResourceProblem(
          .badOperation,
          "the line has a lid; expected the uuid of a record that other lines refer to"
        )
      }
      return operation.kind == .get
        ? .known(try read(operation, request, counting: &bytes))
        : .write(try write(operation, [:], request))
    }
  }

  /// The result of a `get`.
  ///
  /// - Parameter bytes: the bytes of all records that the request has read; throws if there are too many.
  private func read(
    _ operation: BatchOperation,
    _ request: ResourceRequest,
    counting bytes: inout RecordBytes
  ) throws -> DataValue {
    guard let id = operation.id, let type = store.types.type(of: id) else {
      try request.permit(.read)
      let name = operation.id?.text ?? ""
      return ResourceProblem(StoreError(.notFound, "there is no record \(name)")).json
    }
    try request.permit([.fetch], type)
    let resource: Resource
    do {
      try type.demand(.fetch)
      resource = try context.views.visible(id, of: type, request)
    } catch let error as StoreError {
      return ResourceProblem(error).json
    }
    try bytes.add(resource.byteCount)
    return .members([
      ("status", 200), ("result", "read"), ("resource", resource.json()),
    ])
  }

  /// The ids of records that the batch creates under names of its own.
  private func localNames(
    _ operations: [DataValue],
    _ request: ResourceRequest
  ) throws -> [String: String] {
    var names: [String: String] = [:]
    for operation in operations {
      guard let name = operation["lid"]?.string, operation["op"]?.string == "create",
        let type = operation["type"]?.string.flatMap({ store.types[$0] })
      else { continue }
      let id = context.memory.newID(type.prefix, at: request.now)
      guard names.updateValue(id.text, forKey: "lid:\(name)") == nil else {
        throw ResourceProblem(
          .badJSON,
          "two operations have the lid \(name.prefix(40)); expected one"
        )
      }
    }
    return names
  }

  private func write(
    _ operation: BatchOperation,
    _ names: [String: String],
    _ request: ResourceRequest
  ) throws -> ResourceWrite {
    guard let id = operation.id, operation.kind != .create else {
      guard let type = operation.type.flatMap({ store.types[$0] }) else {
        try request.permit(.write)
        let name = (operation.type ?? "").prefix(40)
        throw ResourceProblem(.badOperation, "there is no type \(name)")
      }
      try request.permit([.insert], type)
      var attributes = operation.attributes
      let local = operation.localName.flatMap { names["lid:\($0)"] }
      if let id = local.map(DataValue.text) ?? operation.uuid {
        attributes = attributes.setting("uuid", id)
      }
      return try creation(type, attributes, request)
    }
    if let type = store.types.type(of: id) {
      try request.permit(Self.capabilities(of: operation.kind), type)
    } else {
      try request.permit(.write)
    }
    let action: ResourceWrite.Action =
      switch operation.kind {
      case .replace, .upsert: .replace(id, operation.attributes)
      case .delete: .delete(id)
      case .undelete: .undelete(id)
      case .create, .update, .get: .update(id, operation.patch ?? .merge(operation.attributes))
      }
    return ResourceWrite(action, ifVersion: operation.version)
  }

  private static func capabilities(
    of operation: BatchOperation.Kind
  ) -> [ResourceType.Capability] {
    switch operation {
    case .replace, .upsert: [.insert, .update]
    case .delete: [.delete]
    case .create, .update, .undelete, .get: [.update]
    }
  }

  /// The answer with a result for each operation in order; an atomic batch that failed has the status
  /// of the write that failed.
  ///
  /// - Parameter reads: the results of operations that read, by their places.
  static func batchReply(
    isAtomic: Bool,
    reads: [Int: DataValue] = [:]
  ) -> @Sendable ([WriteResult], ResourceRequest) -> ResourceReply {
    { results, request in
      let failures = results.lazy.compactMap { result -> ResourceProblem? in
        if case .failure(let error) = result { ResourceProblem(error) } else { nil }
      }
      let cause = isAtomic ? failures.first { $0.code != .aborted } : nil
      let isMinimal = request.prefersMinimal
      var written = results.makeIterator()
      var reply = ResourceReply(cause?.status ?? .ok) { body throws(DataFileError) in
        body.append("{\"data\":[")
        for place in 0..<results.count + reads.count {
          if place > 0 { body.append(UInt8(ascii: ",")) }
          if let read = reads[place] {
            try JSONWriter().write(read, to: &body)
          } else if let result = written.next() {
            try append(result, isMinimal: isMinimal, to: &body)
          }
        }
        body.append("]}")
      }
      reply.fields.append("cache-control", "no-store")
      reply.refusal = cause?.note
      return reply
    }
  }

  /// Appends the result of one write as JSON.
  static func append(
    _ result: WriteResult,
    isMinimal: Bool,
    to bytes: inout [UInt8]
  ) throws(DataFileError) {
    switch result {
    case .failure(let error): try JSONWriter().write(ResourceProblem(error).json, to: &bytes)
    case .success(let outcome):
      bytes.append("{\"status\":")
      bytes.append(decimal: outcome.kind == .created ? 201 : 200)
      bytes.append(",\"result\":")
      bytes.appendJSON(outcome.kind.rawValue)
      if isMinimal {
        bytes.append(",\"uuid\":")
        bytes.appendJSON(outcome.resource.id.text)
        bytes.append(",\"_version\":")
        bytes.append(decimal: Int(outcome.resource.version))
      } else {
        bytes.append(",\"resource\":")
        try outcome.append(to: &bytes)
      }
      bytes.append("}")
    }
  }
}

extension DataValue {
  /// The value with every text that is a key of `names` replaced.
  fileprivate func replacing(_ names: [String: String]) -> DataValue {
    guard !names.isEmpty else { return self }
    switch content {
    case .string(let text): return names[text].map { .text($0) } ?? self
    case .array(let elements): return .list(elements.map { $0.replacing(names) })
    case .dictionary(let dictionary):
      let members = dictionary.members.map { member in
        DataDictionary.Member(member.key, at: member.keyPosition, member.value.replacing(names))
      }
      return DataValue(.dictionary(DataDictionary(unique: members)), at: position)
    default: return self
    }
  }
}
