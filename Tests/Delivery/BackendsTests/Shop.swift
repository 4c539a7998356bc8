// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Synchronization

/// A small service over HTTP/1.1 that answers each request as a test says, and keeps their heads.
final class Shop: Sendable {
  /// The reaction to a request.
  enum Reply: Sendable {
    /// A whole response.
    case send(String)
    /// Nothing is said until the connection ends.
    case hang
    /// A whole response, after which the connection ends, without an announcement, once the flag is set.
    case sendAndClose(String, when: Flag)
    /// The connection ends without a word.
    case close
  }

  static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

  static func status(_ code: Int, _ fields: String = "") -> Reply {
    .send("HTTP/1.1 \(code) Said So\r\n\(fields)Content-Length: 0\r\n\r\n")
  }

  var address: SocketAddress { server.address }
  private let server: ScriptedServer
  private let seen: Seen

  private final class Seen: Sendable {
    let heads = Mutex<[String]>([])
    let ended = Atomic(0)
  }

  /// `reply` gets the number of the request, counted from 1 over all connections, and its head.
  init(
    at place: SocketAddress = .loopback(port: 0),
    _ reply: @escaping @Sendable (Int, String) -> Reply
  ) throws {
    let seen = Seen()
    self.seen = seen
    server = try ScriptedServer(at: place) { peer, _ in
      defer { seen.ended.add(1, ordering: .acquiringAndReleasing) }
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        let number = seen.heads.withLock { heads in
          heads.append(head)
          return heads.count
        }
        switch reply(number, head) {
        case .send(let text): try peer.send(text)
        case .sendAndClose(let text, let mayEnd):
          try peer.send(text)
          return try blockUntil("the connection may end") { mayEnd.isSet }
        case .hang: _ = try peer.receiveAll()
        case .close: return
        }
      }
    }
  }

  deinit { server.stop() }

  func stop() { server.stop() }

  /// The number of connections that were accepted.
  var connections: Int { server.connections }
  /// The number of connections that have ended.
  var ended: Int { seen.ended.load(ordering: .acquiring) }
  var requests: Int { seen.heads.withLock { $0.count } }
  var heads: [String] { seen.heads.withLock { $0 } }

  /// Waits until so many requests have come.
  func until(requests count: Int) async throws {
    try await waitUntil("\(count) requests have come") { requests >= count }
  }

  /// Waits until so many connections have ended.
  func until(ended count: Int) async throws {
    try await waitUntil("\(count) connections have ended") { ended >= count }
  }
}
