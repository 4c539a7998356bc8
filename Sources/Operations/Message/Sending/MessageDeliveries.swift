// SPDX-License-Identifier: Apache-2.0

/// A message for a receiver elsewhere: about an alert, to a user, or about a changed record.
package struct OutgoingMessage: Sendable, Equatable {
  /// The id, which is the same for all attempts, so that a receiver can recognise a repetition.
  package let id: String
  package let body: [UInt8]
  /// Seconds since 1970.
  package let created: Int64

  package init(id: String, body: [UInt8], created: Int64) {
    (self.id, self.body, self.created) = (id, body, created)
  }
}

/// Messages on their way to a receiver, one after the other, each until it is delivered or too old.
/// A value without a clock; times are seconds since 1970.
package struct MessageDeliveries: Sendable {
  package enum Outcome: Sendable, Equatable {
    case taken
    case failed(String)
  }

  /// A message to operators about a delivery.
  package enum Report: Sendable, Equatable {
    /// The first attempt failed; further ones follow.
    case delayed(OutgoingMessage, String)
    /// The message is given up.
    case lost(OutgoingMessage, String)
  }

  /// The maximum number of waiting messages; a further one replaces the oldest.
  package static let mostWaiting = 1_000
  /// The time to the second attempt; it doubles with each further one, up to the longest wait.
  static let firstWait: Int64 = 1
  package static let longestWait: Int64 = 300
  /// The age at which a message is given up, unless another one is set: a day.
  package static let longestAge: Int64 = 86_400

  private var waiting: [OutgoingMessage] = []
  private var attempts = 0
  private var notBefore: Int64 = 0
  private var isUnderWay = false

  /// The maximum number of attempts for one message.
  private let mostAttempts: Int
  /// The age in seconds from which on a failed message is not sent again.
  private let age: Int64

  package init(attempts: Int = .max, age: Int64 = MessageDeliveries.longestAge) {
    mostAttempts = attempts
    self.age = age
  }

  /// The earliest time of the next attempt; `nil` while one is under way, and where there is nothing to send.
  package var next: Int64? { isUnderWay || waiting.isEmpty ? nil : notBefore }

  /// Adds a message behind all others.
  package mutating func add(_ message: OutgoingMessage) -> Report? {
    waiting.append(message)
    guard waiting.count > MessageDeliveries.mostWaiting else { return nil }
    // The message that is under way stays.
    let lost = waiting.remove(at: isUnderWay ? 1 : 0)
    if !isUnderWay { (attempts, notBefore) = (0, 0) }
    return .lost(lost, "more than \(MessageDeliveries.mostWaiting) messages wait")
  }

  /// Ends the pause before the next attempt.
  package mutating func hurry() { if !isUnderWay { notBefore = 0 } }

  /// Begins an attempt, if one may begin. A clock that was set back makes no pause longer.
  package mutating func begin(at now: Int64) -> OutgoingMessage? {
    notBefore = min(notBefore, now + MessageDeliveries.wait(after: attempts))
    guard let next, next <= now else { return nil }
    isUnderWay = true
    attempts += 1
    return waiting.first
  }

  /// Ends the attempt that is under way.
  package mutating func end(_ outcome: Outcome, at now: Int64) -> Report? {
    guard isUnderWay, let message = waiting.first else { return nil }
    isUnderWay = false
    switch outcome {
    case .taken:
      drop()
      return nil
    case .failed(let reason):
      guard now - message.created < age, attempts < mostAttempts else {
        drop()
        return .lost(message, reason)
      }
      notBefore = now + MessageDeliveries.wait(after: attempts)
      return attempts == 1 ? .delayed(message, reason) : nil
    }
  }

  /// Returns the seconds from an attempt that failed to the next one.
  package static func wait(after attempts: Int) -> Int64 {
    let doublings = min(max(attempts, 1) - 1, 20)
    return min(longestWait, firstWait << Int64(doublings))
  }

  private mutating func drop() {
    waiting.removeFirst()
    (attempts, notBefore) = (0, 0)
  }
}
