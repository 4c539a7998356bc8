// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import DataFiles
import Editions
package import Measure
package import Message
import Model
import Monitor
import Purging
import Reactor
import ResourceModel
import ResourceService
package import Signals
import Sites
import Synchronization

/// Finds conditions that operators should know of, every ten seconds, and reports them.
package final class AlertService: Sendable {
  /// The time between two checks, in seconds.
  private static let interval = 9.5
  private static let day: Int64 = 86_400
  /// The time within which a probe must prove a purge at an edge.
  private static let provingSeconds: Int64 = 600
  /// The number of purges that raise alerts, the newest first.
  private static let mostPurges = 20
  /// The time for which files with errors raise no alert, since an editor may be working on them,
  /// in seconds.
  private static let editingSeconds: Int64 = 300
  /// The time for which a service must fail, or a resource be near its end.
  private static let troubleSeconds: Int64 = 60

  private struct State {
    var book = AlertBook()
    var found = ModelAlerts()
    /// The time of the last check, on a clock that never goes back.
    var last: Double?
  }

  private let services: SiteServices
  private let models: ModelService
  private let certificates: CertificateRenewal?
  private let gateways: OtherGateways
  private let receivers: AlertReceivers
  private let state: Mutex<State>
  private let file: AlertFile?

  package init(
    _ services: SiteServices,
    _ models: ModelService,
    _ certificates: CertificateRenewal?,
    _ gateways: OtherGateways,
    _ receivers: AlertReceivers,
    _ registry: SignalRegistry
  ) throws(SignalFault) {
    (self.services, self.models, self.certificates) = (services, models, certificates)
    (self.gateways, self.receivers) = (gateways, receivers)
    file = services.shared.alertFile
    state = Mutex(State(book: file?.read(at: UnixTime.now.seconds) ?? AlertBook()))
    try registry.observe(
      "portico_alerts",
      "Alerts, by their state and by how soon somebody should look.",
      .gauge,
      labels: ["state", "severity"]
    ) { [weak self] in self?.counts ?? [] }
  }

  private var counts: [SignalRegistry.Observation] {
    let all = state.withLock { $0.book.all }
    return [AlertBook.State.pending, .firing].flatMap { state in
      [AlertCondition.Severity.page, .ticket].map { severity in
        let count = all.count { $0.state == state && $0.condition.severity == severity }
        return .init([state.rawValue, severity.rawValue], count)
      }
    }
  }

  /// Checks a snapshot. Call it on one thread, which may wait for the disk.
  ///
  /// - Parameter uptime: seconds on a clock that never goes back.
  func look(at snapshot: SignalSnapshot, uptime: Double) {
    let last = state.withLock { $0.last }
    if let last, uptime - last < AlertService.interval { return }
    let now = UnixTime.now.seconds
    let expected = models.expected
    let report = expected.isEmpty ? nil : models.latestReport(of: expected)
    let forecast = expected.isEmpty ? nil : models.latestForecast()
    var others = certificateEnds(at: now) + purges(at: now)
    others += EdgePromises.conditions(of: services.sites, at: now) + editions + records(at: now)
    others +=
      FleetConditions.conditions(of: services.sites) + gateways.conditions + resources + troubles
    let (changes, book) = state.withLock { state in
      state.last = uptime
      state.found.add(snapshot, of: expected, at: uptime)
      let found = state.found.conditions(of: report, forecast)
      return (state.book.update(found + others, at: now), state.book)
    }
    file?.write(book)
    for change in changes { tell(change) }
  }

  /// Keeps the present alerts and silences for the next start.
  package func end() { file?.write(state.withLock { $0.book }) }

  private func tell(_ change: AlertBook.Change) {
    let (word, entry, level): (String, AlertBook.Entry, EventLevel) =
      switch change {
      case .fired(let entry):
        ("fires", entry, entry.condition.severity == .page ? .error : .warning)
      case .resolved(let entry): ("is over", entry, .info)
      }
    let message = AlertService.message(entry, at: UnixTime.now.seconds)
    for send in receivers.receivers(of: entry) { send(message) }
    let condition = entry.condition
    let text = "\(condition.id) \(word): \(condition.text); see GET \(condition.look)"
    SharedResources.tell("alert: \(LogText.escaped(text, letters: Annotation.textLimit))")
    services.shared.annotate("alert", text, site: condition.site)
    services.shared.log.record(
      .annotation,
      level,
      [
        EventFact(.site, condition.site), EventFact(.annotationKind, "alert"),
        EventFact(.annotation, text),
      ]
    )
  }

  /// A message with a unique id.
  private static func message(_ entry: AlertBook.Entry, at now: Int64) -> OutgoingMessage {
    OutgoingMessage(
      id: "alert-\(now)-\(String(UInt64.random(in: .min ... .max), radix: 16))",
      body: entry.json,
      created: now
    )
  }

  /// Disks, descriptors and memory near their end.
  private var resources: [AlertCondition] {
    models.resources.filter { $0.tone != .usual }.map { level in
      AlertCondition(
        "resource/\(level.name)",
        level.tone == .failure ? .page : .ticket,
        look: OperatorPath.health.with("verbose"),
        patience: AlertService.troubleSeconds,
        "\(level.name): \(level.text)"
      )
    }
  }

  /// Services that fail or are slow, and routes with more answers of 4xx; their broken promises have alerts of
  /// their own.
  private var troubles: [AlertCondition] {
    let found = models.troubles
    return found.services.map { service in
      AlertCondition(
        "service/\(service.place.site)/\(service.place.backend)",
        service.isFailure ? .page : .ticket,
        site: service.place.site,
        look: OperatorPath.backends.text,
        patience: AlertService.troubleSeconds,
        "\(service.place.backend): \(service.text)"
      )
    }
      + found.routes.filter(\.isRefusing).map { route in
        AlertCondition(
          "refusing/\(route.route.site)/\(route.name)",
          .ticket,
          site: route.route.site,
          look: OperatorPath.routes.text,
          patience: AlertService.troubleSeconds,
          "\(route.name): \(route.text)"
        )
      }
  }

  private func certificateEnds(at now: Int64) -> [AlertCondition] {
    (certificates?.ends(at: now) ?? []).filter(\.isSoon).map { certificate in
      AlertCondition(
        "certificate/\(certificate.name)",
        certificate.isUrgent ? .page : .ticket,
        look: OperatorPath.stats.with("filter=certificate"),
        "the certificate in \(certificate.name) "
          + (certificate.hasEnded
            ? "has ended" : "ends in \(Counted.text(certificate.days, "day"))")
      )
    }
  }

  private func records(at seconds: Int64) -> [AlertCondition] {
    let now = Timestamp(milliseconds: seconds * 1_000)
    return services.sites.flatMap { site -> [AlertCondition] in
      guard let state = site.resources.mount?.state else { return [] }
      let path = site.publisher.publication?.edition.site.resources?.at ?? ""
      return RecordConditions(site: site.name, path: path).conditions(of: state, at: now)
    }
  }

  /// Sites whose files are newer than the edition that is served.
  private var editions: [AlertCondition] {
    services.sites.compactMap { site in
      guard let report = site.publisher.lastReport else { return nil }
      let served = report.publication.map { "edition \($0.edition.name) is served still" }
      if report.isRefused {
        let errors = report.findings.count { $0.severity == .error }
        return AlertCondition(
          "edition/\(site.name)",
          served == nil ? .page : .ticket,
          site: site.name,
          look: OperatorPath.content.text,
          patience: AlertService.editingSeconds,
          "\(served ?? "nothing is served"), since the files have \(Counted.text(errors, "error"))"
        )
      }
      // In a fleet the edition that all serve is pinned.
      guard let pinned = report.pinned, let served, site.fleet?.isHeld ?? true else { return nil }
      return AlertCondition(
        "edition/\(site.name)/held",
        .ticket,
        site: site.name,
        look: OperatorPath.content.text,
        patience: AlertService.day,
        "\(served) whatever the files say, since a rollback holds \(pinned)"
      )
    }
  }

  /// Purges of the last day that failed, or that no probe has proven in time.
  private func purges(at now: Int64) -> [AlertCondition] {
    services.sites.flatMap { site in
      site.dispatcher.latest(AlertService.mostPurges) { job in
        let age = now - job.submitted
        return age < AlertService.day
          && job.legs.contains { AlertService.isTrouble($0.state, afterSeconds: age) }
      }.flatMap { job -> [AlertCondition] in
        job.legs.compactMap { leg in
          guard AlertService.isTrouble(leg.state, afterSeconds: now - job.submitted) else {
            return nil
          }
          return AlertCondition(
            "purge/\(site.name)/\(job.id)/\(leg.edge)",
            .ticket,
            site: site.name,
            look: OperatorPath.purges.below("\(job.id)"),
            "the purge \(job.id) is \(leg.state.rawValue) at the edge \(leg.edge)"
              + (leg.error.map { ": \($0)" } ?? "")
          )
        }
      }
    }
  }

  private static func isTrouble(_ state: PurgeJob.State, afterSeconds age: Int64) -> Bool {
    state == .failed || !state.isOver && age > provingSeconds
  }

  /// The tables of all alerts and silences.
  package func tables(at now: Int64) -> [FigureTable] { state.withLock { $0.book.tables(at: now) } }

  /// Adds a silence, and returns whether there was room.
  package func add(_ silence: AlertSilence) -> Bool { state.withLock { $0.book.add(silence) } }

  /// The silence with an id, if it is not over.
  package func silence(_ id: String) -> AlertSilence? {
    let now = UnixTime.now.seconds
    return state.withLock { state in state.book.silences.first { $0.id == id && $0.until > now } }
  }

  /// The alerts that a silence would cover.
  package func covered(by silence: AlertSilence) -> Set<String> {
    state.withLock { state in
      Set(state.book.all.map(\.condition).filter(silence.covers).map(\.id))
    }
  }
}
