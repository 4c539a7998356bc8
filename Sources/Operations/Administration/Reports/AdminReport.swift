// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Explaining
import HTTPServer
import HTTPValues
import Measure
import Model
import Reactor
import Serving

/// A report for operators: tables that are shown as JSON, in a terminal and on a page of the
/// console.
struct AdminReport: Sendable {
  /// A path that ends in `/` stands for all that begin with it.
  let path: String
  /// The least role that reads it.
  private let role: OperatorRole
  private let make: Maker

  /// Makes the tables of a path for an operator, or for the gateway itself.
  typealias Maker =
    @Sendable (AdminState, String, QueryParameters, Operator?) async throws -> [FigureTable]

  static let all: [AdminReport] = own + records

  private static let own: [AdminReport] = [
    AdminReport(.stats) { state, query in
      let tables = SignalTables(state.history, filter: query["filter"] ?? "")
      return [tables.stats(usedOnly: query["usedonly"] != nil)]
    },
    AdminReport(.timers) { state, query in
      let windows = SignalTables.timerWindows
      let wanted = query["window"] ?? "1m"
      guard let window = windows.first(where: { $0.name == wanted }) else {
        let names = windows.map(\.name).joined(separator: ", ")
        throw Refusal(.badRequest, "window is \(wanted), expected one of \(names)")
      }
      let tables = SignalTables(state.history, filter: query["filter"] ?? "")
      return [tables.timers(over: window.seconds)]
    },
    AdminReport(.orders) { _, _ in OrderDefinition.tables },
    AdminReport(.cache) { state, _ in [SiteTables.cache(state.services.sites)] },
    AdminReport(.cacheContents) { state, _ in
      let milliseconds = UnixTime.now.seconds * 1_000
      return try await state.readers.run {
        CacheReport.report(of: state.services.sites, at: milliseconds)
      }
    },
    AdminReport(.inflight) { state, _ in [SiteTables.requests(try await state.inspections())] },
    AdminReport(.backends) { state, _ in
      let inspections = try await state.inspections()
      // Without a history, or with too many questions to it, there are no figures of the last day.
      let downtimes = (try? await state.monitor?.downtimes(at: UnixTime.now.seconds)) ?? nil
      return try await state.readers.run {
        [
          SiteTables.backends(inspections, state.history, state.models.troubles),
          SiteTables.durations(inspections, state.history),
          SiteTables.outages(inspections, downtimes ?? [:]), SiteTables.endpoints(inspections),
        ]
      }
    },
    AdminReport(.routes) { state, query in
      let milliseconds = UnixTime.now.seconds * 1_000
      return try await state.readers.run {
        let sites = state.services.sites.map {
          SiteRoutes($0, filter: query["filter"] ?? "", at: milliseconds)
        }
        return [SiteRoutes.table(sites, RouteFigures.all(state.history, over: SiteRoutes.seconds))]
      }
    },
    AdminReport(.routesCalls) { state, _ in
      [SiteRoutes.calls(RouteFigures.all(state.history, over: SiteRoutes.seconds))]
    },
    AdminReport(.content) { state, _ in
      try await state.readers.run {
        ContentReport.report(of: state.services.sites, at: UnixTime.now)
      }
    },
    AdminReport(.explain) { state, query in
      try await ExplainReport.tables(
        query,
        of: state.services,
        state.explanations,
        on: state.readers
      )
    },
    AdminReport(.logSummary) { state, query in
      let shared = state.services.shared
      let tally = try LogSummary(query)
      return try await shared.logReading.run { try tally.tables(of: shared.log) }
    },
    AdminReport(.logDifferences) { state, query in
      let shared = state.services.shared
      let tally = try LogDifferences(query)
      return try await shared.logReading.run { try tally.tables(of: shared.log) }
    },
    AdminReport(.runtime) { state, _ in
      let loops = try await state.process.loopFigures()
      return try await state.readers.run { RuntimeReport.report(of: state, loops) }
    },
    AdminReport(.configParts) { state, query in
      try await state.readers.run {
        ConfigurationReport(state).tables(comparedWith: query["compare"])
      }
    },
    AdminReport(.store) { state, _ in try await StoreReport.tables(of: state.services) },
    AdminReport(.health) { state, _ in
      let (inspections, loops) = (
        try await state.inspections(), try await state.process.loopFigures()
      )
      return try await state.readers.run { [HealthReport(state, inspections, loops).table] }
    },
    AdminReport(.top) { state, _ in
      let (inspections, now) = (try await state.inspections(), UnixTime.now.seconds)
      return try await state.readers.run {
        let sites = state.services.sites
        return TopReport.tables(
          state.history,
          inspections,
          state.models.troubles,
          caches: SiteTables.cache(sites),
          alerts: state.alerts.tables(at: now)[0],
          hasSites: sites.count > 1
        )
      }
    },
    AdminReport(.alerts) { state, _ in state.alerts.tables(at: UnixTime.now.seconds) },
    AdminReport(.purges) { state, _ in
      [SiteTables.purges(state.services.sites, atMost: OperatorPurges.shown)]
    },
    AdminReport(.edges) { state, _ in
      [EdgeTable.table(of: state.services.sites, at: UnixTime.now.seconds)]
    },
    AdminReport(.nodes) { state, _ in NodesReport.tables(of: state.services.sites) },
    AdminReport(.dryRun) { state, _ in
      let runs = state.dryRuns.runs
      return try await state.readers.run { DryRunTables.tables(of: runs) }
    },
    AdminReport(.rollout) { state, _ in RolloutReport.tables(of: state.services.sites) },
    AdminReport(.previews, for: .viewer) { state, _, _, reader in
      [PreviewReport.table(of: state.services.sites, for: reader)]
    },
    AdminReport(.refreshes) { state, _ in [RefreshTable.table(of: state.services.sites)] },
    AdminReport(.hints) { state, _ in
      try await state.readers.run { HintReport.tables(of: state.services.sites) }
    },
    AdminReport(.cacheLookup) { state, query in try await lookup(query, in: state) },
    AdminReport(.model) { state, _ in
      try await model(of: state).tables(await state.models.forecast())
    },
    AdminReport(.slo) { state, _ in
      guard let monitor = state.monitor else { throw noHistory }
      guard let tables = try await state.models.promises(monitor) else { throw historyElsewhere }
      return tables
    },
    AdminReport(.whatIf) { state, query in
      let report = try await model(of: state)
      return WhatIf(try Scenario(query, about: report.sites), report).tables
    },
  ]

