// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
package import ResourceStore

// A message with a code that somebody waits for is kept with the records until its receiver has it, so
// that a restart loses none. Until then its code stands in the database, and works for an hour.

extension ResourceService {
  /// The name of the receiver of mails among those of all messages.
  private static let mailReceiver = "mail"

  /// Keeps a mail until `forgetMail` is called with its id.
  package func keep(_ mail: PeopleMail, as id: String, at now: Timestamp) throws {
    try store.keep(
      OutboxMessage(
        id,
        to: Self.mailReceiver,
        about: mail.address,
        mail.json,
        created: now,
        expires: mail.expires
      )
    )
  }

  /// The kept mails, the oldest first.
  package func keptMails(atMost limit: Int) throws -> [OutboxMessage] {
    try store.messages(to: Self.mailReceiver, isDead: false, limit: limit)
  }

  /// The number of kept mails.
  package func countMails() throws -> Int {
    try store.countMessages(to: Self.mailReceiver, isDead: false)
  }

  /// Records that a mail was not taken.
  package func noteMailFailure(_ reason: String, of id: String) {
    do {
      try store.noteFailure(reason, of: id)
    } catch {
      settings.failed(error)
    }
  }

  /// Forgets a mail that its receiver has taken, or that nobody takes.
  package func forgetMail(_ id: String) {
    do {
      _ = try store.removeMessage(id)
    } catch {
      settings.failed(error)
    }
  }
}
