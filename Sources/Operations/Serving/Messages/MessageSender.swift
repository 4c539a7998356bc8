// SPDX-License-Identifier: Apache-2.0

import Message
import Reactor

/// Sends messages to one receiver, one after the other, each until it is delivered. It belongs to a loop.
package final class MessageSender: DeadlineHandler {
  /// Adds messages, from any thread.
  package struct Sending: Sendable {
    fileprivate let sender: LoopConfined<MessageSender>
    fileprivate let loop: EventLoop

    func callAsFunction(_ message: OutgoingMessage) {
      loop.execute { [sender] in sender.value.add(message) }
    }

    /// Tries the next message at once, without the pause after one that failed.
    func hurry() { loop.execute { [sender] in sender.value.hurry() } }
  }

  /// The receiver, for sentences of the log.
  private let receiver: String
  /// The kind of the messages, with which those sentences begin.
  private let subject: String
  private let core: LoopCore
  private let send: (OutgoingMessage) async -> MessageDeliveries.Outcome
  /// Is called with a message that is given up, and the reason.
  private let whenLost: (OutgoingMessage, String) -> Void
  private var deliveries: MessageDeliveries
  private var timer: TimerID?

  /// - Parameters:
  ///   - attempts: the maximum number of attempts for a message.
  ///   - age: the age in seconds from which on a message that failed is not sent again.
  ///   - whenLost: called on the loop with a message that is given up, and the reason.
  ///   - send: sends one; called on the loop.
  init(
    to receiver: String,
    subject: String = "alert",
    attempts: Int = .max,
    age: Int64 = MessageDeliveries.longestAge,
    on core: LoopCore,
    whenLost: @escaping (OutgoingMessage, String) -> Void = { _, _ in },
    _ send: @escaping (OutgoingMessage) async -> MessageDeliveries.Outcome
  ) {
    (self.receiver, self.subject, self.core) = (receiver, subject, core)
    (self.send, self.whenLost) = (send, whenLost)
    deliveries = MessageDeliveries(attempts: attempts, age: age)
  }

  var sending: Sending {
    Sending(sender: LoopConfined(self, to: core.loop.number), loop: core.loop)
  }

  fileprivate func add(_ message: OutgoingMessage) {
    tell(deliveries.add(message))
    go()
  }

  fileprivate func hurry() {
    deliveries.hurry()
    go()
  }

  func deadlineReached() {
    timer = nil
    go()
  }

  private func go() {
    let now = core.wallSeconds
    guard let message = deliveries.begin(at: now) else {
      guard timer == nil, let next = deliveries.next else { return }
      timer = core.schedule(self, at: core.now + .seconds(max(1, next - now)))
      return
    }
    // The task stays on this loop, to which the sender belongs.
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start {
      let sender = confined.value
      let outcome = await sender.send(message)
      sender.tell(sender.deliveries.end(outcome, at: sender.core.wallSeconds))
      sender.go()
    }
  }

  private func tell(_ report: MessageDeliveries.Report?) {
    switch report {
    case .delayed(let message, let reason):
      SharedResources.tell(
        "\(subject): \(message.id) is not taken by \(receiver): \(reason); it is tried again"
      )
    case .lost(let message, let reason):
      SharedResources.tell("\(subject): \(message.id) is lost for \(receiver): \(reason)")
      whenLost(message, reason)
    case nil: break
    }
  }
}
