// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
package import ResourceStore

/// A webhook that is told of changes of records.
package struct RecordHook: Sendable, Hashable {
  package let name: String
  /// The names of the types whose records it is told of; empty for all.
  package let types: Set<String>
  /// Whether its messages have the records.
  package let sendsRecord: Bool

  package init(_ name: String, types: Set<String> = [], sendsRecord: Bool = false) {
    self.name = name
    self.types = types
    self.sendsRecord = sendsRecord
  }

  /// The name of the hook among the receivers of all messages, and of its lease.
  var receiver: String { "hook:\(name)" }
}

/// A message for a webhook.
package struct HookMessage: Sendable, Equatable {
  /// The origin of a message, which decides how it is marked as delivered.
  package enum Source: Sendable, Equatable {
    /// A commit of a zone.
    case commit(ChangePosition, zone: String)
    /// A deferred message: it was refused at first, and later messages may be sent before it.
    case deferred(since: Timestamp, attempts: Int)
    /// A dead letter that is sent once more.
    case replay(attempts: Int)
  }

  /// The id, the same for all attempts, also after a restart.
  package let id: String
  package let source: Source
  /// The record that it is about.
  package let record: ResourceID
  /// The version that the commit gave the record.
  package let version: Int64
  /// The message without the record.
  package let body: [UInt8]

  /// Whether the message is stored itself, since it was not accepted at first; each time it is sent once.
  package var isKept: Bool { if case .commit = source { false } else { true } }

  /// Returns the message as one that others have overtaken.
  package func deferred(since: Timestamp, attempts: Int) -> HookMessage {
    HookMessage(
      id: id,
      source: .deferred(since: since, attempts: attempts),
      record: record,
      version: version,
      body: body
    )
  }

  /// Whether the message was given up before.
  package var isReplay: Bool { if case .replay = source { true } else { false } }
}

/// The state of a webhook's deliveries.
package struct HookState: Sendable, Equatable {
  package enum Word: String, Sendable, CaseIterable {
    /// It has not looked for changes yet.
    case starting
    /// All changes were delivered, but for deferred messages.
    case idle
    case delivering
    /// The receiver does not accept the next message, which is sent again.
    case retrying
    /// Another gateway with the same records delivers the changes.
    case elsewhere
    /// The storage cannot be reached.
    case failing
    /// The environment has no key to sign with.
    case unsigned
  }

  package var word: Word
  /// The failure of the last attempt.
  package var reason: String?
  /// The instant of the first attempt at the message that is not accepted.
  package var since: Timestamp?

  /// The number of messages that others have overtaken since they were not accepted.
  package var deferred = 0
  /// The number of dead letters.
  package var deadLetters = 0
  /// The numbers of attempts of this process by their outcome.
  package var attempts = Attempts()

  package struct Attempts: Sendable, Equatable {
    package var accepted = 0
    package var failed = 0

    package init() {}
  }

  package init(_ word: Word, reason: String? = nil, since: Timestamp? = nil) {
    self.word = word
    self.reason = reason
    self.since = since
  }
}

/// A webhook with the process's view of it.
package struct RunningHook: Sendable {
  package let hook: RecordHook
  /// The origin of its address, for operators.
  package let origin: String
  package let state: @Sendable () -> HookState
  /// Lets it look for messages, from any thread.
  package let wake: @Sendable () -> Void

  package init(
    _ hook: RecordHook,
    at origin: String,
    state: @escaping @Sendable () -> HookState,
    wake: @escaping @Sendable () -> Void
  ) {
    self.hook = hook
    self.origin = origin
    self.state = state
    self.wake = wake
  }
}
