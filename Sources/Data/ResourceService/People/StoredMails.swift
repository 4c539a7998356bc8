// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import ResourceModel
package import ResourceStore
import Synchronization

// A message with a code that somebody waits for is kept with the records until its receiver has it, so
// that a restart loses none. Until then its code stands in the database, and works for an hour. One that its
// receiver does not take in some attempts, or before its code expires, is dead, and waits for an operator.

/// Keeps messages to people until their receiver has them.
package struct StoredMails: Sendable {
  let context: RecordContext
  private var store: ResourceStore { context.store }

  /// The name of the receiver of mails among those of all messages.
  private static let receiver = "mail"

  /// Keeps a mail until `forget` is called with its id.
  package func keep(_ mail: PeopleMail, as id: String, at now: Timestamp) throws {
    try store.outbox.keep(
      OutboxMessage(
        id,
        to: Self.receiver,
        about: mail.address,
        mail.json,
        created: now,
        expires: mail.expires
      )
    )
  }

  /// The kept mails, the oldest first.
  package func kept(atMost limit: Int) throws -> [OutboxMessage] {
    try store.outbox.messages(to: Self.receiver, isDead: false, limit: limit)
  }

  /// The number of kept mails.
  package func count() throws -> Int {
    try store.outbox.countMessages(to: Self.receiver, isDead: false)
  }

  /// The next action on a kept mail.
  package enum Turn: Sendable {
    case send
    /// Another process with the same records sends it at this moment.
    case elsewhere
    /// It was sent or removed, or it is dead.
    case over
  }

  /// The milliseconds for which a process alone sends a mail: longer than one attempt takes.
  private static let lease: Int64 = 20_000

  /// Decides about the next attempt to send a mail. One whose code has expired is given up; where several
  /// processes share the records, this one alone may send it for a while.
  ///
  /// - Parameter holder: the name of this process.
  package func takeTurn(
    of id: String,
    for holder: String,
    at now: Timestamp
  ) throws -> Turn {
    guard let mail = try store.outbox.message(id), !mail.isDead else { return .over }
    guard !mail.isExpired(at: now) else {
      try bury(id, because: mail.reason ?? Self.expiredCode, at: now)
      try countDead()
      return .over
    }
    let until = now.advanced(byMilliseconds: Self.lease)
    let isOurs = try store.outbox.takeLease("mail:\(id)", for: holder, until: until, at: now)
    return isOurs ? .send : .elsewhere
  }

  private static let expiredCode = "its code has expired"

  /// Records that a mail was not taken.
  package func noteFailure(_ reason: String, of id: String) {
    do {
      try store.outbox.noteFailure(reason, of: id)
    } catch {
      context.settings.failed(error)
    }
  }

  /// Forgets a mail that its receiver has taken, or that nobody takes.
  package func forget(_ id: String) {
    do {
      _ = try store.outbox.removeMessage(id)
    } catch {
      context.settings.failed(error)
    }
  }

  /// The most dead mails that are listed, or that one order is for.
  package static let mostDead = 1_000

  /// The mails that were given up, the oldest first.
  ///
  /// - Parameter id: that of one mail; `nil` for all.
  package func dead(_ id: String? = nil) throws -> [OutboxMessage] {
    try store.outbox.messages(to: Self.receiver, isDead: true, limit: Self.mostDead)
      .filter { id == nil || $0.id == id }
  }

  /// The number of mails that were given up, without a look into the store.
  package var deadCount: Int { context.memory.deadMails.withLock(\.self) }

  /// Counts the mails that were given up.
  package func countDead() throws {
    let count = try store.outbox.countMessages(to: Self.receiver, isDead: true)
    context.memory.deadMails.withLock { $0 = count }
  }

  /// Gives up a mail that its receiver did not take.
  package func giveUp(_ reason: String, of id: String, at now: Timestamp) {
    do {
      try bury(id, because: reason, at: now)
      try countDead()
    } catch {
      context.settings.failed(error)
    }
  }

  private func bury(_ id: String, because reason: String?, at now: Timestamp) throws {
    let until = now.advanced(byMilliseconds: HookDeliveries.deadLifetime)
    _ = try store.outbox.giveUpMessage(id, because: reason, at: now, until: until)
  }

  /// Gives up the mails whose codes have expired, before they are forgotten without a trace.
  func giveUpExpired(at now: Timestamp) throws {
    for mail in try kept(atMost: Self.mostDead)
    where mail.expires.map({ $0 < now }) == true {
      try bury(mail.id, because: mail.reason ?? Self.expiredCode, at: now)
    }
    try countDead()
  }

  /// Makes dead mails waiting ones again, except those whose codes have expired; returns them, to be sent.
  ///
  /// - Parameter id: that of one mail; `nil` for all.
  package func revive(_ id: String?, at now: Timestamp) throws -> [OutboxMessage] {
    let revived = try dead(id).filter { !$0.isExpired(at: now) }
    for mail in revived {
      var waiting = OutboxMessage(
        mail.id,
        to: mail.receiver,
        about: mail.about,
        mail.body,
        created: now,
        expires: mail.codeExpiry
      )
      waiting.attempts = mail.attempts
      waiting.reason = mail.reason
      try store.outbox.keep(waiting)
    }
    try countDead()
    return revived
  }

  /// Removes dead mails; returns how many.
  ///
  /// - Parameter id: that of one mail; `nil` for all.
  package func removeDead(_ id: String?) throws -> Int {
    let removed = try dead(id)
    for mail in removed { _ = try store.outbox.removeMessage(mail.id) }
    try countDead()
    return removed.count
  }
}

extension OutboxMessage {
  /// The instant from which on the code of a mail is of no use.
  package var codeExpiry: Timestamp? {
    (try? DataValue(reading: body.span, as: .json))?["expires"]?.string.flatMap(Timestamp.init)
  }

  /// True for a mail whose code is of no use any more.
  package func isExpired(at now: Timestamp) -> Bool { codeExpiry.map { $0 <= now } ?? false }
}
