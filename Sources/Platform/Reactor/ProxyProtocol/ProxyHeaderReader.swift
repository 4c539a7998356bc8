// SPDX-License-Identifier: Apache-2.0

package import Bytes
import CLinux
import Glibc

/// Reads the PROXY header at the front of a new connection, and not one byte more: what follows
/// belongs to TLS or HTTP.
///
/// It ends with exactly one call of `completion`, unless `cancel` comes first.
package final class ProxyHeaderReader: ReadyHandler, DeadlineHandler {
  /// Result of reading the header.
  package enum Outcome: ~Copyable {
    case header(ProxyHeader, Descriptor)
    case refused(PlainError)
    /// The peer left, or took too long.
    case gone
  }

  private static let largest = 4_096

  private let core: LoopCore
  private var socket: Descriptor?
  private var seen = ByteBuffer()
  private var watch: WatchID?
  private var timer: TimerID?
  private var completion: ((consuming Outcome) -> Void)?

  package init(
    _ socket: consuming Descriptor,
    on core: LoopCore,
    until deadline: Instant,
    completion: @escaping (consuming Outcome) -> Void
  ) throws(SystemError) {
    self.core = core
    self.completion = completion
    let number = socket.number
    self.socket = consume socket
    watch = try core.watch(number, for: .readable, self)
    timer = core.schedule(self, at: deadline)
  }

  package func cancel() {
    completion = nil
    _ = takeSocket()
  }

  package func deadlineReached() {
    timer = nil
    finish(.gone)
  }

  package func ready(_ events: ReadyEvents) {
    guard let number = socket?.number else { return }
    let before = seen.count
    var count = 0
    // Safe: the kernel writes at most as many bytes as there is room.
    _ = unsafe seen.fill(minimum: ProxyHeaderReader.largest) { room in
      count = unsafe recv(number, room.baseAddress, room.count, Int32(MSG_PEEK))
      return max(0, count)
    }
    guard count > 0 else {
      if count < 0 && clinux_errno() == EAGAIN { return }
      finish(.gone)
      return
    }
    do throws(PlainError) {
      guard let (header, length) = try ProxyHeader.parse(seen.span) else {
        // All that was seen belongs to the header: taken off the socket, it does not wake us again.
        drop(count, from: number)
        return
      }
      drop(length - before, from: number)
      guard let socket = takeSocket() else { return }
      finish(.header(header, socket))
    } catch {
      finish(.refused(error))
    }
  }

  private func drop(_ count: Int, from number: Int32) {
    var waste = ByteBuffer(capacity: count)
    // Safe: there is room for `count` bytes.
    _ = unsafe waste.fill(minimum: count) { room in
      max(0, unsafe recv(number, room.baseAddress, count, 0))
    }
  }

  private func finish(_ outcome: consuming Outcome) {
    _ = takeSocket()
    let completion = self.completion
    self.completion = nil
    completion?(outcome)
  }

  private func takeSocket() -> Descriptor? {
    if let watch, let number = socket?.number { core.unwatch(watch, number) }
    watch = nil
    if let timer { core.cancel(timer) }
    timer = nil
    return socket.take()
  }
}
