// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import ResourceModel
import ResourceStore

// A hook gets each commit of the types that it is for at least once, and those of a record in their order:
// its position in the zone moves on after a message is accepted, or together with the message that is kept,
// which is sent later (deferred) or was given up (a dead letter). What a
// commit has changed is not kept, so a message names the record and its version, and may have the record
// as it is when the message is sent. A dead letter has no content of the record that an erasure would miss.

/// Finds the messages that webhooks have to get, and keeps what became of them.
package struct HookDeliveries: Sendable {
  let store: ResourceStore

  /// The most commits of a zone that are read at once.
  private static let commitsOfZone = 20
  /// The most messages that are read at once.
  private static let mostMessages = 100
  /// The milliseconds for which dead letters are kept.
  static let deadLifetime: Int64 = 30 * 86_400_000

  /// The most messages of a hook that are deferred; with more, the hook waits.
  package static let mostDeferred = 100

  /// Whether there is anything to deliver; a hook that is asked for the first time begins with the next
  /// commit.
  package func hasMessages(for hook: RecordHook) throws -> Bool {
    let receiver = hook.receiver
    guard try store.outbox.messages(to: receiver, isDead: false, limit: 1).isEmpty else {
      return true
    }
    let positions = try store.outbox.positions(of: receiver)
    guard !positions.isEmpty else {
      try store.outbox.beginDeliveries(to: receiver)
      return false
    }
    return try store.history.zones().contains { $0.value > positions[$0.key] ?? 0 }
  }

  /// Gives the deliveries of a hook to this process for a time, unless another process has them.
  package func takeLease(
    of hook: RecordHook,
    for holder: String,
    seconds: Int64,
    at now: Timestamp
  ) throws -> Bool {
    try store.outbox.takeLease(
      hook.receiver,
      for: holder,
      until: now.advanced(byMilliseconds: seconds * 1_000),
      at: now
    )
  }

  /// Returns the next messages: first the dead letters that are sent once more, then commits, those of
  /// each zone in their order. Moves on over commits of other types.
  package func nextMessages(for hook: RecordHook) throws -> [HookMessage] {
    let receiver = hook.receiver
    let replays = try kept(for: hook).filter(\.isReplay).prefix(Self.mostMessages)
    guard replays.isEmpty else { return Array(replays) }
    let epoch = try store.epoch()
    let positions = try store.outbox.positions(of: receiver)
    var messages: [HookMessage] = []
    // In another order each time, so that busy zones do not keep others waiting.
    for (zone, newest) in try store.history.zones().shuffled() {
      var position = positions[zone] ?? 0
      while position < newest, messages.count < Self.mostMessages {
        let commits = try store.history.commits(
          since: position,
          in: zone,
          limit: Self.commitsOfZone
        )
        let found = try commits.compactMap { try message(about: $0, of: epoch, for: hook) }
        messages += found
        guard found.isEmpty else { break }
        position = commits.last?.version ?? newest
        try move(hook, to: ChangePosition(position, of: epoch), in: zone)
      }
    }
    return messages
  }

  /// The messages that were deferred, those of a record in the order of its versions.
  package func deferredMessages(for hook: RecordHook) throws -> [HookMessage] {
    try kept(for: hook).filter { !$0.isReplay }.sorted { $0.version < $1.version }
  }

  /// The number of dead letters of a hook.
  package func deadLetters(of hook: RecordHook) throws -> Int {
    try store.outbox.countMessages(to: hook.receiver, isDead: true)
  }

  private func kept(for hook: RecordHook) throws -> [HookMessage] {
    let limit = Self.mostDeferred + HookAnswers.mostLetters
    return try store.outbox.messages(to: hook.receiver, isDead: false, limit: limit)
      .map(HookMessage.init(kept:))
  }

  private func message(
    about commit: RecordCommit,
    of epoch: StoreEpoch,
    for hook: RecordHook
  ) throws -> HookMessage? {
    let type = store.types.type(of: commit.id)?.name
    if !hook.types.isEmpty {
      guard let type, hook.types.contains(type) else { return nil }
    }
    let subject = type ?? commit.id.prefix
    let body: DataValue = .members([
      ("type", .text("\(subject).\(commit.kind.rawValue)")),
      ("timestamp", .text(commit.time.description)),
      (
        "data",
        .members([
          ("uuid", .text(commit.id.text)), ("_type", .text(subject)),
          ("_version", .integer(commit.version)), ("zone", .text(commit.zone)),
        ])
      ),
    ])
    return HookMessage(
      id: "\(hook.name)-\(commit.id)-\(commit.version)-\(epoch.text)",
      source: .commit(ChangePosition(commit.version, of: epoch), zone: commit.zone),
      record: commit.id,
      version: commit.version,
      body: try JSONWriter().bytes(of: body)
    )
  }

  /// Returns the body that is sent, with the present record if the hook is declared so; `null` for a
  /// record that is gone.
  package func body(of message: HookMessage, for hook: RecordHook) throws -> [UInt8] {
    guard hook.sendsRecord,
      var members = try DataValue(reading: message.body.span, as: .json).dictionary
    else { return message.body }
    let record = try store.resource(message.record, withDeleted: false)?.json() ?? .null
    let data = (members["data"]?.dictionary ?? DataDictionary()).setting("record", record)
    members = members.setting("data", DataValue(.dictionary(data)))
    return try JSONWriter().bytes(of: DataValue(.dictionary(members)))
  }

  /// Records that a message was accepted.
  package func accepted(_ message: HookMessage, by hook: RecordHook) throws {
    switch message.source {
    case .commit(let position, let zone): try move(hook, to: position, in: zone)
    case .deferred, .replay: _ = try store.outbox.removeMessage(message.id)
    }
  }

  /// Moves a hook on behind the commits up to a position, and keeps a message about the last one. After the end of
  /// the epoch other commits are there, of which it has not been told.
  private func move(
    _ hook: RecordHook,
    to position: ChangePosition,
    in zone: String,
    keeping letter: OutboxMessage? = nil
  ) throws {
    guard try store.epoch() == position.epoch else {
      return try letter.map(store.outbox.keep) ?? ()
    }
    try store.outbox.setPosition(position.version, in: zone, of: hook.receiver, keeping: letter)
  }

  /// Keeps a message to send it later, and moves on: only messages about the same record wait for it.
  package func postpone(
    _ message: HookMessage,
    for hook: RecordHook,
    because reason: String,
    after attempts: Int,
    at now: Timestamp
  ) throws {
    func letter(since: Timestamp, _ attempts: Int) -> OutboxMessage {
      var letter = OutboxMessage(message.id, to: hook.receiver, message.body, created: since)
      letter.reason = reason
      letter.attempts = attempts
      return letter
    }
    switch message.source {
    case .commit(let position, let zone):
      try move(hook, to: position, in: zone, keeping: letter(since: now, attempts))
    case .deferred(let since, let earlier):
      try store.outbox.keep(letter(since: since, earlier + attempts))
    case .replay: try giveUp(message, for: hook, because: reason, after: attempts, at: now)
    }
  }

  /// Keeps a message that was not accepted as a dead letter, and moves on.
  package func giveUp(
    _ message: HookMessage,
    for hook: RecordHook,
    because reason: String,
    after attempts: Int,
    at now: Timestamp
  ) throws {
    var letter = OutboxMessage(
      message.id,
      to: hook.receiver,
      message.body,
      created: now,
      expires: now.advanced(byMilliseconds: Self.deadLifetime)
    )
    letter.reason = reason
    letter.isDead = true
    switch message.source {
    case .commit(let position, let zone):
      letter.attempts = attempts
      try move(hook, to: position, in: zone, keeping: letter)
    case .deferred(_, let earlier), .replay(let earlier):
      letter.attempts = earlier + attempts
      try store.outbox.keep(letter)
    }
  }
}

extension HookMessage {
  /// A deferred message, or a dead letter that waits to be sent once more. Only dead letters expire.
  fileprivate init(kept letter: OutboxMessage) throws {
    let body = try DataValue(reading: letter.body.span, as: .json)
    guard let data = body["data"], let record = data["uuid"]?.string.flatMap(ResourceID.init),
      case .integer(let version)? = data["_version"]?.content
    else {
      throw StoreError(.damaged, "the message \(letter.id) names no record and version")
    }
    self.init(
      id: letter.id,
      source: letter.expires == nil
        ? .deferred(since: letter.created, attempts: letter.attempts)
        : .replay(attempts: letter.attempts),
      record: record,
      version: version,
      body: letter.body
    )
  }
}
