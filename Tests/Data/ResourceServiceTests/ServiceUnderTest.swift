// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Synchronization

/// A service over a store in memory, or in a file, with a clock that tests move.
final class ServiceUnderTest: Sendable {
  let service: ResourceService
  private let tags = Tags()
  private let clock = Mutex(StoreSamples.now)

  private final class Tags: Sendable {
    let all = Mutex<[[String]]>([])
    let elsewhere = Mutex<[[String]]>([])
  }

  convenience init(
    storedAt path: String = ":memory:",
    _ change: (inout ResourceService.Settings) -> Void = { _ in }
  ) throws {
    try self.init(over: ServiceUnderTest.store(path), change)
  }

  /// A store in memory, or in a file, with types.
  static func store(_ path: String = ":memory:") throws -> ResourceStore {
    let store = try ResourceStore(path)
    _ = try store.setTypes(StoreSamples.types(), options: [])
    return store
  }

  init(
    over store: ResourceStore,
    _ change: (inout ResourceService.Settings) -> Void = { _ in }
  ) throws {
    var settings = ResourceService.Settings()
    let tags = tags
    settings.mount = "/v1"
    settings.changed = { changed in tags.all.withLock { $0.append(changed) } }
    settings.changedElsewhere = { changed in tags.elsewhere.withLock { $0.append(changed) } }
    change(&settings)
    service = ResourceService(store, settings)
  }

  /// The tags of each change so far.
  var changedTags: [[String]] { tags.all.withLock(\.self) }

  /// Looks for commits of other processes; returns the tags of what they have changed.
  func tagsChangedElsewhere() throws -> [[String]] {
    try service.announceForeignCommits()
    return tags.elsewhere.withLock { tags in
      defer { tags = [] }
      return tags
    }
  }

  func forgetOld() { service.forgetOld(at: clock.withLock(\.self)) }

  func set(_ now: Timestamp) { clock.withLock { $0 = now } }

  func advance(bySeconds seconds: Int64) {
    clock.withLock { $0 = $0.advanced(byMilliseconds: seconds * 1_000) }
  }

  func send(
    _ method: HTTPValues.Method,
    _ target: String,
    _ fields: Fields = Fields(),
    _ body: DataValue? = nil,
    from sender: RecordSender = RecordSender()
  ) throws -> Reply {
    var bytes: [UInt8] = []
    if let body { try JSONWriter().write(body, to: &bytes) }
    return Reply(service.reply(to: try request(method, target, fields, bytes, from: sender)))
  }

  func request(
    _ method: HTTPValues.Method,
    _ target: String,
    _ fields: Fields = Fields(),
    _ body: [UInt8] = [],
    from sender: RecordSender = RecordSender()
  ) throws -> ResourceRequest {
    guard
      let request = ResourceRequest(
        method,
        target,
        mount: "/v1",
        fields: fields,
        body: body,
        now: clock.withLock(\.self),
        from: sender
      )
    else { throw Unreadable() }
    return request
  }

  struct Unreadable: Error {}

  /// Creates a record, and returns its id.
  func create(_ body: DataValue, in type: String = "flowers") throws -> String {
    try send(.post, "/v1/\(type)", [:], body).json["uuid"]?.string ?? ""
  }
}

/// An answer with its JSON.
struct Reply {
  let status: Int
  let fields: Fields
  let body: [UInt8]

  init(_ reply: ResourceReply) {
    status = Int(reply.status.code)
    fields = reply.fields
    body = reply.body
  }

  var json: DataValue {
    (try? DataValue(reading: body.span, as: .json)) ?? .null
  }

  /// The names of the flowers of a slice.
  var names: [String] {
    (json["data"]?.elements ?? []).map { $0["name"]?.string ?? "" }
  }
}
