// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
package import HTTPServer
package import HTTPValues
package import Reactor
import Synchronization

/// Takes the messages of other nodes for the nodes of this process, one of each site, and their questions for reports.
package final class FleetGate: Sendable {
  /// The longest body of a request, in bytes.
  package static let bodyLimit = 4 << 20
  /// The distance of the clocks of two nodes within which requests are taken, in milliseconds.
  static let clockLimit: Int64 = 60_000
  /// The most requests that are remembered, so that none is taken twice.
  static let mostSeen = 200_000
  /// The pause between two reports of refused requests, in nanoseconds.
  private static let reportPause: Int64 = 60_000_000_000

  /// The word in the place of a site in signatures of questions for reports, which are of the whole process.
  static let reportsName = "*"

  /// Answers a question for a report.
  package typealias Reports =
    @Sendable (borrowing RequestView, FleetReader, Peer, LoopCore) -> Answer

  private let key: FleetKey
  private let clock: LoopClock
  private let report: @Sendable (String) -> Void
  private let nodes: Mutex<[String: FleetNode]> = Mutex([:])
  private let reports: Mutex<Reports?> = Mutex(nil)
  private let seen = Mutex(SeenRequests())
  private let reported: Mutex<Int64?> = Mutex(nil)

  /// - Parameter report: told of refused requests, once a minute at most.
  package init(
    _ key: FleetKey,
    clock: LoopClock = .system,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.key = key
    self.clock = clock
    self.report = report
  }

  /// The limits of the server at which other nodes ask.
  package static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.bodyBytes = bodyLimit
    limits.connections = 1_024
    limits.timeouts.idle = .seconds(120)
    limits.timeouts.drain = .seconds(1)
    return limits
  }

  /// Takes messages for a node of a site from now on.
  package func open(_ site: String, to node: FleetNode) {
    nodes.withLock { $0[Self.segment(of: site)] = node }
  }

  /// Takes no messages for the node of a site any more.
  package func close(_ site: String) {
    nodes.withLock { $0[Self.segment(of: site)] = nil }
  }

  /// A site's part of a path.
  static func segment(of site: String) -> String {
    PercentCoding.encode(site, keeping: .unreserved)
  }

  /// Answers questions of other nodes for reports from now on.
  package func open(_ reports: @escaping Reports) { self.reports.withLock { $0 = reports } }

  /// Returns the handler of a loop.
  package func handler(on core: LoopCore) -> any RequestHandler { FleetHandler(self, core) }

  fileprivate func answer(_ exchange: Exchange) async throws {
    do throws(FleetRefusal) {
      try await admit(exchange)
    } catch {
      let (response, body) = refused(error)
      return try await exchange.respond(response, body: body)
    }
    try await exchange.respond(Response(.noContent, fields: ["cache-control": "no-store"]))
  }

  /// Answers a question for a report of this process.
  fileprivate func report(
    _ request: borrowing RequestView,
    from peer: Peer,
    on core: LoopCore
  ) -> Answer {
    do throws(FleetRefusal) {
      let reader = try reader(of: request)
      guard let reports = reports.withLock(\.self) else {
        throw FleetRefusal(.notFound, "this node has no listener for operators")
      }
      return reports(request, reader, peer, core)
    } catch {
      let (response, body) = refused(error)
      return .response(response, body: body)
    }
  }

  private func reader(of request: borrowing RequestView) throws(FleetRefusal) -> FleetReader {
    guard let reader = request.fields.combined(FleetReader.field).flatMap({ FleetReader($0) })
    else {
      throw FleetRefusal(.badRequest, "expected the operator in the field Portico-Fleet-Reader")
    }
    let envelope = try envelope(
      request.fields.combined(FleetEnvelope.field),
      of: Self.reportsName,
      to: nodes.withLock { $0.values.map(\.id) }
    )
    guard BlobDigest(of: reader.signed(request.target.text)) == envelope.digest else {
      throw FleetRefusal(.unauthorized, "the question is not the one that was signed")
    }
    return reader
  }

  private func refused(_ refusal: FleetRefusal) -> (Response, [UInt8]) {
    tell("a message of another node is refused: \(refusal.reason)")
    var fields: Fields = ["content-type": "\(Problem.mediaType)", "cache-control": "no-store"]
    if refusal.status == .methodNotAllowed { fields.set("allow", "GET, POST") }
    if refusal.status == .unauthorized { fields.set("www-authenticate", "Portico-Fleet") }
    return (
      Response(refusal.status, fields: fields),
      Problem(.plain(refusal.status), detail: refusal.reason).json
    )
  }

  private func tell(_ text: String) {
    let now = clock.wallNanoseconds
    let isDue = reported.withLock { last in
      if let last, now - last < Self.reportPause { return false }
      last = now
      return true
    }
    if isDue { report(text) }
  }

  private func admit(_ exchange: Exchange) async throws(FleetRefusal) {
    guard exchange.request.method == .post else {
      throw FleetRefusal(.methodNotAllowed, "expected GET of a report or POST of messages")
    }
    let path = exchange.request.target
    let name = path.hasPrefix(Self.path) ? String(path.dropFirst(Self.path.count)) : nil
    guard let name, let node = nodes.withLock({ $0[name] }) else {
      throw FleetRefusal(.notFound, "there is no node of such a site here")
    }
    let envelope = try envelope(
      exchange.request.fields[FleetEnvelope.field],
      of: name,
      to: [node.id]
    )
    let body: [UInt8]
    do {
      body = try await exchange.body(atMost: Self.bodyLimit)
    } catch {
      throw FleetRefusal(.contentTooLarge, "expected at most \(Self.bodyLimit) bytes")
    }
    guard BlobDigest(of: body) == envelope.digest else {
      throw FleetRefusal(.unauthorized, "the body is not the one that was signed")
    }
    guard let messages = PeerMessage.list(body) else {
      throw FleetRefusal(.badRequest, "the body is no list of messages")
    }
    for message in messages { node.receive(message, from: envelope.sender) }
  }

  /// Reads a signature and takes it once.
  private func envelope(
    _ text: String?,
    of name: String,
    to receivers: [NodeID]
  ) throws(FleetRefusal) -> FleetEnvelope {
    guard let text else {
      throw FleetRefusal(.unauthorized, "expected a signature in the field Portico-Fleet")
    }
    let envelope = try FleetEnvelope(text, of: name, key)
    let now = clock.wallNanoseconds / 1_000_000
    let (distance, isOver) = envelope.time.subtractingReportingOverflow(now)
    guard !isOver, distance.magnitude <= UInt64(Self.clockLimit) else {
      throw FleetRefusal(
        .unauthorized,
        "the clocks differ by \(isOver ? 0 : distance / 1_000) s; expected at most "
          + "\(Self.clockLimit / 1_000) s"
      )
    }
    guard receivers.contains(envelope.receiver) else {
      let own = receivers.map { "\($0)" }.joined(separator: ", ")
      throw FleetRefusal(
        .misdirectedRequest,
        "this is node \(own), and the message is for \(envelope.receiver)"
      )
    }
    try seen.withLock { seen throws(FleetRefusal) in try seen.add(envelope, at: now) }
    return envelope
  }

  /// The beginning of the paths of sites.
  static let path = "/fleet/"
}

