// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Performs writes of records, and announces what has changed.
struct RecordChanger: Sendable {
  let context: RecordContext
  var store: ResourceStore { context.store }

  /// Creates a record of an object, or records of an array.
  func create(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    let body = try request.json()
    let isAtomic = try request.flag("atomic")
    if let elements = body.elements {
      try admit(elements.count)
      let writes = try elements.map { element in
        try creation(type, ResourceRequest.object(of: element, "an element"), request)
      }
      return try perform(writes, isAtomic: isAtomic, request, Self.batchReply(isAtomic: isAtomic))
    }
    guard let attributes = body.dictionary else {
      throw ResourceProblem(
        .badJSON,
        "the body is \(body.kindName); expected an object or an array"
      )
    }
    return try perform([try creation(type, attributes, request)], request)
  }

  /// The problem of a path without a type to create records of, for a sender who may know that.
  func noType(_ request: ResourceRequest) throws -> ResourceProblem {
    try request.permit(.write)
    return ResourceProblem.noType
  }

  func creation(
    _ type: ResourceType,
    _ attributes: DataDictionary,
    _ request: ResourceRequest
  ) throws(ResourceProblem) -> ResourceWrite {
    var id: ResourceID?
    if let value = attributes["uuid"] {
      id = value.string.flatMap(ResourceID.init)
      guard id != nil else {
        let seen = value.string.map { "\($0.prefix(60))" } ?? value.kindName
        throw ResourceProblem(
          .badID,
          "uuid is \(seen); expected one such as \(type.prefix)-01h455vb4pex5vsknk084sn02q"
        )
      }
    }
    var write = ResourceWrite(.create(type: type.name, id, attributes))
    write.zone = request.query["zone"] ?? ""
    return write
  }

  /// Changes one record: PUT, PATCH, DELETE or undelete.
  func change(
    _ id: ResourceID,
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let action: ResourceWrite.Action
    switch request.method {
    case .put: action = .replace(id, try request.object())
    case .patch: action = .update(id, try Self.patch(request))
    case .delete: action = .delete(id)
    default: action = .undelete(id)
    }
    var write = ResourceWrite(action, if: try Self.condition(request.fields))
    write.zone = request.query["zone"] ?? ""
    return try perform([write], request)
  }

  /// The condition of If-Match or `If-None-Match: *`.
  private static func condition(_ fields: Fields) throws(ResourceProblem) -> VersionCondition? {
    if fields["if-none-match"] == "*" { return .missing }
    guard let text = fields["if-match"] else { return nil }
    guard text != "*" else { return .any }
    let tags = EntityTag.list(text)
    guard !tags.isEmpty else {
      throw ResourceProblem(
        .badParameter,
        "If-Match is \(text.prefix(40)); expected the entity tag of the record, such as \"17\""
      )
    }
    return .oneOf(
      tags.filter { !$0.isWeak }.compactMap { tag in
        // Behind the version stand the class, the window of a cached answer and its format, which do not matter
        // to a write. Other tags are those of other representations.
        let content = tag.quoted.dropFirst().dropLast()
        let end = content.firstIndex { [UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0) }
        return Int64(String(decoding: content[..<(end ?? content.endIndex)], as: UTF8.self))
      }
    )
  }

  static func patch(_ request: ResourceRequest) throws -> ResourcePatch {
    switch request.mediaType {
    case "application/json-patch+json": return try ResourcePatch(jsonPatch: request.json())
    case "application/merge-patch+json": return .merge(try request.object())
    // What curl says of a body unless it is told otherwise.
    case "application/json", "application/x-www-form-urlencoded",
      RecordFormat.xmlPropertyList.mediaType, RecordFormat.binaryPropertyList.mediaType:
      let value = try request.json()
      guard let body = value.dictionary else {
        throw ResourceProblem(
          .badJSON,
          "the body is \(value.kindName); expected an object, or application/json-patch+json"
        )
      }
      guard body["attrs"]?.elements != nil, body.members.count == 1 else { return .merge(body) }
      return try ResourcePatch(operations: DataValue(.dictionary(body)))
    default:
      throw ResourceProblem(
        .mediaType,
        "the body is \(request.mediaType.prefix(60)); expected application/json, "
          + "application/merge-patch+json or application/json-patch+json"
      )
    }
  }

  func admit(_ count: Int) throws(ResourceProblem) {
    guard count <= context.settings.batchOperations else {
      throw ResourceProblem(
        .tooMany,
        "there are \(count) operations; expected at most \(context.settings.batchOperations)"
      )
    }
  }

  /// Performs the write of a request for one record.
  func perform(
    _ writes: [ResourceWrite],
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    try perform(writes, isAtomic: true, request) { results, request in
      guard let result = results.first else { return ResourceReply(.noContent) }
      switch result {
      case .success(let outcome): return Self.reply(outcome, request)
      case .failure(let error): return ResourceProblem(error).reply
      }
    }
  }

