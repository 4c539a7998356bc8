// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Reactor

/// A blocking socket that a test drives by hand: a peer without manners of its own.
@safe
package final class PlainSocket: Sendable {
  private let number: Int32
  private let companion: (any AnyObject & Sendable)?

  /// The longest time of a call in seconds: enough for a busy machine, but a test that hangs ends.
  private static let patience = 120

  /// Connects; no later call waits for longer than `patience`. What is at the other end,
  /// `companion`, lives as long as the socket.
  package init(
    to address: SocketAddress,
    keeping companion: (any AnyObject & Sendable)? = nil
  ) throws {
    self.companion = companion
    number = try PlainSocket.connect(to: address)
    try setPatience()
  }

  /// Takes over a connected socket.
  package init(adopting number: Int32) throws {
    self.number = number
    companion = nil
    try setPatience()
  }

  deinit { Glibc.close(number) }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private static func failure(_ what: String) -> Failure {
    Failure(description: "\(what): errno \(errno)")
  }

  private static func connect(to address: SocketAddress) throws -> Int32 {
    let family: Int32
    var storage = sockaddr_storage()
    let length: Int
    switch address.place {
    case .v4(let ip):
      family = AF_INET
      var native = sockaddr_in()
      native.sin_family = sa_family_t(AF_INET)
      native.sin_addr.s_addr = ip.bigEndian
      native.sin_port = address.port.bigEndian
      length = MemoryLayout<sockaddr_in>.size
      unsafe memcpy(&storage, &native, length)
    case .v6:
      family = AF_INET6
      var native = sockaddr_in6()
      native.sin6_family = sa_family_t(AF_INET6)
      native.sin6_port = address.port.bigEndian
      unsafe inet_pton(AF_INET6, address.ip, &native.sin6_addr)
      length = MemoryLayout<sockaddr_in6>.size
      unsafe memcpy(&storage, &native, length)
    case .unix(let path):
      family = AF_UNIX
      var native = sockaddr_un()
      native.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &native.sun_path) { room in
        for (index, byte) in path.utf8.prefix(room.count - 1).enumerated() {
          unsafe room[index] = index == 0 && byte == UInt8(ascii: "@") ? 0 : byte
        }
      }
      // An abstract name is as long as it is; a path ends with a zero byte.
      length = 2 + path.utf8.count + (path.hasPrefix("@") ? 0 : 1)
      unsafe memcpy(&storage, &native, length)
    }
    let number = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw failure("socket") }
    let outcome = unsafe withUnsafePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(number, $0, socklen_t(length))
      }
    }
    guard outcome == 0 else {
      let error = failure("connect to \(address)")
      Glibc.close(number)
      throw error
    }
    return number
  }

  private func setPatience() throws {
    var limit = timeval(tv_sec: PlainSocket.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      guard
        unsafe setsockopt(
          number,
          SOL_SOCKET,
          option,
          &limit,
          socklen_t(MemoryLayout<timeval>.size)
        ) == 0
      else { throw PlainSocket.failure("setsockopt") }
    }
  }

  /// Makes the kernel keep as little as it can, so that a peer that writes is soon blocked.
  package func shrinkBuffers(to bytes: Int32 = 16_384) {
    var size = bytes
    for option in [SO_RCVBUF, SO_SNDBUF] {
      unsafe setsockopt(number, SOL_SOCKET, option, &size, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw PlainSocket.failure("send") }
      rest = rest.dropFirst(count)
    }
  }

  /// The next bytes to arrive, at most `limit`; empty at the end of the stream.
  package func receive(atMost limit: Int = 65_536) throws -> [UInt8] {
    try receive(atMost: limit, peeking: false)
  }

  private func receive(atMost limit: Int, peeking: Bool) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe recv(number, $0.baseAddress, $0.count, peeking ? Int32(MSG_PEEK) : 0)
    }
    guard count >= 0 else { throw PlainSocket.failure("receive") }
    return Array(bytes.prefix(count))
  }

  /// Sends what arrives here to another peer, which has nothing more to say, until the stream ends or that peer has
  /// left.
  package func pass(to other: PlainSocket) throws {
    while true {
      var ends = [
        pollfd(fd: number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other.number, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&ends, nfds_t(ends.count), Int32(PlainSocket.patience) * 1_000)
      guard count > 0 else { throw PlainSocket.failure("poll") }
      guard ends[1].revents == 0, case let piece = try receive(), !piece.isEmpty else { return }
      try other.send(piece)
    }
  }

  /// Everything up to the end of the stream, as text.
  package func receiveAll() throws -> String {
    var all: [UInt8] = []
    while case let piece = try receive(), !piece.isEmpty { all += piece }
    return String(decoding: all, as: UTF8.self)
  }

  /// Reads on until `text` was seen, and answers everything up to and including it. What follows it stays in the
  /// kernel.
  package func receive(through text: String) throws -> String {
    var all: [UInt8] = []
    let wanted = Array(text.utf8)
    while !all.suffix(wanted.count).elementsEqual(wanted) {
      let coming = all + (try receive(atMost: 65_536, peeking: true))
      guard coming.count > all.count else {
        throw Failure(
          description: "the end came before \(text): \(String(decoding: all, as: UTF8.self))"
        )
      }
      let end = PlainSocket.end(of: wanted, in: coming, behind: all.count) ?? coming.count
      all += try receive(exactly: end - all.count)
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// The first place behind `start` before which the wanted bytes stand.
  private static func end(of wanted: [UInt8], in bytes: [UInt8], behind start: Int) -> Int? {
    var place = max(start + 1, wanted.count)
    while place <= bytes.count {
      if bytes[place - 1] == wanted.last,
        bytes[place - wanted.count..<place].elementsEqual(wanted)
      {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Exactly `count` bytes.
  package func receive(exactly count: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      let next = try receive(atMost: count - all.count)
      guard !next.isEmpty else {
        throw Failure(description: "the end came after \(all.count) of \(count) bytes")
      }
      all += next
    }
    return all
  }

  /// Says that nothing more will be sent.
  package func finishSending() { _ = shutdown(number, Int32(SHUT_WR)) }

  /// Closes both directions, as the end of a process does.
  package func close() { dup2(PlainSocket.nowhere, number) }

  /// Closes with a reset.
  package func reset() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    // The descriptor stays ours until `deinit`: another thread must not get its number meanwhile.
    dup2(PlainSocket.nowhere, number)
  }

  private static let nowhere: Int32 = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
}
