// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PorticoClient

/// A site with editions, as the gateway serves it: one after the other, each as a whole.
final class ModelSite: Transport {
  struct Down: Error {}

  struct State: Sendable {
    var now: Int64 = 1_800_000_000
    /// The published edition, and that of its config: not every edition changes it.
    var edition = 1
    var config = 1
    var published: Int64 = 1_800_000_000
    var ttl: Int64 = 30
    /// The members that the config has besides its links, and the site's state.
    var extra: [String: JSONValue] = [:]
    var closed: JSONValue?
    /// Members of documents, by their paths; nothing else than the paths is there.
    var documents: [String: [String: JSONValue]] = ["/home": [:], "/terms": [:], "/news": [:]]
    var raw: [String: String] = [:]
    /// Whether answers name their edition.
    var isNamed = false
    var isDown = false
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
    var requests: [WireRequest] = []
  }

  private let state = Locked(State())

  var now: Int64 { state.withLock { $0.now } }
  var heldCount: Int { state.withLock { $0.held.count } }
  var paths: [String] { state.withLock { $0.requests.map(\.address.target) } }

  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

  /// Publishes the next edition.
  func publish(changesConfig: Bool = true) {
    change { state in
      state.edition += 1
      if changesConfig { state.config = state.edition }
      state.published = state.now
    }
  }

  func hold() { change { $0.isHeld = true } }

  func letGo() {
    let held = state.withLock { state in
      defer { (state.held, state.isHeld) = ([], false) }
      return state.held
    }
    for one in held { one.resume() }
  }

  /// The answer is made when the request comes, however late it arrives.
  func send(_ request: WireRequest) async throws -> WireResponse {
    let (response, isHeld) = state.withLock { state in
      state.requests.append(request)
      return (state.isDown ? nil : state.answer(to: request), state.isHeld)
    }
    if isHeld {
      await withCheckedContinuation { continuation in
        let passes = state.withLock { state in
          if state.isHeld { state.held.append(continuation) }
          return !state.isHeld
        }
        if passes { continuation.resume() }
      }
    }
    guard let response else { throw Down() }
    return response
  }
}

extension ModelSite.State {
  fileprivate func answer(to request: WireRequest) -> WireResponse {
    let path = request.address.target
    let begin = now - now % ttl
    var body: [String: JSONValue]
    if let closed, path != "/config" { return response(503, closed, ["Retry-After": "7"]) }
    if path == "/config" {
      body = ["datatype": "config", "edition": .integer(Int64(config)), "home": "/home"]
      body.merge(closed?.object ?? extra) { $1 }
    } else if let members = documents[path] {
      body = [
        "datatype": "screen", "edition": .integer(Int64(edition)),
        "config": .integer(Int64(config)), "path": .string(path),
      ]
      body.merge(members) { $1 }
    } else {
      return response(404, ["title": "Not Found"], [:])
    }
    body["_expire"] = .string("\(begin + ttl)")
    let value = JSONValue.object(body)
    let text = raw[path] ?? String(decoding: value.json, as: UTF8.self)
    let tag = "\"\(text.hashValue)\""
    var fields: WireFields = [
      "Date": ModelSite.date(now), "Last-Modified": ModelSite.date(max(begin, published)),
      "ETag": tag, "Cache-Control": "max-age=\(begin + ttl - now), stale-if-error=86400",
    ]
    if isNamed { fields["Edition"] = "edition-\(edition)" }
    if request.fields["if-none-match"] == tag { return WireResponse(status: 304, fields: fields) }
    return response(200, value, fields, text)
  }

  private func response(
    _ status: Int,
    _ value: JSONValue,
    _ fields: WireFields,
    _ text: String? = nil
  ) -> WireResponse {
    var fields = fields
    fields["Content-Type"] = "application/json"
    let body = text.map { Array($0.utf8) } ?? value.json
    return WireResponse(status: status, fields: fields, body: WireBody([body[...]]))
  }
}

extension ModelSite {
  /// The date of HTTP for an instant of 15 January 2027 or of the days behind it in that month.
  static func date(_ instant: Int64) -> String {
    func digits(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
    // 15 January begins with 1,799,971,200.
    let seconds = instant - 1_799_971_200
    let day = 15 + seconds / 86_400
    let time = [seconds % 86_400 / 3_600, seconds % 3_600 / 60, seconds % 60].map(digits)
    return "Fri, \(digits(day)) Jan 2027 \(time.joined(separator: ":")) GMT"
  }
}

/// A disk that can be held once, and knows what was read.
final class GatedDisk: ObjectPersistence {
  private let disk: MemoryPersistence
  private let gate = DispatchSemaphore(value: 0)
  private let state = Locked((isHeld: false, reads: [String]()))

  init(_ disk: MemoryPersistence = MemoryPersistence()) { self.disk = disk }

  /// The ids of the records that were asked for.
  var reads: [String] { state.withLock { $0.reads } }

  func hold() { state.withLock { $0.isHeld = true } }

  func letGo() {
    state.withLock { $0.isHeld = false }
    gate.signal()
  }

  private func pass() {
    guard state.withLock({ $0.isHeld }) else { return }
    gate.wait()
    gate.signal()
  }

  func keep(_ records: RecordList) throws(PersistenceFault) {
    pass()
    try disk.keep(records)
  }

  func record(_ id: String) throws(PersistenceFault) -> RecordList? {
    state.withLock { $0.reads.append(id) }
    pass()
    return try disk.record(id)
  }

  func visit(_ body: (RecordList) -> Bool) throws(PersistenceFault) { try disk.visit(body) }
  func synchronize() throws(PersistenceFault) { pass() }
  func removeAll() throws(PersistenceFault) { try disk.removeAll() }
}
