// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor
import Testing
import TransportSecurity

/// Two sessions that talk to each other in one thread, turn by turn.
final class Conversation {
  let sockets: SocketPair
  let server: TLSSession
  let client: TLSSession
  private(set) var serverFailure: StreamFailure?
  private(set) var clientFailure: StreamFailure?

  init(
    _ serverContext: TLSServerContext,
    _ clientContext: TLSClientContext,
    to name: String = "shop.example",
    bufferSize: Int32? = nil
  ) throws {
    sockets = try SocketPair(bufferSize: bufferSize)
    server = try serverContext.session(on: sockets.server)
    client = try clientContext.session(on: sockets.client, to: TLSServerName(name))
  }

  var isOpen: Bool { server.isOpen && client.isOpen && clientFailure == nil }

  /// Lets both sides do what they can until both are done or one has failed.
  @discardableResult
  func shakeHands() -> Conversation {
    var isServerDone = false
    var isClientDone = false
    for _ in 0..<64 where !(isServerDone && isClientDone) {
      if !isClientDone {
        switch client.handshake() {
        case .done: isClientDone = true
        case .wait: break
        case .failed(let failure):
          clientFailure = failure
          isClientDone = true
        }
      }
      if !isServerDone {
        switch server.handshake() {
        case .done: isServerDone = true
        case .wait: break
        case .failed(let failure):
          serverFailure = failure
          isServerDone = true
          // What the server has to say arrives before the end of its stream.
          if isClientDone { _ = Conversation.read(client) }
        }
      }
    }
    return self
  }

  /// What one side reads until there is nothing more for now.
  static func read(_ session: TLSSession) -> (bytes: [UInt8], last: ReadOutcome) {
    var buffer = ByteBuffer()
    while true {
      let outcome = session.read(into: &buffer)
      guard case .bytes = outcome else { return (buffer.span.array, outcome) }
    }
  }

  /// Sends a text from one side to the other and gives back what arrived.
  static func pass(_ text: String, from sender: TLSSession, to receiver: TLSSession) -> String {
    guard case .bytes(text.utf8.count) = sender.write(text.utf8Span.span) else { return "" }
    return String(decoding: read(receiver).bytes, as: UTF8.self)
  }

  /// Passes a question and an answer; whether both arrived whole.
  func exchange() -> Bool {
    Conversation.pass("question", from: client, to: server) == "question"
      && Conversation.pass("answer", from: server, to: client) == "answer"
  }
}
