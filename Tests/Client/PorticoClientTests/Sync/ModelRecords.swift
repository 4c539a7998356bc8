// SPDX-License-Identifier: Apache-2.0

import PorticoClient

/// The records of a service as its documentation describes them, in memory: writes with their conditions and keys,
/// changes with tokens, epochs and tombstones.
struct ModelRecords: Sendable {
  struct Record: Sendable, Equatable {
    var version: Int64
    var attributes: [String: JSONValue]
    var isDeleted = false
  }

  struct Reply: Sendable {
    var status: Int
    var body: JSONValue?
    var fields: WireFields = [:]
  }

  private(set) var records: [String: Record] = [:]
  private(set) var version: Int64 = 0
  private(set) var epoch = 1
  /// The answers by key, each with the request that it was given to.
  private var answers: [String: (request: String, reply: Reply)] = [:]
  /// The number of times that each text was added to a list, over all epochs.
  private(set) var added: [String: Int] = [:]
  /// The tokens before this version are not known any more.
  var horizon: Int64 = 0

  /// The attributes of the records that are there.
  var attributes: [String: [String: JSONValue]] {
    records.filter { !$0.value.isDeleted }.mapValues(\.attributes)
  }

  /// Begins another epoch, as a restore of an earlier state does.
  mutating func endEpoch(after other: ModelRecords? = nil) {
    let next = epoch + 1
    if let other { self = other }
    epoch = next
  }

  mutating func forgetKeys() { answers = [:] }

  static func problem(_ status: Int, _ code: String, _ more: [String: JSONValue] = [:]) -> Reply {
    let members: [String: JSONValue] = ["status": .integer(Int64(status)), "code": .string(code)]
    return Reply(status: status, body: .object(members.merging(more) { $1 }))
  }

  private func json(_ id: String) -> JSONValue {
    guard let record = records[id] else { return .null }
    var members: [String: JSONValue] = [
      "uuid": .string(id), "_type": "notes", "_version": .integer(record.version), "_class": 1,
    ]
    if record.isDeleted {
      members["_deleted"] = "2026-11-28T00:00:00.000Z"
    } else {
      members.merge(record.attributes) { $1 }
    }
    return .object(members)
  }

  mutating func reply(to request: WireRequest) -> Reply {
    let key = request.fields["idempotency-key"]
    let text =
      "\(request.method) \(request.address.target) \(String(decoding: request.body, as: UTF8.self))"
    if let key, let known = answers[key] {
      guard known.request == text else { return ModelRecords.problem(422, "key-reused") }
      var reply = known.reply
      reply.fields["Idempotency-Replayed"] = "true"
      return reply
    }
    let reply = answer(request)
    if let key { answers[key] = (text, reply) }
    return reply
  }

  private mutating func answer(_ request: WireRequest) -> Reply {
    let target = request.address.target
    let path = target.prefix { $0 != "?" }
    if path == "/v1/changes.ndjson" { return changes(query(target)) }
    let body = request.body.isEmpty ? nil : try? JSONValue(json: request.body)
    if request.method == "POST", path == "/v1/notes" { return create(body?.object ?? [:]) }
    let name = path.dropFirst("/v1/notes/".count)
    let (id, verb) = (String(name.prefix { $0 != ":" }), name.contains(":"))
    let record = records[id]
    if request.method == "GET" {
      guard let record, !record.isDeleted else { return ModelRecords.problem(404, "not-found") }
      return Reply(status: 200, body: json(id), fields: ["Cache-Control": "no-store"])
    }
    if let tag = request.fields["if-match"], tag != "\"\(record?.version ?? -1)\"" {
      let current = record.map { $0.isDeleted ? [:] : ["current": json(id)] } ?? [:]
      return ModelRecords.problem(412, "version", current)
    }
    if verb { return undelete(id) }
    guard let record, !record.isDeleted else {
      if request.method == "PUT", record == nil { return create(body?.object ?? [:], id) }
      return ModelRecords.problem(404, "not-found")
    }
    var changed = record
    switch request.method {
    case "DELETE":
      changed.isDeleted = true
      changed.attributes = [:]
    case "PUT": changed.attributes = body?.object ?? [:]
    default:
      if let operations = body?["attrs"]?.array {
        for operation in operations { perform(operation, on: &changed.attributes) }
      } else {
        for (name, value) in body?.object ?? [:] {
          changed.attributes[name] = value == .null ? nil : value
        }
      }
    }
    if changed.attributes["text"] == "refused" { return ModelRecords.problem(422, "invalid") }
    if changed != record { put(changed, id) }
    if changed.isDeleted { return Reply(status: 204) }
    return Reply(status: 200, body: json(id))
  }

