// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Offers the descriptors of this process, listening sockets above all, to the one that will relieve it.
///
/// It is prepared beside the path, so that whatever fails does so before another process is relieved, and
/// then put in the place of the offer of that one.
package final class TakeoverOffer {
  package let path: String
  /// Where it is prepared; `nil` once it is at the path.
  private var draft: String?
  private let core: LoopCore
  private var descriptors: [Int32]
  private let failed: (SystemError) -> Void
  private let relieved: () -> Void
  private var listener: Listener?
  private var handovers: [ObjectIdentifier: Handover] = [:]

  /// Prepares an offer of descriptors; calls `relieved` once another process accepts on them, and `failed` when they
  /// could not be sent to one.
  package init(
    at path: String,
    on core: LoopCore,
    _ descriptors: [Int32],
    failed: @escaping (SystemError) -> Void,
    relieved: @escaping () -> Void
  ) throws(SystemError) {
    self.path = path
    self.core = core
    self.descriptors = descriptors
    self.failed = failed
    self.relieved = relieved
    let draft = "\(path).\(getpid())"
    self.draft = draft
    // Safe: the path is a C string that lives as long as the call.
    _ = unsafe unlink(draft)
    // Only the user who runs us may take the sockets over.
    let socket = try ListeningSocket(binding: SocketAddress(.unix(draft)), mode: 0o600)
    listener = try Listener(socket, on: core) { [unowned self] socket, _ in hand(over: socket) }
  }

  /// Puts the offer at its path, in the place of another process's, if it is not there yet.
  ///
  /// - Parameter more: descriptors that it has from now on besides those that it had.
  package func publish(with more: [Int32] = []) throws(SystemError) {
    descriptors += more
    guard let draft else { return }
    // Safe: the paths are C strings that live as long as the call.
    guard unsafe rename(draft, path) == 0 else { throw .last("rename \(draft) to \(path)") }
    self.draft = nil
  }

  package func close() {
    if let draft {
      // Safe: as above.
      _ = unsafe unlink(draft)
    }
    draft = nil
    listener?.stop()
    listener = nil
    for handover in handovers.values { handover.close() }
    handovers = [:]
  }

  private func hand(over socket: consuming Descriptor) {
    do throws(SystemError) {
      try send(over: socket.number)
      let handover = try Handover(
        socket,
        on: core,
        ended: { [unowned self] handover, isDone in
          handovers[ObjectIdentifier(handover)] = nil
          if isDone { relieved() }
        }
      )
      handovers[ObjectIdentifier(handover)] = handover
    } catch {
      failed(error)
    }
  }

  private func send(over socket: Int32) throws(SystemError) {
    let most = Int(CLINUX_MOST_DESCRIPTORS)
    var rest = descriptors[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(most))
      rest = rest.dropFirst(most)
      let count = Int32(batch.count)
      // Safe: the array lives through the call.
      guard unsafe clinux_send_descriptors(socket, rest.isEmpty ? 0 : 1, batch, count) == 1 else {
        throw .last("hand \(descriptors.count) sockets over at \(path)")
      }
    }
  }

  /// Waits for the other process to say that it accepts.
  private final class Handover: ReadyHandler {
    private let core: LoopCore
    private let socket: Descriptor
    private let ended: (Handover, Bool) -> Void
    private var watch: WatchID?

    init(
      _ socket: consuming Descriptor,
      on core: LoopCore,
      ended: @escaping (Handover, Bool) -> Void
    ) throws(SystemError) {
      self.core = core
      self.socket = socket
      self.ended = ended
      watch = try core.watch(self.socket.number, for: .readable, self)
    }

    func ready(_ events: ReadyEvents) {
      var byte: UInt8 = 0
      // Safe: one byte of a local.
      let count = unsafe recv(socket.number, &byte, 1, 0)
      close()
      ended(self, count == 1 && acknowledge())
    }

    /// Tells the other process that it relieves us, which one process alone is told.
    private func acknowledge() -> Bool {
      // Safe: one byte of a local array.
      unsafe clinux_send(socket.number, [UInt8(1)], 1) == 1
    }

    func close() {
      if let watch { core.unwatch(watch, socket.number) }
      watch = nil
    }
  }
}
