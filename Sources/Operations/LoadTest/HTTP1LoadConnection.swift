// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPClient
import HTTPValues
import Reactor

/// A connection of a load test that is opened again whenever it ends.
final class HTTP1LoadConnection: ChannelOwner {
  private enum State {
    /// There is no connection; the next check opens one.
    case down
    case connecting, free, busy, closed
  }

  private let address: SocketAddress
  private unowned let sender: HTTP1LoadSender
  private var state = State.down
  private var attempt: ConnectAttempt?
  private var channel: Channel?
  private var arrival = OpenLoop.Arrival(route: 0, number: 0, due: 0)
  private var method = Method.get
  private var sent = Instant(nanoseconds: 0)
  private var output = ByteBuffer(capacity: 1_024)
  private var input = ByteBuffer(capacity: 16 * 1_024)
  private var content = ByteBuffer()
  private var parser = ResponseParser(limits: HeadLimits())
  private var body = ResponseBody.none
  /// The head of the response; `nil` before it is complete.
  private var head: ResponseHead?
  private var received = 0

  private static let connectTimeout = Duration.seconds(5)

  init(to address: SocketAddress, _ sender: HTTP1LoadSender) {
    (self.address, self.sender) = (address, sender)
  }

  private var core: LoopCore { sender.generator.core }

  var isConnecting: Bool { state == .connecting }

  func open() {
    state = .connecting
    let deadline = core.momentNow + HTTP1LoadConnection.connectTimeout
    attempt = ConnectAttempt(to: address, on: core, deadline: deadline) {
      [weak self] outcome in
      self?.connected(outcome)
    }
  }

  func send(_ request: [UInt8], _ method: Method, for arrival: OpenLoop.Arrival) {
    state = .busy
    (self.arrival, self.method) = (arrival, method)
    sent = core.now
    head = nil
    received = 0
    output.append(request)
    flush()
  }

  /// Ends a request that has waited too long, and connects again where there is no connection.
  func look(at now: Instant) {
    switch state {
    case .down: open()
    case .busy where now >= sent + sender.generator.plan.timeout: fail(.timeout)
    case .connecting, .free, .busy, .closed: break
    }
  }

  func close() {
    drop()
    state = .closed
  }

  // MARK: connecting

  private func connected(_ outcome: consuming ConnectAttempt.Connected) {
    attempt = nil
    switch consume outcome {
    case .failed(let error): connectFailed("\(error)")
    case .socket(let socket):
      do {
        let layer = try sender.target.security?.makeLayer(on: socket.number)
        let channel = try Channel(socket, on: core, layer: layer)
        self.channel = channel
        channel.owner = self
        if layer == nil { channelOpened() } else { channel.shakeHands() }
      } catch {
        connectFailed("\(error)")
      }
    }
  }

  private func connectFailed(_ reason: String) {
    sender.failure = reason
    drop()
    sender.generator.connectFailed()
  }

  private func drop() {
    attempt?.cancel()
    attempt = nil
    channel?.close(abruptly: true)
    channel = nil
    output.removeAll()
    input.removeAll()
    parser.reset()
    state = .down
  }

  func channelOpened() {
    state = .free
    sender.freed(self)
  }

  // MARK: requests and responses

  func channelWritable() { flush() }

  private func flush() {
    guard case .failed? = channel?.write(&output) else { return }
    fail(.closed)
  }

  func channelFailed(_ failure: StreamFailure) { ended(failure.description) }

  func channelReadable() {
    switch channel?.read(into: &input) {
    case .bytes(let count)?:
      received += count
      take()
    case .wait?, nil: break
    case .end?: ended("the server closed the connection")
    case .failed(let failure)?: ended(failure.description)
    }
  }

  private func take() {
    // A response without a request: nothing that follows can be trusted.
    guard state == .busy else { return ended("the server spoke first") }
    do {
      while head == nil {
        guard let next = try parser.parse(input.span, to: method, into: &sender.slots) else {
          return
        }
        parser.reset()
        input.consume(next.length)
        guard !next.status.isInformational else { continue }
        head = next
        body = ResponseBody(next.framing, limits: HeadLimits())
      }
      try body.read(from: &input, into: &content)
      content.removeAll()
    } catch {
      return fail(.malformed)
    }
    if body.isComplete { finish() }
  }

  /// The connection has ended.
  private func ended(_ reason: String) {
    switch state {
    case .busy:
      guard head != nil, body.endsWithConnection else { return fail(.closed) }
      body.endConnection()
      finish()
    case .free:
      // The next check opens another one, so that a server that refuses all connections is not
      // flooded.
      sender.lost(self)
      drop()
    case .connecting: connectFailed(reason)
    case .down, .closed: break
    }
  }

  private func finish() {
    guard let head else { return }
    let isReusable = head.isPersistent && input.isEmpty && output.isEmpty
    let (arrival, received) = (arrival, received)
    self.head = nil
    if isReusable {
      state = .free
      sender.freed(self)
    } else {
      drop()
      open()
    }
    sender.generator.answered(arrival, status: Int(head.status.code), bytes: received)
  }

  private func fail(_ failure: LoadFailure) {
    guard state == .busy else { return }
    let arrival = arrival
    drop()
    open()
    sender.generator.failed(arrival, failure)
  }
}
