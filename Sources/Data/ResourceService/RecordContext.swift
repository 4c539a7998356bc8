// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel
import ResourceStore
import Synchronization

/// The store and the settings as requests find them at one moment, and what the service remembers while it
/// runs. The parts of the service are made of it.
final class RecordContext: Sendable {
  let store: ResourceStore
  let settings: ResourceService.Settings
  let memory: ServiceMemory

  init(_ store: ResourceStore, _ settings: ResourceService.Settings, _ memory: ServiceMemory) {
    self.store = store
    self.settings = settings
    self.memory = memory
  }

  var senders: Senders { Senders(context: self) }
  var views: RecordViews { RecordViews(store: store) }
  var notices: CommitNotices { CommitNotices(context: self) }
  var reader: RecordReader { RecordReader(context: self) }
  var changer: RecordChanger { RecordChanger(context: self) }
  var filtered: FilteredWrites { FilteredWrites(context: self) }
  var before: BeforeWrites { BeforeWrites(context: self) }
  var changes: ChangeReader { ChangeReader(context: self) }
  var types: TypeAnswers { TypeAnswers(context: self) }
  var tables: TableAnswers { TableAnswers(context: self) }
  var grants: RecordGrants { RecordGrants(context: self) }
  var files: FileAnswers { FileAnswers(context: self) }
  var deliveries: HookDeliveries { HookDeliveries(store: store) }
  var hooks: HookAnswers { HookAnswers(store: store, hooks: settings.hooks) }
  var mails: StoredMails { StoredMails(context: self) }

  /// Signs in by providers; throws where there are no users.
  var signIn: ProviderSignIn {
    get throws(ResourceProblem) {
      guard let people = settings.people else { throw ResourceProblem.unknownToken }
      return ProviderSignIn(context: self, people: people)
    }
  }

  /// The problem of an error; one that no client caused is reported.
  func problem(_ error: any Error) -> ResourceProblem {
    let problem = ResourceProblem(error)
    if problem.status.code >= 500 { settings.failed(error) }
    return problem
  }
}

/// The memory of a running service, which outlasts changes of its store and settings.
final class ServiceMemory: Sendable {
  /// Notifies subscribers of changes.
  let feed = ChangeFeed()
  /// The commits of a shared store that were announced.
  let known = Mutex(KnownCommits())
  /// The number of mails that were given up, as of the last time that they were counted.
  let deadMails = Mutex(0)
  /// The providers of sign-ins as they have described themselves.
  let providers = ProviderMemory()
  /// The webhooks that were asked before writes, by the names of their types.
  let askedHooks = Mutex<[String: AskedHook]>([:])
  private let ids = Mutex(IDGenerator())

  func newID(_ prefix: String, at now: Timestamp) -> ResourceID {
    var random = SystemRandomNumberGenerator()
    return ids.withLock { $0.next(prefix, at: now, using: &random) }
  }
}
