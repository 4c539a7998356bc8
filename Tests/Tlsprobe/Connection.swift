// SPDX-License-Identifier: Apache-2.0

import Bytes
import CLinux
import Glibc
import Reactor
import TransportSecurity

/// Two ends in one thread, with the time that each takes.
final class Connection {
  struct Failure: Error { let text: String }

  let server: TLSSession
  private let client: TLSSession
  private var sockets: [Int32] = [-1, -1]
  private(set) var serverTime = 0
  private(set) var clientTime = 0

  init(
    _ serverContext: TLSServerContext,
    _ clientContext: TLSClientContext,
    _ name: TLSServerName
  ) throws {
    // Safe: the array has room for two descriptors.
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0, &sockets) == 0
    else { throw Failure(text: "no sockets: errno \(errno)") }
    server = try serverContext.session(on: sockets[0])
    client = try clientContext.session(on: sockets[1], to: name)
    for _ in 0..<32 where !(server.isOpen && client.isOpen) {
      let start = Clock.now
      if case .failed(let failure) = client.handshake() { throw failure }
      let middle = Clock.now
      if case .failed(let failure) = server.handshake() { throw failure }
      clientTime += middle - start
      serverTime += Clock.now - middle
    }
  }

  deinit { for socket in sockets where socket >= 0 { close(socket) } }

  func releaseServerSocket() -> Int32 {
    defer { sockets[0] = -1 }
    return sockets[0]
  }

  /// A question of 200 bytes and an answer of 2 KB.
  func exchange() {
    _ = transfer(200, in: 200, from: client, to: server)
    _ = transfer(2048, in: 2048, from: server, to: client)
  }

  func transfer(_ total: Int, in size: Int) -> (sending: Int, receiving: Int) {
    transfer(total, in: size, from: server, to: client)
  }

  private func transfer(
    _ total: Int,
    in size: Int,
    from sender: TLSSession,
    to receiver: TLSSession
  ) -> (sending: Int, receiving: Int) {
    let bytes = [UInt8](repeating: 0x78, count: size)
    var buffer = ByteBuffer(capacity: 16_384)
    var (sent, received, sending, receiving) = (0, 0, 0, 0)
    while received < total {
      let start = Clock.now
      var offset = 0
      while offset < size, case .bytes(let count) = sender.write(bytes.span.extracting(offset...)) {
        offset += count
        sent += count
        if sent - received > 100_000 { break }
      }
      let middle = Clock.now
      while case .bytes(let count) = receiver.read(into: &buffer) {
        received += count
        buffer.consume(count)
      }
      sending += middle - start
      receiving += Clock.now - middle
    }
    return (sending, receiving)
  }
}

enum Clock {
  static var now: Int {
    var time = timespec()
    // Safe: the pointer is to a local.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

enum Memory {
  /// Bytes that are in use by what `malloc` gave.
  static var heap: Int {
    Int(clinux_heap_in_use())
  }

  /// Bytes of the process in memory.
  static var resident: Int {
    // Safe: the buffer is as long as said.
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
      defer { unsafe fclose(file) }
      guard let line = unsafe fgets(text.baseAddress, 128, file) else { return 0 }
      let fields = unsafe String(cString: line).split(separator: " ")
      return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }
  }
}
