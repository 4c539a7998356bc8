// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Explaining
import Fleet
package import Measure
package import Reactor
package import Serving
package import Signals
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

  /// Records a refused change.
  func refused(_ action: AuditLog.Action, _ status: Int, _ why: String, by caller: Operator) {
    audit.record(action, .refused(status, why), by: caller, site: nil)
  }
}
