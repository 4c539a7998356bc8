// SPDX-License-Identifier: Apache-2.0

package import ResourceModel

/// Storage of messages until their receivers have accepted them, and of the changes that receivers
/// have got so far.
package protocol OutboxStore: Sendable {
  /// Keeps a message, or replaces the one of its id.
  func keep(_ message: OutboxMessage) throws

  /// Returns messages, the oldest first.
  ///
  /// - Parameters:
  ///   - receiver: whose messages; `nil` for those of all.
  ///   - isDead: whether those that were given up are asked for, or those that wait.
  func messages(to receiver: String?, isDead: Bool, limit: Int) throws -> [OutboxMessage]

  /// Returns a message, also one that was given up.
  func message(_ id: String) throws -> OutboxMessage?

  /// Returns the number of messages to a receiver that wait, or of those that were given up.
  func countMessages(to receiver: String, isDead: Bool) throws -> Int

  /// Counts an attempt to send a message that has failed, and keeps the reason.
  func noteFailure(_ reason: String, of id: String) throws

  /// Gives up a message, which from then on waits for an operator; `false` if there is none of that id.
  ///
  /// - Parameters:
  ///   - reason: why; `nil` for the failure of the last attempt.
  ///   - until: the instant at which it is forgotten.
  func giveUpMessage(
    _ id: String,
    because reason: String?,
    at now: Timestamp,
    until: Timestamp
  ) throws -> Bool

  /// Forgets a message; `false` if there is none of that id.
  func removeMessage(_ id: String) throws -> Bool

  /// Forgets messages that nobody needs any more, and leases that have ended.
  func purgeMessages(expiredBefore: Timestamp) throws

  /// The versions up to which a receiver has been told of changes, by zone; empty for one that has not
  /// begun.
  func positions(of receiver: String) throws -> [String: Int64]

  /// Places a receiver behind the newest change of each zone; one that has begun stays where it is.
  func beginDeliveries(to receiver: String) throws

  /// Stores up to which version a receiver has got the changes, unless it has got later ones, and in the
  /// same commit the message that it did not accept.
  func setPosition(
    _ version: Int64,
    in zone: String,
    of receiver: String,
    keeping message: OutboxMessage?
  ) throws

  /// Gives a task to one of the processes that share the store until an instant, by which that process
  /// has to ask again; `false` while another one has it.
  func takeLease(
    _ task: String,
    for holder: String,
    until: Timestamp,
    at now: Timestamp
  ) throws -> Bool
}

/// A message to a receiver outside, such as the webhook of mails.
package struct OutboxMessage: Sendable, Equatable {
  package let id: String
  /// The name of the receiver.
  package let receiver: String
  /// The id or address of the person that it is about, with whom it is erased.
  package let about: String?
  package let body: [UInt8]
  package let created: Timestamp
  /// The instant from which on it is of no use.
  package let expires: Timestamp?
  /// The number of attempts to send it.
  package var attempts = 0
  /// The failure of the last attempt.
  package var reason: String?
  /// Whether it was given up, and waits for an operator.
  package var isDead = false

  package init(
    _ id: String,
    to receiver: String,
    about: String? = nil,
    _ body: [UInt8],
    created: Timestamp,
    expires: Timestamp? = nil
  ) {
    self.id = id
    self.receiver = receiver
    self.about = about
    self.body = body
    self.created = created
    self.expires = expires
  }
}
