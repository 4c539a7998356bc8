// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Waits for the security handshake of a new connection.
final class ClientHandshake: ChannelOwner, DeadlineHandler {
  private let channel: Channel
  private let waiter = Waiter()
  private var timer: TimerID?
  private var outcome: ClientError??

  init(_ channel: Channel, until deadline: Instant) {
    self.channel = channel
    channel.owner = self
    timer = channel.core.schedule(self, at: deadline)
  }

  func done() async throws(ClientError) {
    channel.shakeHands()
    if outcome == nil { await waiter.wait() }
    if let timer { channel.core.cancel(timer) }
    if let error = outcome ?? nil {
      channel.close()
      throw error
    }
  }

  private func finish(_ error: ClientError?) {
    guard outcome == nil else { return }
    outcome = .some(error)
    waiter.wake()
  }

  func channelOpened() { finish(nil) }
  func channelReadable() {}
  func channelWritable() {}

  func channelFailed(_ failure: StreamFailure) {
    finish(ClientError(.handshake, cause: failure, wasNeverSent: true))
  }

  func deadlineReached() {
    timer = nil
    finish(ClientError(.connectTimeout, "the handshake took too long", wasNeverSent: true))
  }
}