  private mutating func put(_ record: Record, _ id: String) {
    version += 1
    records[id] = record
    records[id]?.version = version
  }

  private mutating func create(_ body: [String: JSONValue], _ known: String? = nil) -> Reply {
    var attributes = body
    let id = known ?? attributes.removeValue(forKey: "uuid")?.string ?? "note-\(version)"
    guard records[id] == nil else { return ModelRecords.problem(409, "id-taken") }
    if attributes["text"] == "refused" { return ModelRecords.problem(422, "invalid") }
    put(Record(version: 0, attributes: attributes), id)
    return Reply(status: 201, body: json(id))
  }

  private mutating func undelete(_ id: String) -> Reply {
    guard var record = records[id] else { return ModelRecords.problem(404, "not-found") }
    if record.isDeleted {
      record.isDeleted = false
      put(record, id)
    }
    return Reply(status: 200, body: json(id))
  }

  private mutating func perform(_ operation: JSONValue, on attributes: inout [String: JSONValue]) {
    guard let name = operation["name"]?.string, let value = operation["value"] else { return }
    switch operation["op"]?.string {
    case "inc":
      let sum = (attributes[name]?.integer ?? 0) + (value.integer ?? 0)
      attributes[name] = .integer(sum)
    case "append":
      attributes[name] = .array((attributes[name]?.array ?? []) + (value.array ?? []))
      for text in value.array ?? [] { added[text.string ?? "", default: 0] += 1 }
    default: attributes[name] = value
    }
  }

  private func query(_ target: String) -> [String: String] {
    var found: [String: String] = [:]
    for pair in target.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      found[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    return found
  }

  private func changes(_ query: [String: String]) -> Reply {
    let parts = (query["since"] ?? "0").split(separator: "_")
    let since = parts.count > 1 ? Int64(parts[1]) ?? 0 : 0
    if parts.count > 1, parts[0] != "e\(epoch)" {
      return ModelRecords.problem(410, "epoch-changed")
    }
    if parts.count > 1, since < horizon { return ModelRecords.problem(410, "past-horizon") }
    let limit = query["limit"].flatMap { Int($0) } ?? 200
    let later = records.filter { $0.value.version > since }
      .sorted { $0.value.version < $1.value.version }
    let page = later.prefix(limit)
    let last = later.count > limit ? page.last?.value.version ?? version : version
    let end: JSONValue = [
      "syncToken": .string("e\(epoch)_\(last)"), "moreComing": .bool(later.count > limit),
    ]
    let lines = page.map { json($0.key) } + [end]
    let text = lines.map { String(decoding: $0.json, as: UTF8.self) + "\n" }.joined()
    return Reply(
      status: 200,
      body: .string(text),
      fields: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"]
    )
  }
}

extension ModelRecords.Reply {
  /// The reply as it comes from the wire.
  var response: WireResponse {
    var all = fields
    var bytes: [UInt8] = []
    if all["content-type"] == "application/x-ndjson" {
      bytes = Array((body?.string ?? "").utf8)
    } else if let body {
      bytes = body.json
      all["Content-Type"] = status < 300 ? "application/json" : "application/problem+json"
    }
    return WireResponse(status: status, fields: all, body: WireBody([bytes[...]]))
  }
}
