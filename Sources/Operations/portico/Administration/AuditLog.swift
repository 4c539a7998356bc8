// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Editions
import Gateway
import HTTPServer
import Purging
import Reactor
import Signals

/// The audit log of changes by operators: a line on standard error, and an event.
final class AuditLog: Sendable {
  /// A change that operators make.
  enum Action: String, CaseIterable {
    case purge
    case reload
  }

  /// The result of a change.
  enum Outcome {
    case done
    /// The status of the response, and the reason.
    case refused(Int, String)

    fileprivate static let names = ["done", "refused"]

    fileprivate var position: Int { if case .done = self { 0 } else { 1 } }
  }

  private let events: EventSink?
  private let changes: SignalFamily<Counter>
  private let shard: SharedSignalShard

  init(_ events: EventSink?, _ registry: SignalRegistry) throws(SignalFault) {
    self.events = events
    changes = try registry.counters(
      "portico_admin_changes_total",
      "What operators have changed, by what came of it.",
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
    by peer: SocketAddress,
    site: String?,
    _ facts: [(String, JSONOutput)] = []
  ) {
    let position = Action.allCases.firstIndex(of: action) ?? 0
    shard.record { $0.add(changes[position, outcome.position]) }
    let named: [(String, JSONOutput)] = site.map { [("site", .text($0))] } ?? []
    let result: [(String, JSONOutput)] =
      switch outcome {
      case .done: [("status", .number(200))]
      case .refused(let status, let why): [("status", .number(status)), ("reason", .text(why))]
      }
    let peer: [(String, JSONOutput)] = [("peer", .text("\(peer)"))]
    write(action.rawValue, named + peer + result + facts)
  }

  /// Records the results of a purge at each edge.
  static func record(_ job: PurgeJob, of site: String, to events: EventSink?) {
    for leg in job.legs {
      AuditLog.write(
        "edgePurge",
        [
          ("site", .text(site)), ("purge", .text(job.id)), ("edge", .text(leg.edge)),
          ("kind", .text(leg.kind.rawValue)), ("state", .text(leg.state.rawValue)),
          ("attempts", .number(leg.attempts)),
          ("status", leg.status.map { .number($0) } ?? .nothing), ("reason", .optional(leg.error)),
          (
            "consistentAfterMilliseconds",
            leg.consistentAfterMilliseconds.map { .number(Int(clamping: $0)) } ?? .nothing
          ),
        ],
        to: events
      )
    }
  }

  private func write(_ event: String, _ facts: [(String, JSONOutput)]) {
    let text = String(decoding: JSONOutput.members(facts).bytes, as: UTF8.self)
    let shown = LogText.escaped(text, letters: 2_000)
    StandardStream.errors.write("portico: audit: \(event) \(shown)\n")
    AuditLog.write(event, facts, to: events)
  }

  private static func write(
    _ event: String,
    _ facts: [(String, JSONOutput)],
    to events: EventSink?
  ) {
    guard let events else { return }
    let head: [(String, JSONOutput)] = [
      ("time", .number(Int(clamping: SiteOptions.now.seconds))), ("event", .text(event)),
    ]
    events.record(JSONOutput.members(head + facts).bytes + [UInt8(ascii: "\n")])
  }
}
