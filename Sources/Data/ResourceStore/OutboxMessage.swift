// SPDX-License-Identifier: Apache-2.0

package import ResourceModel

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
  /// Whether sending was given up: an operator has to send it again or remove it.
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
