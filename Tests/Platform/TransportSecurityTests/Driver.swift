// SPDX-License-Identifier: Apache-2.0

import Bytes
import Glibc
import Reactor
import TransportSecurity

/// Drives one session against another program: waits for the socket whenever the session says so.
struct Driver {
  let session: TLSSession
  let socket: Int32

  private func wait(_ readiness: Readiness) -> Bool {
    Loopback.wait(socket, for: readiness == .readable ? POLLIN : POLLOUT)
  }

  private var timeout: StreamFailure { StreamFailure(.system(ETIMEDOUT), "no answer") }

  /// The failure, if it fails.
  func shakeHands() -> StreamFailure? {
    while true {
      switch session.handshake() {
      case .done: return nil
      case .failed(let failure): return failure
      case .wait(let readiness): if !wait(readiness) { return timeout }
      }
    }
  }

  func send(_ text: String) -> StreamFailure? {
    var rest = ByteBuffer()
    rest.append(text)
    while !rest.isEmpty {
      switch session.write(rest.span) {
      case .bytes(let count): rest.consume(count)
      case .failed(let failure): return failure
      case .wait(let readiness): if !wait(readiness) { return timeout }
      }
    }
    return nil
  }

  /// Reads until the text has come or the stream is at its end.
  func receive(upTo text: String? = nil) -> (text: String, last: ReadOutcome) {
    var buffer = ByteBuffer()
    while true {
      let outcome = session.read(into: &buffer)
      let seen = buffer.span.text
      switch outcome {
      case .bytes: if let text, seen.contains(text) { return (seen, outcome) }
      case .wait(let readiness): if !wait(readiness) { return (seen, .failed(timeout)) }
      case .end, .failed: return (seen, outcome)
      }
    }
  }
}
