// SPDX-License-Identifier: Apache-2.0

package import Bytes
import CLinux
import Glibc

/// Reader from and writer to a channel.
///
/// Every call comes on the loop. None comes after `Channel.close`.
package protocol ChannelOwner: AnyObject {
  /// The security handshake is done; not called on a plain channel.
  func channelOpened()
  /// There is something to read, or the end of the stream.
  func channelReadable()
  /// Output can be written again after a write that was blocked.
  func channelWritable()
  /// The connection is of no more use; the owner closes the channel.
  func channelFailed(_ failure: StreamFailure)
}

/// One connected stream socket on one loop, with or without a security layer.
///
/// A channel has no buffers of its own: the owner lends it one for each call, and holds none while
/// nothing is under way.
package final class Channel: ReadyHandler, BatchHandler, WakeHandler {
  package let core: LoopCore
  package private(set) var layer: (any StreamLayer)?
  /// Held until `close`, as the loop holds the channel until then.
  package var owner: (any ChannelOwner)?
  private var descriptor: Int32
  private var watch: WatchID
  private let order: ReadyOrder
  private var interest: ReadyEvents
  private var state: State
  /// The layer cannot read before it has written, or write before it has read.
  private var readsWhenWritable = false
  private var writesWhenReadable = false
  /// Whether the peer has said that it sends nothing more; what it sent may still wait to be read.
  package private(set) var peerHasEnded = false
  private var isReading = true
  private var isBlocked = false
  /// Whether the loop does not watch the socket until it is read again.
  private var isUnwatched = false
  /// The system's error after which the socket reports no more events; 0 for none.
  private var watchError: Int32 = 0

  private enum State {
    case handshaking
    case open
    case closed
  }

  /// Takes over a connected, non-blocking socket; with a layer, the handshake begins at once.
  ///
  /// - Parameter order: the priority of its events.
  package init(
    _ socket: consuming Descriptor,
    on core: LoopCore,
    layer: (any StreamLayer)? = nil,
    order: ReadyOrder = .others
  )
    throws(SystemError)
  {
    self.core = core
    self.layer = layer
    self.order = order
    state = layer == nil ? .open : .handshaking
    interest = .input
    descriptor = socket.number
    watch = WatchID(slot: 0, generation: 0)
    let number = descriptor
    watch = try core.watch(number, for: .input, self, order: order)
    descriptor = socket.release()
  }

  package var isOpen: Bool { state != .closed }

  /// The socket's number, for options and for the log.
  package var socketNumber: Int32 { descriptor }

  /// The bytes written that the other side has not confirmed; 0 where that is not known.
  package var unconfirmedBytes: Int {
    var count: Int32 = 0
    // Safe: the call writes one integer, and keeps nothing of the address.
    guard state != .closed, unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
    return max(0, Int(count))
  }

  // MARK: reading

  /// Appends what has arrived, one block at most.
  package func read(into buffer: inout ByteBuffer) -> ReadOutcome {
    guard state == .open else { return .failed(StreamFailure(.reset, "the channel is closed")) }
    guard let layer else { return readSocket(into: &buffer) }
    let outcome = layer.read(into: &buffer)
    switch outcome {
    case .wait(.writable):
      readsWhenWritable = true
      updateInterest()
    case .bytes where layer.hasPendingInput: core.wakeInNextTurn(self)
    default: break
    }
    return outcome
  }

  /// Asks for input or stops asking: a stopped peer fills its window and waits.
  package func setReading(_ isReading: Bool) {
    guard isReading != self.isReading, state != .closed else { return }
    self.isReading = isReading
    if isReading, isUnwatched { watchAgain() }
    updateInterest()
    if isReading, let layer, layer.hasPendingInput { core.wakeInNextTurn(self) }
  }

  private func readSocket(into buffer: inout ByteBuffer) -> ReadOutcome {
    let number = descriptor
    var count = 0
    // Safe: the kernel writes at most as many bytes as there is room.
    _ = unsafe buffer.fill(minimum: 4096) { room in
      count = unsafe recv(number, room.baseAddress, room.count, 0)
      return max(0, count)
    }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    switch clinux_errno() {
    case EAGAIN, EINTR: return .wait(.readable)
    case let code: return .failed(StreamFailure(system: code, "read"))
    }
  }

  // MARK: writing

  /// Result of writing output.
  package enum Flush {
    /// All of it is on its way.
    case done
    /// The rest stays in the buffer; `channelWritable` says when to go on.
    case blocked
    case failed(StreamFailure)
  }

  /// Writes all of `output` or as much as the peer takes now.
  package func write(_ output: inout ByteBuffer) -> Flush {
    let isGathered = beginGathering(output.count)
    defer { if isGathered { endGathering() } }
    while output.count > 0 {
      switch writeSome(output.span) {
      case .bytes(let count): output.consume(count)
      case .wait(let readiness): return blocked(until: readiness)
      case .failed(let failure): return .failed(failure)
      }
    }
    return writable()
  }

  /// Writes all of `output` and then of `body` from `offset` on, or as much as the peer takes now.
  ///
  /// A plain channel hands both to the kernel in one call; nothing of the body is copied before.
  package func write(
    _ output: inout ByteBuffer,
    then body: Span<UInt8>,
    from offset: inout Int
  ) -> Flush {
    let isGathered = beginGathering(output.count + body.count - offset)
    defer { if isGathered { endGathering() } }
    if layer == nil {
      while output.count > 0 && offset < body.count {
        switch writeBoth(output.span, body.extracting(offset...)) {
        case .bytes(let count):
          let first = min(count, output.count)
          output.consume(first)
          offset += count - first
        case .wait(let readiness): return blocked(until: readiness)
        case .failed(let failure): return .failed(failure)
        }
      }
    }
    while output.count > 0 {
      switch writeSome(output.span) {
      case .bytes(let count): output.consume(count)
      case .wait(let readiness): return blocked(until: readiness)
      case .failed(let failure): return .failed(failure)
      }
    }
    while offset < body.count {
      switch writeSome(body.extracting(offset...)) {
      case .bytes(let count): offset += count
      case .wait(let readiness): return blocked(until: readiness)
      case .failed(let failure): return .failed(failure)
      }
    }
    return writable()
  }

  /// The most that a layer puts into one record, and hands to the kernel at once.
  private static let recordBytes = 16_384

  /// Lets the kernel gather the records of a layer: it sends and wakes the peer once, not for each.
  private func beginGathering(_ count: Int) -> Bool {
    guard layer != nil, count > Channel.recordBytes else { return false }
    return clinux_set_option(descriptor, Int32(IPPROTO_TCP), TCP_CORK, 1) == 0
  }

  private func endGathering() {
    _ = clinux_set_option(descriptor, Int32(IPPROTO_TCP), TCP_CORK, 0)
  }

  private func writeSome(_ bytes: Span<UInt8>) -> WriteOutcome {
    guard state == .open else { return .failed(StreamFailure(.reset, "the channel is closed")) }
    if let layer { return layer.write(bytes) }
    // Safe: the kernel reads the span's bytes during the call.
    let count = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe clinux_send(descriptor, source.baseAddress, source.count)
    }
    return outcome(count)
  }

  private func writeBoth(_ first: Span<UInt8>, _ second: Span<UInt8>) -> WriteOutcome {
    guard state == .open else { return .failed(StreamFailure(.reset, "the channel is closed")) }
    // Safe: as above.
    let count = unsafe first.withUnsafeBufferPointer { a in
      unsafe second.withUnsafeBufferPointer { b in
        unsafe clinux_send_two(descriptor, a.baseAddress, a.count, b.baseAddress, b.count)
      }
    }
    return outcome(count)
  }

  private func outcome(_ count: Int) -> WriteOutcome {
    if count >= 0 { return .bytes(count) }
    switch clinux_errno() {
    case EAGAIN, EINTR: return .wait(.writable)
    case let code: return .failed(StreamFailure(system: code, "write"))
    }
  }

  private func blocked(until readiness: Readiness) -> Flush {
    if readiness == .readable { writesWhenReadable = true }
    isBlocked = true
    updateInterest()
    return .blocked
  }

  private func writable() -> Flush {
    if isBlocked {
      isBlocked = false
      updateInterest()
    }
    return .done
  }

  /// Number of written bytes that the peer's kernel has not acknowledged yet.
  package var unacknowledged: Int { max(0, Int(clinux_unsent(descriptor))) }

  // MARK: ending

  /// Tells the peer that nothing more will be written; reading goes on.
  package func finishWriting() {
    guard state == .open else { return }
    layer?.close()
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Ends the connection. With `abruptly`, the peer sees a reset and what is unsent is dropped.
  package func close(abruptly: Bool = false) {
    guard state != .closed else { return }
    if abruptly {
      var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
      // Safe: the pointer is to a local, for the length of the call.
      _ = unsafe setsockopt(
        descriptor,
        SOL_SOCKET,
        SO_LINGER,
        &linger,
        socklen_t(MemoryLayout<linger>.size)
      )
    } else if state == .open {
      layer?.close()
    }
    state = .closed
    if !isUnwatched { core.unwatch(watch, descriptor) }
    _ = Glibc.close(descriptor)
    descriptor = -1
    layer = nil
    owner = nil
  }

  deinit { if state != .closed { _ = Glibc.close(descriptor) } }

  // MARK: what the loop reports

  package func ready(_ events: ReadyEvents) {
    guard state != .closed else { return }
    if events.contains(.peerEnded) { peerHasEnded = true }
    if state == .handshaking {
      shakeHands()
      return
    }
    if events.contains(.writable) || (events.contains(.readable) && writesWhenReadable) {
      writesWhenReadable = false
      if isBlocked { owner?.channelWritable() }
      if readsWhenWritable && state == .open {
        readsWhenWritable = false
        updateInterest()
        owner?.channelReadable()
      }
    }
    guard state == .open else { return }
    if events.contains(.readable) && isReading {
      owner?.channelReadable()
    } else if !isReading, events == .ended {
      // Both directions have ended, and input waits for its reader. The kernel would report it in each turn.
      core.unwatch(watch, descriptor)
      isUnwatched = true
    } else if !events.isDisjoint(with: .broken) {
      owner?.channelFailed(pendingFailure)
    }
  }

  private func watchAgain() {
    isUnwatched = false
    do throws(SystemError) {
      watch = try core.watch(descriptor, for: interest, self, order: order)
    } catch {
      isUnwatched = true
      failed(error)
    }
  }

  /// The socket cannot be watched, which is told at the end of the batch.
  package func batchEnded() {
    guard state == .open, watchError != 0 else { return }
    owner?.channelFailed(StreamFailure(system: watchError, "watch"))
  }

  /// Input waits inside the layer, of which the kernel does not tell.
  package func woken() {
    if state == .open, isReading, let layer, layer.hasPendingInput { owner?.channelReadable() }
  }

  /// Goes on with the handshake; the owner calls it once to begin on the client's side.
  package func shakeHands() {
    guard state == .handshaking, let layer else { return }
    switch layer.handshake() {
    case .done:
      state = .open
      setInterest(.input)
      owner?.channelOpened()
      if state == .open, isReading, layer.hasPendingInput { owner?.channelReadable() }
    case .wait(.readable): setInterest(.input)
    case .wait(.writable): setInterest(.writable)
    case .failed(let failure): owner?.channelFailed(failure)
    }
  }

  private var pendingFailure: StreamFailure {
    var code: Int32 = 0
    // Safe: the pointer is to a local, for the length of the call.
    _ = unsafe clinux_get_option(descriptor, SOL_SOCKET, SO_ERROR, &code)
    return StreamFailure(system: code == 0 ? ECONNRESET : code, "wait")
  }

  private func updateInterest() {
    guard state == .open else { return }
    var wanted: ReadyEvents = []
    if isReading || writesWhenReadable { wanted.formUnion(.input) }
    if isBlocked || readsWhenWritable { wanted.insert(.writable) }
    setInterest(wanted)
  }

  private func setInterest(_ wanted: ReadyEvents) {
    guard wanted != interest else { return }
    interest = wanted
    guard !isUnwatched else { return }
    do throws(SystemError) {
      try core.change(watch, descriptor, to: wanted)
    } catch {
      failed(error)
    }
  }

  private func failed(_ error: SystemError) {
    watchError = error.code
    core.atEndOfBatch(self)
  }
}

extension StreamFailure {
  /// A failed system call: a reset where the peer went away.
  package init(system code: Int32, _ operation: String) {
    let text = SystemError(operation, code: code).description
    switch code {
    case ECONNRESET, EPIPE, ENOTCONN: self.init(.reset, text)
    default: self.init(.system(code), text)
    }
  }
}