/// The requests of the last minutes.
struct SeenRequests: Sendable {
  private struct Name: Hashable {
    let sender: NodeID
    let nonce: UInt64
  }

  private var names: Set<Name> = []
  private var order: [(name: Name, time: Int64)] = []
  private var first = 0

  /// Notes a request, unless it was seen before.
  mutating func add(_ envelope: FleetEnvelope, at now: Int64) throws(FleetRefusal) {
    // A request of a clock that is ahead is valid for twice the distance.
    while first < order.count, order[first].time + 2 * FleetGate.clockLimit < now {
      names.remove(order[first].name)
      first += 1
    }
    if first > 1_024, first * 2 > order.count {
      order.removeFirst(first)
      first = 0
    }
    let name = Name(sender: envelope.sender, nonce: envelope.nonce)
    guard !names.contains(name) else { throw FleetRefusal(.conflict, "the message came before") }
    guard names.count < FleetGate.mostSeen else {
      throw FleetRefusal(.serviceUnavailable, "too many messages in the last minutes")
    }
    names.insert(name)
    order.append((name, now))
  }
}

/// The handler of one loop.
private final class FleetHandler: RequestHandler {
  private let gate: FleetGate
  private let core: LoopCore

  init(_ gate: FleetGate, _ core: LoopCore) {
    self.gate = gate
    self.core = core
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    if request.method == .get { return gate.report(request, from: peer, on: core) }
    return .later { [gate] exchange in try await gate.answer(exchange) }
  }
}
