// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Glibc
import LoopTesting
import Reactor
import Synchronization

/// An origin that gives the answers that a test sets, and records its requests.
final class StubOrigin: Sendable {
  struct Answer: Sendable {
    var status = 200
    var fields: [String: String] = [:]
    /// The body of answers, to which the number of requests so far is appended.
    var body = "answer"
  }

  private struct State {
    var answer = Answer()
    var requests: [String] = []
    var isGone = false
    var isHeld = false
  }

  private let state: Shared
  private let server: ScriptedServer

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  init() throws {
    let shared = Shared()
    state = shared
    server = try ScriptedServer { socket, _ in
      while let head = try? socket.receive(through: "\r\n\r\n") {
        let reply = shared.state.withLock { state -> String? in
          guard !state.isGone else { return nil }
          state.requests.append(head)
          let body = "\(state.answer.body) \(state.requests.count)"
          let fields = state.answer.fields.map { "\($0): \($1)\r\n" }.joined()
          return "HTTP/1.1 \(state.answer.status) S\r\n\(fields)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        guard let reply else { return }
        while shared.state.withLock({ $0.isHeld && !$0.isGone }) { usleep(1_000) }
        try socket.send(reply)
      }
    }
  }

  deinit { server.stop() }

  func answer(_ change: (inout Answer) -> Void) {
    state.state.withLock { change(&$0.answer) }
  }

  /// Answers nothing more until it is released.
  func hold() { state.state.withLock { $0.isHeld = true } }

  func release() { state.state.withLock { $0.isHeld = false } }

  /// Nobody answers any more.
  func goAway() {
    state.state.withLock { $0.isGone = true }
    server.stop()
  }

  var requests: [String] { state.state.withLock { $0.requests } }

  var settings: ExportSettings {
    var settings = ExportSettings()
    settings.originPort = Int(server.address.port)
    return settings
  }
}
