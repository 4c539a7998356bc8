// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Synchronization

/// Stands between apps and a gateway, and breaks the requests that a test chooses. Its address stays the same when the
/// gateway is another one.
final class FaultyProxy: Sendable {
  /// What happens to a request.
  enum Fault: Sendable {
    /// The connection breaks before the gateway has the request.
    case loseRequest
    /// The connection breaks behind the gateway's answer, of which the app gets nothing.
    case loseAnswer
  }

  /// A request with the head of the gateway's answer.
  struct Exchange: Sendable {
    /// The method and the path.
    let line: String
    let head: String
    let answer: String

    var status: String { String(answer.dropFirst(9).prefix(3)) }

    /// The value of a field of the answer.
    func field(_ name: String) -> String? {
      FaultyProxy.value(of: name, in: answer)
    }
  }

  private struct State: Sendable {
    var gateway: SocketAddress
    var isOffline = false
    /// The faults of the next requests, by the beginning of their lines.
    var faults: [(line: String, fault: Fault)] = []
    var exchanges: [Exchange] = []
  }

  private final class Shared: Sendable {
    let state: Mutex<State>
    init(_ gateway: SocketAddress) { state = Mutex(State(gateway: gateway)) }
  }

  private let shared: Shared
  private let server: ScriptedServer

  init(to gateway: SocketAddress) throws {
    let shared = Shared(gateway)
    self.shared = shared
    server = try ScriptedServer { peer, _ in try FaultyProxy.pass(peer, shared) }
  }

  deinit { server.stop() }

  var address: SocketAddress { server.address }

  /// The requests that the gateway has answered, in the order of their answers.
  var exchanges: [Exchange] { shared.state.withLock { $0.exchanges } }

  /// The answered requests whose lines begin with a text.
  func exchanges(_ line: String) -> [Exchange] { exchanges.filter { $0.line.hasPrefix(line) } }

  /// Whether no request arrives.
  func setOffline(_ value: Bool) { shared.state.withLock { $0.isOffline = value } }

  func setGateway(_ address: SocketAddress) { shared.state.withLock { $0.gateway = address } }

  /// Breaks the next request whose line begins with a text, such as `PATCH /v1/notes/`.
  func fail(_ line: String, _ fault: Fault) {
    shared.state.withLock { $0.faults.append((line, fault)) }
  }

  fileprivate static func value(of name: String, in head: String) -> String? {
    for line in head.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == name else { continue }
      return String(parts[1].drop { $0 == " " })
    }
    return nil
  }

  /// Passes one request on, and its answer back piece by piece.
  private static func pass(_ peer: PlainSocket, _ shared: Shared) throws {
    let head = try peer.receive(through: "\r\n\r\n")
    let line = head.split(separator: " ").prefix(2).joined(separator: " ")
    let body = try peer.receive(
      exactly: value(of: "content-length", in: head).flatMap(Int.init) ?? 0
    )
    let (gateway, fault) = shared.state.withLock { state -> (SocketAddress, Fault?) in
      if state.isOffline { return (state.gateway, .loseRequest) }
      guard let place = state.faults.firstIndex(where: { line.hasPrefix($0.line) }) else {
        return (state.gateway, nil)
      }
      return (state.gateway, state.faults.remove(at: place).fault)
    }
    if case .loseRequest? = fault { return peer.reset() }
    let upstream = try PlainSocket(to: gateway)
    try upstream.send(Array(head.utf8.dropLast(2)) + "Connection: close\r\n\r\n".utf8 + body)
    let answer = try upstream.receive(through: "\r\n\r\n")
    let exchange = Exchange(line: line, head: head, answer: answer)
    if case .loseAnswer? = fault {
      _ = try upstream.receiveAll()
      shared.state.withLock { $0.exchanges.append(exchange) }
      return peer.reset()
    }
    shared.state.withLock { $0.exchanges.append(exchange) }
    try peer.send(answer)
    try upstream.pass(to: peer)
  }
}