  private init(
    _ path: OperatorPath,
    _ tables: @escaping @Sendable (AdminState, QueryParameters) async throws -> [FigureTable]
  ) {
    self.init(path, for: .viewer) { state, _, query, _ in try await tables(state, query) }
  }

  /// - Parameters:
  ///   - isPrefix: whether the path stands for all paths below it.
  ///   - role: the least role that reads it.
  ///   - make: makes its tables, given the whole path of the request.
  init(
    _ path: OperatorPath,
    isPrefix: Bool = false,
    for role: OperatorRole,
    _ make: @escaping Maker
  ) {
    self.path = isPrefix ? path.below("") : path.text
    (self.role, self.make) = (role, make)
  }

  /// The columns of its text where a request names none; `nil` for as many as its figures need.
  private var columns: Int? {
    switch OperatorPath(path: path) {
    case .slo: 120
    case .timers, .top: 80
    default: nil
    }
  }

  /// The report at a path.
  static func at(_ path: String) -> AdminReport? {
    all.first { $0.path == path } ?? all.first { $0.path.hasSuffix("/") && path.hasPrefix($0.path) }
  }

  /// Makes the tables for an operator; `nil` stands for the gateway itself.
  func tables(
    of path: String,
    _ query: QueryParameters,
    in state: AdminState,
    for reader: Operator?
  ) async throws -> [FigureTable] {
    if let reader { try AdminReport.admit(reader, as: role) }
    return try await make(state, path, query, reader)
  }

  /// Refuses to show personal values to an operator of a lesser role.
  static func admit(_ reader: Operator, as role: OperatorRole) throws(Refusal) {
    guard reader.role < role else { return }
    throw Refusal(
      .forbidden,
      "it has personal values, which are for the role \(role.rawValue); this operator has the "
        + "role \(reader.role.rawValue)"
    )
  }

  static let noModel = Refusal(
    .notFound,
    "no site has a model; \"model\" in Content/site.json5 says what traffic is expected"
  )

  static let noHistory = Refusal(.notFound, "there is no history, since --history is 0")
  static let historyElsewhere = Refusal(
    .serviceUnavailable,
    "another process, which this one replaces, writes the history still"
  )

  private static func expected(in state: AdminState) throws(Refusal) -> [ExpectedTraffic] {
    let expected = state.models.expected
    guard !expected.isEmpty else { throw noModel }
    return expected
  }

  private static func model(of state: AdminState) async throws -> ModelReport {
    await state.models.report(of: try expected(in: state))
  }

  /// The cache entry for a URL, and the reason where there is none.
  private static func lookup(
    _ query: QueryParameters,
    in state: AdminState
  ) async throws -> [FigureTable] {
    let question = try CacheQuestion(query)
    guard let site = try state.services.chosen(question.site, meansAll: false).first else {
      throw Refusal(.notFound, "there is no site")
    }
    let finding = try await site.finding(
      for: question.requests(host: site.usualHost),
      from: question.client
    )
    return [FigureTable(lookup: finding, in: site.name)]
  }

  /// The request for the report: JSON, or aligned text where `Accept` prefers `text/plain`.
  var endpoint: AdminEndpoint {
    AdminEndpoint(method: .get, path: path, action: nil) { handler, request, caller in
      let (state, path) = (handler.state, request.path.text)
      let (face, query) = (TableFace(of: request), AdminEndpoint.query(of: request))
      return .later { exchange in
        let answer: (Response, [UInt8])
        do {
          let face = try face.within(query, usual: columns)
          let bytes = face.bytes(of: try await tables(of: path, query, in: state, for: caller))
          answer = (face.response, bytes)
        } catch let refusal as Refusal {
          answer = AdminHandler.refusal(refusal.status, refusal.description)
        } catch let failure as PlainError {
          answer = AdminHandler.refusal(.badRequest, failure.description)
        } catch {
          answer = AdminHandler.refusal(.serviceUnavailable, "\(error)")
        }
        try await state.respond(to: exchange, answer.0, body: answer.1)
      }
    }
  }
}
