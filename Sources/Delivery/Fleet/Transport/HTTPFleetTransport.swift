// SPDX-License-Identifier: Apache-2.0

package import Bytes
import DataFiles
package import HTTPClient
import HTTPValues
package import Reactor
import Signals
import Synchronization

// One request at a time is under way to each node; what is to be sent meanwhile goes with the next one. A request that
// fails is not repeated: the machine sends again what matters.

/// Sends messages to other nodes by HTTP/1.1, signed with the fleet's key.
package final class HTTPFleetTransport: FleetTransport {
  /// The longest time of a request.
  private static let timeout = Duration.seconds(2)
  /// The longest time of a question for a report, and its longest answer in bytes.
  private static let reportLimits = (time: Duration.seconds(20), bytes: 32 << 20)
  /// The most messages that wait for one node; the oldest are dropped.
  private static let mostWaiting = 2_000

  private let site: String
  private let key: FleetKey
  private let sender: Mutex<NodeID?> = Mutex(nil)
  private let loop: EventLoop
  private let peers: LoopConfined<Peers>
  private let report: @Sendable (String) -> Void
  private let failed: Mutex<[NodeID: String]> = Mutex([:])

  private final class Peers {
    let client: HTTPClient
    var all: [NodeID: Peer] = [:]

    init(_ client: HTTPClient) { self.client = client }
  }

  private final class Peer {
    var waiting: [PeerMessage] = []
    var isSending = false
  }

  /// Makes a transport of a loop, which must be the current one.
  ///
  /// - Parameters:
  ///   - site: the name of the site, which all nodes have in common.
  ///   - report: told when a node cannot be reached, and when it can again.
  package init(
    of site: String,
    _ key: FleetKey,
    _ configuration: ClientConfiguration,
    resolver: Resolver,
    on core: LoopCore,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    self.site = FleetGate.segment(of: site)
    self.key = key
    self.report = report
    loop = core.loop
    var configuration = configuration
    configuration.connectTimeout = .seconds(1)
    configuration.waitingPerOrigin = 4
    let client = try HTTPClient(
      on: core,
      configuration,
      resolver: resolver,
      // Its calls are not part of the metrics of any site.
      signals: ClientSignals(SignalRegistry())
    )
    peers = LoopConfined(Peers(client), to: core.loop.number)
  }

  /// Sends in the name of a node from now on.
  package func begin(as node: NodeID) { sender.withLock { $0 = node } }

  /// The reasons for which nodes cannot be reached.
  package var failures: [NodeID: String] { failed.withLock(\.self) }

  /// Asks a node for a report of its whole process.
  ///
  /// - Parameter types: the media types that are preferred, as in the field `Accept`.
  package func report(
    _ target: String,
    as types: String,
    for reader: FleetReader,
    of node: NodeReport
  ) async throws(PlainError) -> FetchedResponse {
    guard let own = sender.withLock(\.self), let address = node.address,
      let origin = Origin(address)
    else { throw PlainError("its address is not known") }
    let question = Task(executorPreference: loop) {
      () async -> Result<FetchedResponse, ClientError> in
      await self.answer(to: target, as: types, for: reader, from: own, of: node.id, at: origin)
    }
    do throws(ClientError) {
      return try await question.value.get()
    } catch {
      throw PlainError("it is not reached: \(error)")
    }
  }

  private func answer(
    to target: String,
    as types: String,
    for reader: FleetReader,
    from own: NodeID,
    of node: NodeID,
    at origin: Origin
  ) async -> Result<FetchedResponse, ClientError> {
    let client = peers.value.client
    var request = Request(.get, scheme: origin.scheme, authority: origin.authority, target: target)
    sign(&request, reader.signed(target), of: FleetGate.reportsName, from: own, to: node)
    request.fields.set(FleetReader.field, reader.text)
    request.fields.set("accept", types)
    var options = CallOptions()
    options.deadline = client.core.momentNow + Self.reportLimits.time
    options.bodyLimit = Self.reportLimits.bytes
    do throws(ClientError) {
      return .success(try await client.fetch(request, to: Destination(origin), options: options))
    } catch {
      return .failure(error)
    }
  }

  package func send(_ message: PeerMessage, to node: NodeReport) {
    guard let own = sender.withLock(\.self), let address = node.address,
      let origin = Origin(address)
    else { return }
    let peers = peers.value
    let peer = peers.all[node.id] ?? Peer()
    peers.all[node.id] = peer
    peer.waiting.append(message)
    if peer.waiting.count > Self.mostWaiting { peer.waiting.removeFirst() }
    guard !peer.isSending else { return }
    peer.isSending = true
    let confined = LoopConfined(peer, to: peers.client.core.loop.number)
    _ = peers.client.core.loop.start { [self] in
      await sendAll(of: confined.value, from: own, to: node, at: origin)
    }
  }

  private func sendAll(
    of peer: Peer,
    from own: NodeID,
    to node: NodeReport,
    at origin: Origin
  ) async {
    defer { peer.isSending = false }
    while let body = PeerMessage.take(&peer.waiting, atMost: FleetGate.bodyLimit) {
      note(await failure(body, from: own, to: node.id, at: origin), of: node)
    }
  }

  /// Sends one body; returns why it was not taken, if so.
  private func failure(
    _ body: [UInt8],
    from own: NodeID,
    to node: NodeID,
    at origin: Origin
  ) async -> String? {
    let client = peers.value.client
    var request = Request(
      .post,
      scheme: origin.scheme,
      authority: origin.authority,
      target: "\(FleetGate.path)\(site)"
    )
    sign(&request, body, of: site, from: own, to: node)
    request.fields.set("content-type", "application/json")
    var options = CallOptions()
    options.deadline = client.core.momentNow + Self.timeout
    options.isIdempotent = true
    options.bodyLimit = 65_536
    do throws(ClientError) {
      let answer = try await client.fetch(
        request,
        to: Destination(origin),
        body: body,
        options: options
      )
      let status = answer.response.status
      // A repeated request came before.
      guard status != .noContent, status != .conflict else { return nil }
      let detail = (try? DataValue(reading: answer.body.span, as: .json))?["detail"]?.string
      return "it answers \(status.code)" + (detail.map { ": \($0)" } ?? "")
    } catch {
      return error.kind == .timeout ? "it does not answer" : error.description
    }
  }

  /// Adds the field by which a node knows the sender, with what the signature covers.
  private func sign(
    _ request: inout Request,
    _ bytes: [UInt8],
    of name: String,
    from own: NodeID,
    to node: NodeID
  ) {
    let envelope = FleetEnvelope(
      site: name,
      from: own,
      to: node,
      time: peers.value.client.core.wallNanoseconds / 1_000_000,
      nonce: .random(in: .min ... .max),
      body: bytes
    )
    request.fields.set(FleetEnvelope.field, envelope.text(key))
  }

  private func note(_ failure: String?, of node: NodeReport) {
    let before = failed.withLock { failed in
      let before = failed[node.id]
      failed[node.id] = failure
      return before
    }
    guard (before == nil) != (failure == nil) else { return }
    report(
      failure.map { "the node \(node.name) is not reached: \($0)" }
        ?? "the node \(node.name) is reached again"
    )
  }
}

extension PeerMessage {
  /// Takes messages from the beginning of a queue, as the body of a request; `nil` where there is none. What is too
  /// long for any request is left to the store.
  static func take(_ waiting: inout [PeerMessage], atMost limit: Int) -> [UInt8]? {
    var body = [UInt8(ascii: "[")]
    var count = 0
    for message in waiting {
      let bytes = message.data.json
      guard body.count + bytes.count + 2 <= limit || body.count == 1 else { break }
      count += 1
      guard bytes.count + 2 <= limit else { continue }
      if body.count > 1 { body.append(UInt8(ascii: ",")) }
      body += bytes
    }
    waiting.removeFirst(count)
    body.append(UInt8(ascii: "]"))
    return body.count > 2 ? body : nil
  }

  /// The messages of a body, without those of kinds that are not known; `nil` where it is none.
  static func list(_ body: [UInt8]) -> [PeerMessage]? {
    guard let data = try? DataValue(reading: body.span, as: .json),
      case .array(let elements) = data.content
    else { return nil }
    return elements.compactMap { PeerMessage($0) }
  }
}
