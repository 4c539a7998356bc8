// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPServer
import Message
import Purging
import Reactor
import Serving
import Signals

/// The audit log of changes by operators: a line on standard error, and an event.
final class AuditLog: Sendable {
  /// A change that operators make.
  enum Action: String, CaseIterable {
    case purge
    case reload
    case annotation
    case silence
    case erasure
    /// A kept edition is pinned, or the files are followed again.
    case rollback
    /// An edition is rolled out, or the rollout that is on goes on or ends by an order.
    case rollout
    /// Recorded requests are replayed against an edition that might be published.
    case dryRun = "dry_run"
    /// A draft is shown by a link, or no longer.
    case preview
    case drain
    case maintenance
    /// A service or an endpoint is ejected or readmitted.
    case ejection
    /// A request that waits is ended.
    case cancellation
    case logLevel = "log_level"
    /// A record is created, changed, deleted or brought back.
    case record
    /// An attribute of a type is declared, the declaration of a type is changed, or a type is removed.
    case declaration
    /// A user is locked or unlocked, or sessions are ended.
    case user
    /// The second factor of a user is removed.
    case secondFactor = "second_factor"
    /// An app is given a new key, or its key is withdrawn.
    case appKey = "app_key"
    /// Dead letters of a webhook are sent once more, or messages to users at once; dead messages to
    /// users are sent once more or removed.
    case replay
    /// Records are read with a user's rights, which changes nothing.
    case readingAsUser = "reading_as_user"
    /// A session of the console is begun.
    case signIn = "sign_in"

    /// The least role that the change requires.
    var role: OperatorRole {
      switch self {
      case .signIn: .viewer
      case .purge, .reload, .annotation, .silence, .dryRun, .preview, .drain, .ejection,
        .cancellation, .logLevel, .user,
        .replay, .readingAsUser:
        .operator
      case .erasure, .rollback, .rollout, .maintenance, .record, .declaration, .secondFactor,
        .appKey:
        .admin
      }
    }

    /// The subject of a sentence about the action.
    var verb: String {
      switch self {
      case .purge: "purging"
      case .reload: "reloading"
      case .annotation: "noting a change"
      case .silence: "silencing an alert"
      case .erasure: "erasing"
      case .rollback: "serving another edition"
      case .rollout: "rolling out an edition"
      case .dryRun: "trying an edition"
      case .preview: "previewing a draft"
      case .drain: "draining"
      case .maintenance: "closing a site"
      case .ejection: "ejecting a service"
      case .cancellation: "cancelling a request"
      case .logLevel: "changing the log's level"
      case .record: "changing records"
      case .declaration: "changing the declarations of types"
      case .user: "locking users and ending sessions"
      case .secondFactor: "removing second factors"
      case .appKey: "changing the keys of apps"
      case .replay: "sending messages once more"
      case .readingAsUser: "reading as a user"
      case .signIn: "signing in"
      }
    }
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
        SignalLabel("action", Action.allCases.map(\.rawValue)),
        SignalLabel("outcome", Outcome.names),
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
    _ outcome: Outcome,
    by caller: Operator,
    site: String?,
    _ facts: [EventFact] = []
  ) {
    let position = Action.allCases.firstIndex(of: action) ?? 0
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
    StandardStream.errors.write("portico: audit: \(action.rawValue) \(shown)\n")
    let kind: EventKind =
      switch action {
      case .purge: .purge
      case .reload: .reload
      case .annotation, .silence, .dryRun, .preview, .drain, .maintenance, .ejection,
        .cancellation, .logLevel, .record,
        .declaration, .user, .secondFactor, .appKey, .replay, .readingAsUser:
        .annotation
      case .erasure: .erasure
      case .rollback, .rollout: .publication
      case .signIn: .signIn
      }
    log.record(kind, outcome.position == 0 ? .info : .warning, all)
  }
}
