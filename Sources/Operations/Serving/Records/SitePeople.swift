// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Digests
import Message
import Reactor
import ResourceModel
import ResourceService
import ResourceStore
import Signals
import Sites

/// The services for the users of a site's records, beside their store: the webhook that sends them messages,
/// the budgets of attempts to sign in and up, the log.
struct SitePeople: Sendable {
  private let send: MessageSender.Sending?
  private let attempts = AttemptBudget()
  private let signUps = AttemptBudget()
  private let codeAttempts = PeopleSettings().codeAttempts
  /// The path of the keys of second factors.
  private let keys: String
  private let log: EventLog
  private let report: @Sendable (String) -> Void

  /// The most stored messages that are sent at the start.
  private static let mostKept = 1_000
  /// The most attempts to send a message, over eight and a half minutes; then it is dead.
  private static let attemptsOfMessage = 10

  /// Starts the webhook of messages to users, and sends those that the service has stored.
  ///
  /// - Parameters:
  ///   - folder: the folder with the keys of second factors.
  ///   - hosts: the hosts that may be local.
  ///   - pool: the threads on which the service works.
  ///   - report: called with messages for operators.
  static func start(
    _ declaration: PeopleDeclaration?,
    of service: ResourceService,
    in folder: String,
    near hosts: LocalHosts,
    _ pool: WorkerPool,
    _ shared: SharedResources,
    on loop: EventLoop,
    _ report: @escaping @Sendable (String) -> Void
  ) async throws -> SitePeople {
    let keys = "\(folder)/\(SecretKeys.name)"
    if declaration != nil { try await pool.run { try sealSecrets(of: service, by: keys, report) } }
    guard let declaration, let address = declaration.mailHook,
      let settings = Webhook.Settings(address, keyFile: nil)
    else { return SitePeople(send: nil, keys: keys, log: shared.log, report: report) }
    let word = declaration.mailKey.flatMap { ProcessEnvironment.all[$0] }
    if let variable = declaration.mailKey, word == nil {
      report("the environment has no \(variable), so messages to users are not signed")
    }
    let holder = Hexadecimal.text([UInt8].random(count: 8))
    let send = try await Webhook.start(
      settings,
      subject: "mail",
      word: word.map { Array($0.utf8) },
      near: hosts,
      shared,
      attempts: attemptsOfMessage,
      age: PeopleSettings().codeSeconds,
      on: loop
    ) { message in
      await outcomeWithoutAttempt(of: message, for: holder, service, pool)
    } whenTried: { message, outcome in
      // Where too much waits, the message is sent again after a restart.
      _ = pool.submit {
        switch outcome {
        case .taken: service.mails.forget(message.id)
        case .failed(let reason): service.mails.noteFailure(reason, of: message.id)
        }
      }
    } whenLost: { message, reason in
      let now = Timestamp(milliseconds: UnixTime.now.seconds * 1_000)
      _ = pool.submit { service.mails.giveUp(reason, of: message.id, at: now) }
    }
    let people = SitePeople(send: send, keys: keys, log: shared.log, report: report)
    let kept = try await pool.run {
      try service.mails.countDead()
      return try service.mails.kept(atMost: mostKept)
    }
    _ = people.sendMail(kept)
    return people
  }

  /// The outcome of an attempt that is not made, since another gateway sends the message, or it need not be sent
  /// any more; `nil` to make it.
  private static func outcomeWithoutAttempt(
    of message: OutgoingMessage,
    for holder: String,
    _ service: ResourceService,
    _ pool: WorkerPool
  ) async -> MessageDeliveries.Outcome? {
    let now = Timestamp(milliseconds: UnixTime.now.seconds * 1_000)
    do {
      switch try await pool.run({ try service.mails.takeTurn(of: message.id, for: holder, at: now) }
      )
      {
      case .send: return nil
      case .elsewhere: return .failed("another gateway sends it")
      case .over: return .taken
      }
    } catch {
      return .failed("\(error)")
    }
  }

  private init(
    send: MessageSender.Sending?,
    keys: String,
    log: EventLog,
    report: @escaping @Sendable (String) -> Void
  ) {
    (self.send, self.keys, self.log, self.report) = (send, keys, log, report)
  }

  /// Tries at once to send the stored messages to users; `false` without a webhook for them.
  func hurryMail() -> Bool {
    send?.hurry()
    return send != nil
  }

