// SPDX-License-Identifier: Apache-2.0

package import CodeGeneration
package import DataFiles
package import HTTPValues
import ResourceModel
package import ResourceStore
package import Sites
import Synchronization

/// The service of records over HTTP, without connections: a request in, an answer out.
///
/// Its functions block while the storage works, so they belong on a worker pool.
package final class ResourceService: Sendable {
  private let current: Mutex<RecordContext>

  package struct Settings: Sendable {
    /// The path below which the records are, such as `/v1`.
    package var mount = ""
    /// The seconds for which caches may keep an answer; 0 for an answer that is always revalidated.
    package var ttl = 0
    /// The most operations of a batch.
    package var batchOperations = 1_000
    /// The largest body in bytes, but for streams of lines.
    package var bodyBytes = 1_048_576
    /// The longest line of a stream in bytes.
    package var lineBytes = 262_144
    /// Returns the permissions that the mount gives a request with these fields.
    package var caller: @Sendable (Fields) -> Caller = { _ in Caller(.administer, isTrusted: true) }
    {
      didSet { open = caller(Fields()).level }
    }
    /// The permissions of a request without credentials.
    private(set) var open = Rights.administer
    /// Settings of users' sign-up and sign-in; `nil` without users.
    package var people: PeopleSettings?
    /// Storage of the bytes of records' files; `nil` where no files are kept.
    package var files: RecordFiles?
    /// Makes the page of the description, given its path, and the files that it loads by their
    /// names; `nil` for no page.
    package var page: (@Sendable (String, DataValue, _ file: String?) -> ResourceReply?)?
    /// The most that files and clients that wait for changes may take.
    package var limits = RecordLimits()
    /// The locks of the versions of apps that are in use, against which changes of types are held.
    package var locks: [VersionLock] = []
    /// The most bytes of records.
    var sizes: RecordSizes {
      var sizes = RecordSizes()
      (sizes.record, sizes.page) = (limits.recordBytes, limits.pageBytes)
      sizes.batch = limits.batchBytes
      return sizes
    }
    /// The webhooks that are told of changes.
    package var hooks: [RunningHook] = []
    /// Asks webhooks before writes, and returns their answers in the order of the questions. It blocks.
    package var ask: @Sendable ([BeforeQuestion]) -> [BeforeReply] = { questions in
      questions.map { _ in BeforeReply(.failed("this service asks no webhooks")) }
    }
    /// Whether there is a key to sign questions before writes; without one none is sent.
    package var signsQuestions = true
    /// Called with each question that webhooks were asked before writes, on any thread.
    package var asked: @Sendable (BeforeOutcome) -> Void = { _ in }
    /// Called with the cache tags of records that changed.
    package var changed: @Sendable ([String]) -> Void = { _ in }
    /// Called with the last version of each zone that a commit of this process has changed, in an epoch of the store.
    package var committed: @Sendable ([String: Int64], StoreEpoch) -> Void = { _, _ in }
    /// Called with the cache tags of records that another process has changed, which tells the edges.
    package var changedElsewhere: @Sendable ([String]) -> Void = { _ in }
    /// Called with the errors that no client caused.
    package var failed: @Sendable (any Error) -> Void = { _ in }

    /// The fields by which the answers of types with rules differ.
    var credentials: String {
      "authorization, \(Senders.legacyToken), \(Senders.appKey)"
        + (people?.cookie == nil ? "" : ", cookie")
    }

    package init() {}
  }

  package typealias Rights = ResourceSettings.Rights

  package init(_ store: ResourceStore, _ settings: Settings = Settings()) {
    current = Mutex(RecordContext(store, settings, ServiceMemory()))
  }

  /// The store and the settings as they are now.
  var context: RecordContext { current.withLock(\.self) }

  var router: Router { Router(context: context) }

  /// The storage of the records.
  package var store: ResourceStore { context.store }

  /// Notifies subscribers of changes.
  package var feed: ChangeFeed { context.memory.feed }

  /// The messages that webhooks have to get.
  package var deliveries: HookDeliveries { context.deliveries }

  /// The messages to people that are kept.
  package var mails: StoredMails { context.mails }

  /// Goes on with the store to which the records were moved. The one before takes no changes any more, so
  /// a request that is under way meets one or the other. What others have changed there meanwhile was not
  /// announced, so all answers count as outdated.
  package func goOn(with store: ResourceStore) throws {
    let zones = Set(try store.history.zones().keys)
    let context = current.withLock { current in
      current = RecordContext(store, current.settings, current.memory)
      return current
    }
    context.settings.files?.share(in: store.files)
    context.memory.feed.announce(zones)
    context.settings.changed([RecordTags.all])
  }

  /// Changes the settings.
  package func renew(_ change: (inout Settings) -> Void) {
    current.withLock { current in
      var settings = current.settings
      change(&settings)
      current = RecordContext(current.store, settings, current.memory)
    }
  }

  /// Returns the answer to a request.
  package func reply(to request: ResourceRequest) -> ResourceReply {
    let context = context
    do {
      return try Router(context: context).reply(to: context.senders.identified(request)).delivered(
        to: request
      )
    } catch {
      return context.problem(error).reply
    }
  }

  /// Answers a request at once, if that takes no more than finding one record; `nil` for all others.
  package func promptReply(to request: ResourceRequest) -> ResourceReply? {
    router.promptReply(to: request)
  }

  /// Adds missing types of people, before `Settings.people` is set.
  package func addPeople() throws {
    let context = context
    let types = try context.store.types.withPeople()
    try types.checkPeople()
    guard types != context.store.types else { return }
    _ = try context.store.setTypes(options: []) { present in
      let types = try present.withPeople()
      try types.checkPeople()
      return types
    }
    context.settings.changed([RecordTags.all])
  }
}