  /// Performs writes, announces what changed, and keeps the answer under the request's key.
  ///
  /// - Parameter selection: the query that found the records of the writes; throws if it finds others by then.
  func perform(
    _ writes: [ResourceWrite],
    isAtomic: Bool,
    of selection: ResourceQuery? = nil,
    _ request: ResourceRequest,
    _ reply: @escaping @Sendable ([WriteResult], ResourceRequest) -> ResourceReply
  ) throws -> ResourceReply {
    var batch = self.batch(of: writes, isAtomic: isAtomic, request)
    batch.mostChanged = try request.mostAffected
    batch.selection = selection
    if let key = request.fields["idempotency-key"] {
      guard (1...255).contains(key.utf8.count) else {
        throw ResourceProblem(
          .badKey,
          "the idempotency key has \(key.utf8.count) bytes; expected 1 to 255"
        )
      }
      let words = [request.method.name, request.path.joined(separator: "/"), "\(request.query)"]
      let bytes = Array(words.joined(separator: "\n").utf8) + request.body
      let user = request.caller.principal?.user?.text
      let client = user ?? request.fields["authorization"] ?? ""
      batch.key = IdempotencyKey(
        IdempotencyKey.prefix(of: client) + key,
        request: SHA256.digest(of: bytes.span)
      ) { IdempotentReply.bytes(reply($0, request)) }
    }
    switch try context.before.perform(batch, at: request.now) {
    case .replayed(let bytes):
      guard var kept = IdempotentReply.reply(bytes) else {
        throw StoreError(.damaged, "the answer of an idempotency key cannot be read")
      }
      kept.fields.append("idempotency-replayed", "true")
      return kept
    case .done(let results):
      context.notices.announce(results)
      return reply(results, request)
    }
  }

  /// Performs writes with the sender's rights; the sender owns the created records.
  func batch(
    of writes: [ResourceWrite],
    isAtomic: Bool = false,
    _ request: ResourceRequest
  ) -> WriteBatch {
    let principal = request.caller.principal
    let own = writes.map { write in
      var write = write
      write.principal = principal
      if case .create = write.action { write.owner = principal?.user?.text }
      if case .replace = write.action { write.owner = principal?.user?.text }
      return write
    }
    return WriteBatch(own, by: request.caller.author, isAtomic: isAtomic)
  }

  /// The answer to the write of one record.
  static func reply(_ outcome: WriteOutcome, _ request: ResourceRequest) -> ResourceReply {
    let resource = outcome.resource
    guard outcome.kind != .deleted else { return ResourceReply(.noContent) }
    let isCreated = outcome.kind == .created
    var reply =
      request.prefersMinimal
      ? ResourceReply(isCreated ? .created : .noContent)
      : ResourceReply(isCreated ? .created : .ok) { body throws(DataFileError) in
        try outcome.append(to: &body)
      }
    reply.fields.append("etag", "\"\(resource.tag)\"")
    reply.fields.append("cache-control", "no-store")
    if isCreated {
      reply.fields.append("location", "\(request.mount)/\(resource.type)/\(resource.id)")
    }
    return reply
  }
}

extension WriteOutcome {
  /// The record as its sender may see it.
  var json: DataValue {
    shown?.json()
      ?? .members([
        ("uuid", .text(resource.id.text)), ("_type", .text(resource.type)),
        ("_version", .integer(resource.version)),
      ])
  }

  /// Appends the same as text.
  func append(to bytes: inout [UInt8]) throws(DataFileError) {
    if let shown {
      try shown.appendJSON(to: &bytes)
    } else {
      try JSONWriter().write(json, to: &bytes)
    }
  }
}

/// An answer as it is kept under an idempotency key: the fields that tell what was made, the body.
enum IdempotentReply {
  private static let names: [FieldName] = ["content-type", "etag", "location"]

  static func bytes(_ reply: ResourceReply) -> [UInt8] {
    let fields = names.map { reply.fields[$0] ?? "" }
    let head = ["\(reply.status.code)"] + fields
    return Array(head.map { "\($0)\n" }.joined().utf8) + reply.body
  }

  static func reply(_ bytes: [UInt8]) -> ResourceReply? {
    let parts = bytes.split(separator: 0x0A, maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, let code = Int(String(decoding: parts[0], as: UTF8.self)),
      let status = Status(code)
    else { return nil }
    var reply = ResourceReply(status)
    for (name, value) in zip(names, parts[1...3]) where !value.isEmpty {
      reply.fields.append(name, String(decoding: value, as: UTF8.self))
    }
    reply.body = Array(parts[4])
    if status.code >= 400 { reply.refusal = refusal(in: reply.body) }
    return reply
  }

  /// The problem in a body, or the first of a batch that is not the consequence of another.
  private static func refusal(in body: [UInt8]) -> RefusalNote? {
    guard let value = try? DataValue(reading: body.span, as: .json, rules: .documents) else {
      return nil
    }
    for problem in [value] + (value["data"]?.elements ?? []) {
      if let detail = problem["detail"]?.string, let word = problem["code"]?.string {
        // A code of another name is that of a webhook.
        let code = ResourceProblem.Code(rawValue: word) ?? .refused
        guard code != .aborted else { continue }
        return RefusalNote(word, detail, expected: code.expected)
      }
    }
    return nil
  }
}

extension Resource {
  /// The opaque part of the record's entity tag. A change of the type may bring the record into another form
  /// under its version, and then under another class.
  var tag: String { classVersion > 1 ? "\(version)-\(classVersion)" : "\(version)" }
}