  /// Sends stored messages to users; `false` without a webhook for them.
  func sendMail(_ messages: [OutboxMessage]) -> Bool {
    guard let send else { return false }
    for kept in messages {
      send(OutgoingMessage(id: kept.id, body: kept.body, created: kept.created.seconds))
    }
    return true
  }

  /// Enables users in a service, according to a site's declaration.
  func obey(_ declaration: PeopleDeclaration?, in service: ResourceService) {
    guard let declaration else { return service.renew { $0.people = nil } }
    do {
      try service.addPeople()
    } catch {
      report("there are no users: \(error)")
      return service.renew { $0.people = nil }
    }
    var people = PeopleSettings()
    #if DEBUG
    // Only tests run debug builds, and the hashes of their passwords took a sixth of the tests' time.
    people.scrypt = .usual
    #endif
    people.allowsSignUp = declaration.allowsSignUp
    people.sessionSeconds = Int64(declaration.sessionDays) * 86_400
    people.attempts = attempts
    people.signUps = signUps
    people.codeAttempts = codeAttempts
    people.keys = { [keys] in try SecretKeys(at: keys) }
    people.mailsCodes = declaration.mailsCodes
    people.name = declaration.name
    people.cookie = declaration.sessionCookie.map(SessionCookie.init)
    people.providers = declaration.providers.compactMap(provider)
    people.audit = { [log] event in SitePeople.record(event, in: log) }
    people.forget = { [log] names in try SitePeople.forget(names, in: log) }
    if let send {
      people.mail = { mail in
        let now = Timestamp(milliseconds: UnixTime.now.seconds * 1_000)
        let message = SitePeople.message(mail, at: now.seconds)
        try service.mails.keep(mail, as: message.id, at: now)
        send(message)
      }
    }
    let settings = people
    service.renew { $0.people = settings }
  }

  /// Encrypts the secrets of second factors that an earlier version has stored as they are. Where others cannot be
  /// read, the records are served all the same.
  private static func sealSecrets(
    of service: ResourceService,
    by path: String,
    _ report: (String) -> Void
  ) throws {
    do {
      try SecretKeys(at: path).seal(secretsOf: service.store)
    } catch let error as StoreError where error.kind == .damaged {
      report("some users cannot sign in by their second factors: \(error)")
    }
  }

  /// Returns a declared provider with its secret; `nil` if the environment lacks that.
  private func provider(_ declaration: ProviderDeclaration) -> SignInProvider? {
    let secret = declaration.secret.flatMap { ProcessEnvironment.all[$0] }
    if let variable = declaration.secret, secret?.isEmpty ?? true {
      report("the environment has no \(variable), so nobody signs in by \(declaration.name)")
      return nil
    }
    return SignInProvider(
      declaration.name,
      issuer: declaration.issuer,
      client: declaration.client,
      secret: secret,
      scopes: declaration.scopes
    )
  }

  /// Records an event that operators may need later; requests have events of their own.
  private static func record(_ event: PeopleEvent, in log: EventLog) {
    guard event.kind == .reusedToken else { return }
    log.record(
      .refusal,
      .warning,
      [
        EventFact(.session, event.session),
        EventFact(.errorMessage, "a replaced token was used; its session has been ended"),
      ]
    )
  }

  /// Erases the events of sessions that a user's apps have named with some ids.
  private static func forget(_ names: [String], in log: EventLog) throws -> Int {
    var count = 0
    var rest = names[...]
    while !rest.isEmpty {
      // A filter has no more than 100 comparisons.
      let some = rest.prefix(50)
      rest = rest.dropFirst(some.count)
      let filter = try EventFilter(some.map { "session = \"\($0)\"" }.joined(separator: " OR "))
      let now = LoopClock.system.wallNanoseconds
      count += try EventErasure.erase(log) { filter.matches($0, now: now) }
    }
    log.record(.erasure, .info, [EventFact(.count, count)])
    return count
  }

  /// A message for the webhook, with a unique id.
  private static func message(_ mail: PeopleMail, at now: Int64) -> OutgoingMessage {
    OutgoingMessage(
      id: "mail-\(now)-\(String(UInt64.random(in: .min ... .max), radix: 16))",
      body: mail.json,
      created: now
    )
  }
}
