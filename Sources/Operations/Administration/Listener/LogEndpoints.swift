// SPDX-License-Identifier: Apache-2.0

import Bytes
import Filters
import HTTPServer
import HTTPValues
import Measure
import Message
import Reactor
import Serving
import Signals
import Synchronization

extension AdminEndpoint {
  /// The requests for events: the newest, new ones as they are recorded, and those of one request.
  static let log = [
    get(.log) { handler, request in
      answer(request, of: handler) { query throws(PlainError) in try LogQuery(query) }
    },
    get(.logStream) { handler, request in
      let query: LogQuery
      do throws(PlainError) {
        query = try LogQuery(AdminEndpoint.query(of: request))
      } catch {
        return AdminHandler.problem(.badRequest, error.description)
      }
      let state = handler.state
      return .later { try await LogStream(exchange: $0, state: state, query: query).send() }
    },
    get(.log, isPrefix: true) { handler, request in
      let id = String(request.path.text.dropFirst(5))
      return answer(request, of: handler) { _ in LogQuery(requestID: id) }
    },
  ]

  private static func answer(
    _ request: borrowing RequestView,
    of handler: AdminHandler,
    _ parse: (QueryParameters) throws(PlainError) -> LogQuery
  ) -> Answer {
    let query: LogQuery
    do throws(PlainError) {
      query = try parse(AdminEndpoint.query(of: request))
    } catch {
      return AdminHandler.problem(.badRequest, error.description)
    }
    let face = TableFace(of: request)
    let state = handler.state
    let shared = state.services.shared
    return .later { exchange in
      let body = try await shared.logReading.run { try query.bytes(of: shared.log, face) }
      try await state.respond(to: exchange, face.response, body: body)
    }
  }
}

/// The parameters of a request for the log: a filter, a limit, the order, and how events are grouped.
struct LogQuery: Sendable {
  private static let standardLimit = 100
  private static let limits = 0...10_000

  private var filter: EventFilter?
  private var requestID: String?
  private(set) var limit = standardLimit
  private var order = EventOrder.time
  private var isTree = false

  init(_ parameters: QueryParameters) throws(PlainError) {
    if let text = parameters["q"] {
      do throws(FilterError) {
        filter = try EventFilter(text)
      } catch {
        throw PlainError("q: \(error)")
      }
    }
    if let text = parameters["limit"] {
      guard let number = Int(text), LogQuery.limits.contains(number) else {
        throw PlainError("limit is \(text), expected 0 to 10000")
      }
      limit = number
    }
    if let text = parameters["order"] {
      guard let chosen = EventOrder(rawValue: text) else {
        throw PlainError("order is \(text), expected time or duration")
      }
      order = chosen
    }
    if let group = parameters["group"] {
      guard group == "request" else { throw PlainError("group is \(group), expected request") }
      isTree = true
    }
  }

  /// All events of one request.
  init(requestID: String) {
    self.requestID = requestID
    isTree = true
  }

  func isMatched(by record: EventRecord, now: Int64) -> Bool {
    if let requestID, record[.requestID] != .text(requestID) { return false }
    return filter?.matches(record, now: now) ?? true
  }

  /// A selection of the events that are wanted, without any yet.
  var selection: EventSelection { EventSelection(limit: limit, by: order) }

  /// The events in the format that a client gets; call it on a thread that may block.
  func bytes(of log: EventLog, _ face: TableFace) throws -> [UInt8] {
    let now = LoopClock.system.wallNanoseconds
    var reader = try EventReader.history(of: log)
    let records = try reader.read(limit: limit, by: order) { isMatched(by: $0, now: now) }
    let oldest = reader.oldest
    switch face {
    case .json, .data:
      let since = oldest.map { "\"\(FilterValue.text(ofInstant: $0))\"" } ?? "null"
      var bytes = Array("{\"since\":\(since),\"events\":[".utf8)
      for (index, record) in records.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        record.writeJSON(to: &bytes)
      }
      return bytes + Array("]}\n".utf8)
    case .text:
      let text = EventText(isTree: isTree)
      return Array(records.map { text.text($0) }.joined().utf8)
    }
  }
}

/// The events since the last call, as server-sent events.
private final class NewEvents: Sendable {
  private let reader: Mutex<EventReader>

  init(_ log: EventLog) {
    var reader = EventReader(log)
    reader.skipToEnd()
    self.reader = Mutex(reader)
  }

  func read(limit: Int, _ query: LogQuery) throws -> [UInt8] {
    let now = LoopClock.system.wallNanoseconds
    let records = try reader.withLock { reader in
      try reader.read(limit: limit) { query.isMatched(by: $0, now: now) }
    }
    var events: [UInt8] = []
    for record in records {
      var bytes: [UInt8] = []
      record.writeJSON(to: &bytes)
      events += AdminStream.event(bytes)
    }
    return events
  }
}

/// New events as server-sent events, once a second, until the client leaves or the service stops.
private struct LogStream {
  /// The events sent each second at most, the newest ones.
  private static let limit = 1_000

  let exchange: Exchange
  let state: AdminState
  let query: LogQuery

  func send() async throws {
    let shared = state.services.shared
    let reader = NewEvents(shared.log)
    try await exchange.start(
      Response(.ok, fields: ["content-type": "text/event-stream", "cache-control": "no-store"])
    )
    while !state.isStopping {
      let events = try await shared.logReading.run { [query] in
        try reader.read(limit: LogStream.limit, query)
      }
      // Writing a comment shows whether the client has left.
      try await exchange.write((events.isEmpty ? Array(": \n\n".utf8) : events).span)
      try await Task.sleep(for: .seconds(1))
    }
    try await exchange.finish()
  }
}
