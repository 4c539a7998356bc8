// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import ResourceModel
package import ResourceStore
import Synchronization

// A message with a code that somebody waits for is kept with the records until its receiver has it, so
// that a restart loses none. Until then its code stands in the database, and works for an hour. One that its
// receiver does not take in some attempts, or before its code expires, is dead, and waits for an operator.

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

  /// The next action on a kept mail.
  package enum MailTurn: Sendable {
    case send
    /// Another process with the same records sends it at this moment.
    case elsewhere
    /// It was sent or removed, or it is dead.
    case over
  }

  /// The milliseconds for which a process alone sends a mail: longer than one attempt takes.
  private static let mailLease: Int64 = 20_000

  /// Decides about the next attempt to send a mail. One whose code has expired is given up; where several
  /// processes share the records, this one alone may send it for a while.
  ///
  /// - Parameter holder: the name of this process.
  package func takeTurn(
    ofMail id: String,
    for holder: String,
    at now: Timestamp
  ) throws -> MailTurn {
    guard let mail = try store.message(id), !mail.isDead else { return .over }
    guard !mail.isExpired(at: now) else {
      try giveUp(id, because: mail.reason ?? Self.expiredCode, at: now)
      try countDeadMails()
      return .over
    }
    let until = now.advanced(byMilliseconds: Self.mailLease)
    let isOurs = try store.takeLease("mail:\(id)", for: holder, until: until, at: now)
    return isOurs ? .send : .elsewhere
  }

  private static let expiredCode = "its code has expired"

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

  /// The most dead mails that are listed, or that one order is for.
  package static let mostDeadMails = 1_000

  /// The mails that were given up, the oldest first.
  ///
  /// - Parameter id: that of one mail; `nil` for all.
  package func deadMails(_ id: String? = nil) throws -> [OutboxMessage] {
    try store.messages(to: Self.mailReceiver, isDead: true, limit: Self.mostDeadMails)
      .filter { id == nil || $0.id == id }
  }

  /// The number of mails that were given up, without a look into the store.
  package var deadMailCount: Int { countedDeadMails.withLock(\.self) }

  /// Counts the mails that were given up.
  package func countDeadMails() throws {
    let count = try store.countMessages(to: Self.mailReceiver, isDead: true)
    countedDeadMails.withLock { $0 = count }
  }

  /// Gives up a mail that its receiver did not take.
  package func giveUpMail(_ reason: String, of id: String, at now: Timestamp) {
    do {
      try giveUp(id, because: reason, at: now)
      try countDeadMails()
    } catch {
      settings.failed(error)
    }
  }

  private func giveUp(_ id: String, because reason: String?, at now: Timestamp) throws {
    let until = now.advanced(byMilliseconds: Self.deadLifetime)
    _ = try store.giveUpMessage(id, because: reason, at: now, until: until)
  }

  /// Gives up the mails whose codes have expired, before they are forgotten without a trace.
  func giveUpExpiredMails(at now: Timestamp) throws {
    for mail in try keptMails(atMost: Self.mostDeadMails)
    where mail.expires.map({ $0 < now }) == true {
      try giveUp(mail.id, because: mail.reason ?? Self.expiredCode, at: now)
    }
    try countDeadMails()
  }

  /// Makes dead mails waiting ones again, except those whose codes have expired; returns them, to be sent.
  ///
  /// - Parameter id: that of one mail; `nil` for all.
  package func reviveMails(_ id: String?, at now: Timestamp) throws -> [OutboxMessage] {
    let revived = try deadMails(id).filter { !$0.isExpired(at: now) }
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
      try store.keep(waiting)
    }
    try countDeadMails()
    return revived
  }

  /// Removes dead mails; returns how many.
  ///
  /// - Parameter id: that of one mail; `nil` for all.
  package func removeDeadMails(_ id: String?) throws -> Int {
    let removed = try deadMails(id)
    for mail in removed { _ = try store.removeMessage(mail.id) }
    try countDeadMails()
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
