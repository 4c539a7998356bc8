// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Offers the listening sockets of this process to the one that will relieve it.
///
/// The path always belongs to the newest process, and there is no moment without somebody to ask.
package final class TakeoverOffer {
  package let path: String
  private let core: LoopCore
  private let sockets: () -> [Int32]
  private let relieved: () -> Void
  private var listener: Listener?
  private var handovers: [ObjectIdentifier: Handover] = [:]

  /// Offers what `sockets` answers at that time; calls `relieved` once another process accepts on
  /// them.
  package init(
    at path: String,
    on core: LoopCore,
    sockets: @escaping () -> [Int32],
    relieved: @escaping () -> Void
  ) throws(SystemError) {
    self.path = path
    self.core = core
    self.sockets = sockets
    self.relieved = relieved
    // Whoever may take the sockets over may do as the user who runs us, and nobody else.
    let socket = try ListeningSocket(replacing: path, mode: 0o600)
    listener = try Listener(socket, on: core) { [unowned self] socket, _ in hand(over: socket) }
  }

  package func close() {
    listener?.stop()
    listener = nil
    for handover in handovers.values { handover.close() }
    handovers = [:]
  }

  private func hand(over socket: consuming Descriptor) {
    let numbers = sockets()
    guard !numbers.isEmpty else { return }
    // Safe: the array lives through the call.
    let sent = unsafe clinux_send_descriptors(socket.number, numbers, Int32(numbers.count))
    guard sent == 1 else { return }
    guard
      let handover = try? Handover(
        socket,
        on: core,
        ended: { [unowned self] handover, isDone in
          handovers[ObjectIdentifier(handover)] = nil
          if isDone { relieved() }
        }
      )
    else { return }
    handovers[ObjectIdentifier(handover)] = handover
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
      ended(self, count == 1)
    }

    func close() {
      if let watch { core.unwatch(watch, socket.number) }
      watch = nil
    }
  }
}
