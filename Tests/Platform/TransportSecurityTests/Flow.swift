// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor
import Testing
import TransportSecurity

/// Bytes that go from one session to another, as much at a time as the sockets take.
final class Flow {
  private(set) var waits = 0
  private(set) var received: [UInt8] = []
  private let sender: TLSSession
  private let receiver: TLSSession
  private let bytes: [UInt8]
  private let size: Int
  private var sent = 0
  private var lastCopy: [UInt8] = []

  init(from sender: TLSSession, to receiver: TLSSession, _ bytes: [UInt8], in size: Int) {
    self.sender = sender
    self.receiver = receiver
    self.bytes = bytes
    self.size = size
  }

  var isDone: Bool { received.count >= bytes.count }

  func step() {
    if sent < bytes.count {
      // A copy while the last one lives: what is unfinished goes on from another place in memory.
      let copy = Array(bytes[sent..<min(bytes.count, sent + size)])
      let outcome = sender.write(copy.span)
      lastCopy = copy
      switch outcome {
      case .bytes(let count): sent += count
      case .wait: waits += 1
      case .failed(let failure): Issue.record("\(failure)")
      }
    }
    var buffer = ByteBuffer()
    if case .failed(let failure) = receiver.read(into: &buffer) { Issue.record("\(failure)") }
    received.append(buffer.span)
  }
}
