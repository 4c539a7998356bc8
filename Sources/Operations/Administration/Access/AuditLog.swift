// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Message
import Reactor
import Serving
import Signals

/// The audit log of changes by operators: a line on standard error, and an event.
final class AuditLog: Sendable {
  /// A change that operators make.
  struct Action: Sendable, Hashable {
    /// The word for it in the audit log and in metrics.
    let name: String
    /// The least role that it requires.
    let role: OperatorRole
    /// The subject of a sentence about it.
    let verb: String
    /// The kind of its event.
    let kind: EventKind

    private init(
      _ name: String,
      _ role: OperatorRole,
      _ verb: String,
      _ kind: EventKind = .annotation
    ) {
      (self.name, self.role, self.verb, self.kind) = (name, role, verb, kind)
    }

    static let purge = Action("purge", .operator, "purging", .purge)
    static let reload = Action("reload", .operator, "reloading", .reload)
    static let annotation = Action("annotation", .operator, "noting a change")
    static let silence = Action("silence", .operator, "silencing an alert")
    static let erasure = Action("erasure", .admin, "erasing", .erasure)
    /// A kept edition is pinned, or the files are followed again.
    static let rollback = Action("rollback", .admin, "serving another edition", .publication)
    /// An edition is rolled out, or the rollout that is on goes on or ends by an order.
    static let rollout = Action("rollout", .admin, "rolling out an edition", .publication)
    /// Recorded requests are replayed against an edition that might be published.
    static let dryRun = Action("dry_run", .operator, "trying an edition")
    /// A draft is shown by a link, or no longer.
    static let preview = Action("preview", .operator, "previewing a draft")
    static let drain = Action("drain", .operator, "draining")
    static let maintenance = Action("maintenance", .admin, "closing a site")
    /// A service or an endpoint is ejected or readmitted.
    static let ejection = Action("ejection", .operator, "ejecting a service")
    /// A request that waits is ended.
    static let cancellation = Action("cancellation", .operator, "cancelling a request")
    static let logLevel = Action("log_level", .operator, "changing the log's level")
    /// A record is created, changed, deleted or brought back.
    static let record = Action("record", .admin, "changing records")
    /// An attribute of a type is declared, the declaration of a type is changed, or a type is removed.
    static let declaration = Action("declaration", .admin, "changing the declarations of types")
    /// A user is locked or unlocked, or sessions are ended.
    static let user = Action("user", .operator, "locking users and ending sessions")
    /// The second factor of a user is removed.
    static let secondFactor = Action("second_factor", .admin, "removing second factors")
    /// An app is given a new key, or its key is withdrawn.
    static let appKey = Action("app_key", .admin, "changing the keys of apps")
    /// Dead letters of a webhook are sent once more, or messages to users at once; dead messages to
    /// users are sent once more or removed.
    static let replay = Action("replay", .operator, "sending messages once more")
    /// Records are read with a user's rights, which changes nothing.
    static let readingAsUser = Action("reading_as_user", .operator, "reading as a user")
    /// A session of the console is begun.
    static let signIn = Action("sign_in", .viewer, "signing in", .signIn)

    static let all = [
      purge, reload, annotation, silence, erasure, rollback, rollout, dryRun, preview, drain,
      maintenance, ejection, cancellation, logLevel, record, declaration, user, secondFactor,
      appKey, replay, readingAsUser, signIn,
    ]
  }

  /// The result of a change.
  enum Outcome {
    case done
    /// The status of the response, and the reason.
    case refused(Int, String)

    fileprivate static let names = ["done", "refused"]

    fileprivate var position: Int { if case .done = self { 0 } else { 1 } }
  }

  private let log: EventLog
  private let changes: SignalFamily<Counter>
  private let shard: SharedSignalShard

  init(_ log: EventLog, _ registry: SignalRegistry) throws(SignalFault) {
    self.log = log
    changes = try registry.counters(
      "portico_admin_changes_total",
      "Changes by operators, by action and outcome.",
      labels: [
        SignalLabel("action", Action.all.map(\.name)), SignalLabel("outcome", Outcome.names),
      ]
    )
    shard = try registry.makeSharedShard()
  }

  /// Records a change, made or refused.
  ///
  /// - Parameters:
  ///   - site: the site, if one was found.
  ///   - facts: further fields.
  func record(
    _ action: Action,
    _ outcome: Outcome = .done,
    by caller: Operator,
    site: String?,
    _ facts: [EventFact] = []
  ) {
    let position = Action.all.firstIndex(of: action) ?? 0
    shard.record { $0.add(changes[position, outcome.position]) }
    var all = [
      EventFact(.site, site), EventFact(.peer, "\(caller.address)"),
      EventFact(.operatorName, caller.name),
    ]
    switch outcome {
    case .done: all.append(EventFact(.status, 200))
    case .refused(let status, let why):
      all += [EventFact(.status, status), EventFact(.errorMessage, why)]
    }
    all += facts
    let shown = LogText.escaped(EventFact.json(all), letters: 2_000)
    StandardStream.errors.write("portico: audit: \(action.name) \(shown)\n")
    log.record(action.kind, outcome.position == 0 ? .info : .warning, all)
  }
}

extension [EventFact] {
  /// The facts of a change that charts and the log tell in words.
  static func annotation(_ kind: String, _ text: String) -> [EventFact] {
    [EventFact(.annotationKind, kind), EventFact(.annotation, text)]
  }
}
