// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import Commands
import ContentModel
import DataFiles
import Editions
import Fleet
import Gateway
import HTTPServer
import HTTPValues
package import Measure
import Message
import Model
import Monitor
import Purging
package import Reactor
package import Serving
package import Signals
import Sites
import Synchronization

/// The state behind the administration, shared by all loops.
package final class AdminState: Sendable {
  let services: SiteServices
  let registry: SignalRegistry
  /// The process, which serves the visitors.
  let process: RunningProcess
  /// The operators' own listener.
  let access: AdminAccess
  let gate: AdminGate
  /// The certificates of the listeners that have some.
  let certificates: CertificateRenewal?
  /// The signals of the last hour.
  package let history = SignalHistory()
  /// Runs reads that take longer than a loop may spend without serving requests.
  let readers: WorkerPool
  private let stopping = Atomic(false)
  /// Since when the instance is drained, in seconds since 1970.
  private let drained = Mutex<Int64?>(nil)
  /// The history of all metrics; `nil` if none is kept.
  package let monitor: HistoryService?
  let models: ModelService
  package let alerts: AlertService
  /// The other gateways that this one is compared with.
  let gateways: OtherGateways
  let audit: AuditLog
  let dryRuns: DryRunService
  let explanations = ExplanationTurns()

  package init(
    _ services: SiteServices,
    _ registry: SignalRegistry,
    _ process: RunningProcess,
    _ access: AdminAccess,
    _ secrets: (tokens: AdminTokens?, certificates: CertificateRenewal?),
    _ monitor: HistoryService?,
    _ gateways: OtherGateways,
    _ receivers: AlertReceivers
  ) throws {
    readers = WorkerPool("reports", threads: 1)
    dryRuns = try DryRunService()
    (self.services, self.registry) = (services, registry)
    (self.process, self.access) = (process, access)
    gate = try AdminGate(secrets.tokens, at: access.address, services.shared.refused, registry)
    certificates = secrets.certificates
    (self.monitor, self.gateways) = (monitor, gateways)
    models = ModelService(services, history, monitor)
    alerts = try AlertService(services, models, certificates, gateways, receivers, registry)
    audit = try AuditLog(services.shared.log, registry)
    try declareMetrics(in: registry)
  }

  /// Begins to compare this gateway with the others, on a loop.
  ///
  /// - Parameter token: the file with the token for their operators' listeners, which is read each time.
  package func compareGateways(token file: String?, on loop: EventLoop) async throws {
    if let file { _ = try AdminToken.word(in: file) }
    try await gateways.start(services.shared, on: loop) { [weak self] in
      guard let self else { throw CancellationError() }
      return try await readers.run { [self] in
        (ConfigurationReport(self).fingerprint, try file.map { try AdminToken.word(in: $0) })
      }
    }
  }

  /// Whether the service is stopping, so that streams end.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  package func stop() { stopping.store(true, ordering: .relaxed) }

  /// Since when the instance is drained by an operator, in seconds since 1970; `nil` if it is not.
  var drainedSince: Int64? { drained.withLock { $0 } }

  /// Drains the instance or takes visitors again, and returns whether that is a change.
  func setDrained(_ isDrained: Bool) -> Bool {
    let now = UnixTime.now.seconds
    for site in services.sites { site.fleet?.node?.drain(isDrained) }
    return drained.withLock { since in
      guard (since != nil) != isDrained else { return false }
      since = isDrained ? now : nil
      return true
    }
  }

  var purges: OperatorPurges { OperatorPurges(state: self) }

  /// Records a change by an operator, and annotates the charts with it.
  func record(
    _ action: AuditLog.Action,
    _ text: String,
    kind: String,
    site: String? = nil,
    by caller: Operator
  ) {
    audit.record(action, by: caller, site: site, .annotation(kind, text))
    services.shared.annotate(kind, text, site: site)
  }

  /// Returns the present state of every site's gateway.
  func inspections() async throws -> [SiteInspection] {
    var inspections: [SiteInspection] = []
    for site in services.sites { inspections.append(try await site.inspection()) }
    return inspections
  }

  /// The sites that have nothing to serve.
  var unready: [String] { services.sites.filter { $0.publisher.publication == nil }.map(\.name) }

  /// Adds an annotation to the history, and returns it.
  func annotate(_ annotation: Annotation, by caller: Operator) async throws -> [UInt8] {
    try await monitor?.annotate(annotation)
    audit.record(
      .annotation,
      by: caller,
      site: annotation.site,
      .annotation(annotation.kind, annotation.text)
    )
    var bytes: [UInt8] = []
    annotation.write(to: &bytes)
    return bytes
  }

  /// Silences alerts, and returns whether there was room for one more silence.
  func silence(_ silence: AlertSilence, by caller: Operator) -> Bool {
    guard alerts.add(silence) else { return false }
    let now = UnixTime.now.seconds
    let begin = silence.starts > now ? "from \(UnixTime(seconds: silence.starts)) " : ""
    let end = "\(begin)until \(UnixTime(seconds: silence.until))"
    let author = silence.author.map { " (\($0))" } ?? ""
    audit.record(
      .silence,
      by: caller,
      site: nil,
      .annotation("silence", "\(silence.scope) \(end)\(author): \(silence.reason)")
    )
    return true
  }

  /// Pins a kept edition, or follows the site's files again.
  func rollBack(_ order: RollbackOrder, by caller: Operator) async throws -> [UInt8] {
    let site = try site(order.site)
    let (edition, told) = try await rollBack(order, of: site, by: caller)
    audit.record(
      .rollback,
      by: caller,
      site: site.name,
      [EventFact(.edition, edition), EventFact(.annotation, order.description)]
    )
    var members: [(String, DataValue)] = [("site", .text(site.name)), ("edition", .text(edition))]
    if let told { members.append(("fleet", .text("\(told)"))) }
    return DataValue.members(members).json
  }

  /// Serves an edition, of a fleet at all nodes; returns its name, and which nodes have the order.
  private func rollBack(
    _ order: RollbackOrder,
    of site: SiteService,
    by caller: Operator
  ) async throws -> (edition: String, told: Acknowledgement?) {
    guard let fleet = site.fleet else {
      let edition = try await readers.run {
        try site.authors.noting(caller.name, of: site) { try order.apply(to: site) }
      }
      return (edition, nil)
    }
    do {
      return try await fleet.order(order.edition)
    } catch {
      throw Refusal(.conflict, "\(error)")
    }
  }

  /// Records that an operator has read records with a user's rights.
  func hasRead(_ path: String, asUser user: String, of site: String, by caller: Operator) {
    audit.record(
      .readingAsUser,
      by: caller,
      site: site,
      [EventFact(.annotation, "\(path) as \(user)")]
    )
  }

  /// Records a refused change.
  func refused(_ action: AuditLog.Action, _ status: Int, _ why: String, by caller: Operator) {
    audit.record(action, .refused(status, why), by: caller, site: nil)
  }

  /// Reloads sites and returns the results.
  func reload(_ choice: SiteChoice, by caller: Operator) throws(PlainError) -> [UInt8] {
    let sites = try services.chosen(choice, meansAll: true)
    let reports = sites.map { reload($0, by: caller) }
    services.refreshRefused()
    if choice != .all, sites.count == 1, let report = reports.first { return report.json }
    return DataValue.members([("sites", .list(reports))]).json
  }

  private func reload(_ site: SiteService, by caller: Operator) -> DataValue {
    site.fleet?.look(isForced: true)
    let report = site.authors.noting(caller.name, of: site) {
      site.publisher.refresh(at: UnixTime.now)
    }
    services.shared.annotate("reload", "the files are read again", site: site.name)
    site.annotate(report)
    audit.record(
      .reload,
      by: caller,
      site: site.name,
      [
        EventFact(.edition, report.publication?.edition.name), EventFact(.isNew, report.isNew),
        EventFact(.errors, report.findings.count { $0.severity == .error }),
      ]
    )
    return .members([
      ("site", .text(site.name)), ("edition", .text(report.publication?.edition.name)),
      ("isNew", .boolean(report.isNew)), ("findings", .list(report.findings.map { DataValue($0) })),
    ])
  }
}
