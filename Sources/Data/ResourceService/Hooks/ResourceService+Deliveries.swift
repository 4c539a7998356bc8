// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import ResourceModel
import ResourceStore

// A hook gets each commit of the types that it is for at least once, and those of a zone in their order:
// its position in the zone moves on after a message is accepted, or together with its dead letter. What a
// commit has changed is not kept, so a message names the record and its version, and may have the record
// as it is when the message is sent. A dead letter has no content of the record that an erasure would miss.

extension ResourceService {
  /// The most commits of a zone that are read at once.
  private static let commitsOfZone = 20
  /// The most messages that are read at once.
  private static let mostMessages = 100
  /// The milliseconds for which dead letters are kept.
  private static let deadLifetime: Int64 = 30 * 86_400_000

  /// Whether there is anything to deliver; a hook that is asked for the first time begins with the next
  /// commit.
  package func hasMessages(for hook: RecordHook) throws -> Bool {
    let receiver = hook.receiver
    guard try store.messages(to: receiver, isDead: false, limit: 1).isEmpty else { return true }
    let positions = try store.positions(of: receiver)
    guard !positions.isEmpty else {
      try store.beginDeliveries(to: receiver)
      return false
    }
    return try store.zones().contains { $0.value > positions[$0.key] ?? 0 }
  }

  /// Gives the deliveries of a hook to this process for a time, unless another process has them.
  package func takeLease(
    of hook: RecordHook,
    for holder: String,
    seconds: Int64,
    at now: Timestamp
  ) throws -> Bool {
    try store.takeLease(
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
    let replays = try store.messages(to: receiver, isDead: false, limit: Self.mostMessages)
    guard replays.isEmpty else { return try replays.map(HookMessage.init(replaying:)) }
    let positions = try store.positions(of: receiver)
    var messages: [HookMessage] = []
    // In another order each time, so that busy zones do not keep others waiting.
    for (zone, newest) in try store.zones().shuffled() {
      var position = positions[zone] ?? 0
      while position < newest, messages.count < Self.mostMessages {
        let commits = try store.commits(since: position, in: zone, limit: Self.commitsOfZone)
        let found = try commits.compactMap { try message(about: $0, in: zone, for: hook) }
        messages += found
        guard found.isEmpty else { break }
        position = commits.last?.version ?? newest
        try store.setPosition(position, in: zone, of: receiver, keeping: nil)
      }
    }
    return messages
  }

  private func message(
    about commit: RecordCommit,
    in zone: String,
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
          ("_version", .integer(commit.version)), ("zone", .text(zone)),
        ])
      ),
    ])
    return HookMessage(
      id: "\(hook.name)-\(commit.id)-\(commit.version)",
      source: .commit(version: commit.version, zone: zone),
      record: commit.id,
      body: try Self.bytes(body)
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
    return try Self.bytes(DataValue(.dictionary(members)))
  }

  /// Records that a message was accepted.
  package func accepted(_ message: HookMessage, by hook: RecordHook) throws {
    switch message.source {
    case .commit(let version, let zone):
      try store.setPosition(version, in: zone, of: hook.receiver, keeping: nil)
    case .replay: _ = try store.removeMessage(message.id)
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
    case .commit(let version, let zone):
      letter.attempts = attempts
      try store.setPosition(version, in: zone, of: hook.receiver, keeping: letter)
    case .replay(let earlier):
      letter.attempts = earlier + attempts
      try store.keep(letter)
    }
  }

  private static func bytes(_ value: DataValue) throws(DataFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try JSONWriter().write(value, to: &bytes)
    return bytes
  }
}

extension HookMessage {
  /// A dead letter that waits to be sent once more.
  fileprivate init(replaying letter: OutboxMessage) throws {
    let body = try DataValue(reading: letter.body.span, as: .json)
    guard let record = body["data"]?["uuid"]?.string.flatMap(ResourceID.init) else {
      throw StoreError(.damaged, "the message \(letter.id) names no record")
    }
    self.init(
      id: letter.id,
      source: .replay(attempts: letter.attempts),
      record: record,
      body: letter.body
    )
  }
}
