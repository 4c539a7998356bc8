// SPDX-License-Identifier: Apache-2.0

/// The paths of the operators' listener, with those of the console's pages: each is written once, so that a link or a
/// question to one that is not there does not compile.
///
/// ```swift
/// OperatorPath.routes.text  // "/routes"
/// OperatorPath.users.below("u-1")  // "/users/u-1"
/// OperatorPath.stats.with("filter=certificate")  // "/stats?filter=certificate"
/// ```
package enum OperatorPath: String, CaseIterable, Sendable {
  case now = ""
  case access, alerts, annotations, api, apps, backend, backends, cache, changes, config, content
  case data, drain, edges, explain, files, flow, grants, health, hints, history, inflight, live
  case log, mail, maintenance, metrics, model, nodes, orders, previews, purge, purges, ready
  case records, refreshes, reload, roles, rollout, route, routes, runtime, sessions, slo, stats
  case store, sync, timers, top, undrain, users
  case alertsSilences = "alerts/silences"
  case cacheContents = "cache/contents"
  case cacheLookup = "cache/lookup"
  case configParts = "config/parts"
  case dryRun = "dry-run"
  case fleetPublish = "fleet/publish"
  case fleetRemove = "fleet/remove"
  case historyDensity = "history/density"
  case historyFindings = "history/findings"
  case historySeries = "history/series"
  case inflightCancel = "inflight/cancel"
  case logDifferences = "log/differences"
  case logErase = "log/erase"
  case logLevel = "log/level"
  case logStream = "log/stream"
  case logSummary = "log/summary"
  case modelDashboard = "model/dashboard.json"
  case modelLoadTest = "model/loadtest.js"
  case modelRules = "model/rules"
  case modelRulesTest = "model/rules/test"
  case whatIf = "model/what-if"
  case routesCalls = "routes/calls"
  case statsStream = "stats/stream"

  /// - Parameter path: the path of a request.
  package init?(path: String) {
    guard path.hasPrefix("/") else { return nil }
    self.init(rawValue: String(path.dropFirst()))
  }

  package var text: String { "/\(rawValue)" }

  /// A path below this one.
  package func below(_ name: String) -> String { "\(text)/\(name)" }

  /// This path with a query.
  package func with(_ query: String) -> String { "\(text)?\(query)" }

  /// The part of a path below this one; `nil` for a path that is not below it.
  package func rest(of path: String) -> String? {
    let start = below("")
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : nil
  }
}
