// SPDX-License-Identifier: Apache-2.0

import Backends
import Commands
import ContentModel
import DataFiles
import Editions
import Files
import Measure
import Message
import Purging
import Reactor
import ResourceModel
import ResourceService
import Serving
import Sites
import TransportSecurity

/// The checks of the process and its sites, each with its outcome and the reason.
struct HealthReport {
  private enum Outcome: String {
    case good = "ok"
    case warning, failure

    init(_ tone: FigureTable.Tone) {
      self =
        switch tone {
        case .usual: .good
        case .warning: .warning
        case .failure: .failure
        }
    }
  }

  /// The number of purges that are checked, the newest first.
  private static let recentPurges = 100

  private(set) var table = FigureTable("health").columns([
    .init(.site, "The site, for a check of one."), .init(.check, "The subject of the check."),
    .init(.outcome, "ok, warning or failure."), .init(.reason, "The reason of the outcome."),
    .init(.suspects, "The services that a route calls and that fail or are slow."),
  ])

  init(
    _ state: AdminState,
    _ inspections: [SiteInspection],
    _ loops: [RunningProcess.LoopFigures]
  ) {
    let troubles = state.models.troubles
    for site in state.services.sites {
      checkEdition(of: site)
      if let inspection = inspections.first(where: { $0.site == site.name }) {
        // The worst ones come first.
        let order = troubles.services.filter { $0.place.site == site.name }.map(\.place.backend)
        let backends = inspection.backends.enumerated().sorted { first, second in
          let places = [first, second].map { order.firstIndex(of: $0.element.name) ?? order.count }
          return (places[0], first.offset) < (places[1], second.offset)
        }
        for (name, loops) in backends.map(\.element) {
          let place = BackendFigures.Place(site: site.name, backend: name)
          checkBackend(place, loops, troubles.service(place))
        }
      }
      checkPurges(of: site)
      checkState(of: site)
      if let mount = site.resources.mount { check(mount.state, of: site.name) }
    }
    if let certificates = state.certificates { check(certificates) }
    check(troubles.routes)
    for level in state.models.resources { add(level.name, Outcome(level.tone), level.text) }
    check(loops)
    if let history = state.monitor { check(history) }
    checkOrders(state)
    for gateway in state.gateways.all { check(gateway) }
  }

  /// Adds whether another gateway serves the same parts.
  private mutating func check(_ gateway: GatewayStanding) {
    let name = "gateway \(gateway.name)"
    if let trouble = gateway.trouble {
      let since = gateway.failure == nil ? gateway.differsSince : gateway.failsSince
      let time = since.map { ", since \(UnixTime(seconds: $0))" } ?? ""
      add(name, .warning, trouble + time)
    } else {
      add(name, .good, gateway.answered == nil ? "not asked yet" : "it serves the same parts")
    }
  }

  /// Adds the orders of operators that still hold and might be forgotten.
  private mutating func checkOrders(_ state: AdminState) {
    if let since = state.drainedSince {
      let time = UnixTime(seconds: since)
      add("drain", .warning, "an operator has drained the instance since \(time)")
    }
    if let order = state.services.shared.verbosity.order(at: UnixTime.now.seconds) {
      let time = UnixTime(seconds: order.until)
      add("log level", .warning, "an operator has set it to \(order.level.rawValue) until \(time)")
    }
    for site in state.services.sites {
      let overlay = site.publisher.publication?.overlay ?? .none
      if let banner = overlay.banner.min(by: { "\($0.key)" < "\($1.key)" })?.value {
        add("banner", .warning, "apps show the emergency banner \"\(banner)\"", of: site.name)
      }
      guard let maintenance = overlay.maintenance, !maintenance.hasEnded(at: UnixTime.now)
      else { continue }
      let author = maintenance.isOrdered ? "an operator" : "the emergency file"
      let end = maintenance.end.map { " until \($0)" } ?? ""
      add("maintenance", .warning, "\(author) has closed the site\(end)", of: site.name)
    }
  }

  private mutating func add(
    _ check: String,
    _ outcome: Outcome,
    _ reason: String,
    of site: String? = nil,
    suspects: [String] = []
  ) {
    let tone: FigureTable.Tone =
      switch outcome {
      case .good: .usual
      case .warning: .warning
      case .failure: .failure
      }
    table.add(
      [
        site.figure { .text($0) }, .text(check), .text(outcome.rawValue), .text(reason),
        suspects.isEmpty ? .none : .text(suspects.joined(separator: " ")),
      ],
      tone: tone
    )
  }

  /// Adds whether figures and charts have everything that happened.
  private mutating func check(_ history: HistoryService) {
    let (series, rows) = history.gaps
    if series > 0 {
      let reason = "\(series) series have no room, and are missing in charts"
      add("history", .warning, "\(reason); a larger --history, or a restart, makes room")
    } else if rows > 0 {
      add("history", .warning, "\(rows) rows wait in memory, since the disk does not take them")
    } else {
      add("history", .good, "everything is recorded")
    }
  }

  private mutating func checkEdition(of site: SiteService) {
    let report = site.publisher.lastReport
    let errors = report?.findings.count { $0.severity == .error } ?? 0
    guard let publication = site.publisher.publication else {
      let reason = "nothing is published: the files have \(Counted.text(errors, "error"))"
      return add("edition", .failure, reason, of: site.name)
    }
    let edition = publication.edition
    let served = "edition \(edition.name) with \(Counted.text(edition.documentCount, "document"))"
    if report?.isRefused ?? false {
      let reason = "\(served) is served still: the files have \(Counted.text(errors, "error"))"
      return add("edition", .warning, reason, of: site.name)
    }
    if report?.isEmergencyRefused ?? false {
      let reason = "\(served) is served; the emergency file has errors"
      return add("edition", .warning, reason, of: site.name)
    }
    add("edition", .good, "\(served) is served since \(publication.since)", of: site.name)
  }

  /// Checks a service by its circuit, its endpoints and its calls: those of requests that are passed on open no
  /// circuit.
  private mutating func checkBackend(
    _ place: BackendFigures.Place,
    _ loops: [BackendStatus],
    _ trouble: Troubles.Service?
  ) {
    let open = loops.count { $0.breaker == .open }
    let half = loops.count { $0.breaker == .halfOpen }
    let well = loops.map { $0.endpoints.count(where: \.isUsable) }.min() ?? 0
    let all = loops.first?.endpoints.count ?? 0
    // One loop alone tries whether connections are accepted.
    let unreached = loops.map { $0.endpoints.count { !$0.acceptsConnections } }.max() ?? 0
    let check = "backend \(place.backend)"
    let site = place.site
    let first = loops.flatMap(\.endpoints).lazy.compactMap(\.problem).first
    let problem = first.map { ": \($0)" } ?? ""
    let out = loops.map { $0.endpoints.count(where: \.isManuallyEjected) }.max() ?? 0
    let endpoints =
      (all == 1
        ? "its endpoint gets \(well == 1 ? "" : "no ")calls"
        : "\(well) of its \(all) endpoints \(well == 1 ? "gets" : "get") calls")
      + (out > 0 ? "; an operator has ejected \(out)" : "")
    if open > 0 {
      let outcome: Outcome = open == loops.count ? .failure : .warning
      let reason = "its circuit is open on \(open) of \(Counted.text(loops.count, "loop"))"
      let calls = trouble.map { "\($0.text); " } ?? ""
      add(check, outcome, "\(reason); \(calls)\(endpoints)", of: site)
    } else if well == 0, all > 0 {
      add(check, .failure, endpoints + problem, of: site)
    } else if let trouble, trouble.isFailure || unreached < all {
      add(check, trouble.isFailure ? .failure : .warning, "\(trouble.text); \(endpoints)", of: site)
    } else if unreached == all, all > 0 {
      let reason =
        all == 1
        ? "its endpoint accepts no connections" : "none of its \(all) endpoints accepts connections"
      add(check, .failure, reason + problem, of: site)
    } else if half > 0 || well < all || unreached > 0 {
      let reason =
        (unreached > 0 ? "\(unreached) of \(all) accept no connections; " : "")
        + (half > 0 ? "its circuit lets single calls through; " : "")
      add(check, .warning, reason + endpoints + problem, of: site)
    } else {
      add(check, .good, "its circuit is closed; \(endpoints)", of: site)
    }
  }

  /// Checks the newest purge at each edge, which shows the present state of the edge.
  private mutating func checkPurges(of site: SiteService) {
    var seen: Set<String> = []
    for job in site.dispatcher.latest(HealthReport.recentPurges) {
      for leg in job.legs where seen.insert(leg.edge).inserted {
        let check = "purges at \(leg.edge)"
        switch leg.state {
        case .failed:
          let cause = leg.error.map { ": \($0)" } ?? ""
          add(check, .failure, "purge \(job.id) has failed\(cause)", of: site.name)
        case .done:
          let proof = leg.consistentAfterMilliseconds.map { "proven after \($0) ms" }
          add(check, .good, "purge \(job.id) is \(proof ?? "done, without a proof")", of: site.name)
        case .queued, .sending, .verifying:
          let cause = leg.error.map { "; the last attempt: \($0)" } ?? ""
          let outcome: Outcome = leg.error == nil ? .good : .warning
          add(check, outcome, "purge \(job.id) is \(leg.state.rawValue)\(cause)", of: site.name)
        }
      }
    }
  }

  private mutating func checkState(of site: SiteService) {
    Files.isWritable(site.state)
      ? add("state", .good, "\(site.state) can be written", of: site.name)
      : add(
        "state",
        .failure,
        "\(site.state) cannot be written; expected a folder of the service's user",
        of: site.name
      )
  }

  private mutating func check(_ records: RecordMount.State, of site: String) {
    checkStore(records, of: site)
    let now = Timestamp(milliseconds: UnixTime.now.seconds * 1_000)
    for asked in records.service?.askedHooks ?? [] {
      let check = "before \(asked.type)"
      if let trouble = asked.trouble(at: now) {
        let outcome: Outcome = asked.hook.onFailure == .refuse ? .failure : .warning
        add(check, outcome, "the webhook before writes: \(trouble)", of: site)
      } else {
        let state = asked.state.wasAsked ? "answers" : "was not asked yet"
        add(check, .good, "the webhook before writes \(state)", of: site)
      }
    }
  }

  private mutating func checkStore(_ records: RecordMount.State, of site: String) {
    guard let outage = records.outage else {
      return records.service == nil
        ? add("records", .warning, "their store is being opened", of: site)
        : add("records", .good, "their store is reached", of: site)
    }
    add("records", .failure, "\(outage.text); the next attempt is at \(outage.next)", of: site)
  }

  private mutating func check(_ certificates: CertificateRenewal) {
    for certificate in certificates.ends(at: UnixTime.now.seconds) {
      let (check, end) = ("certificate \(certificate.name)", certificate.end)
      if certificate.hasEnded {
        add(check, .failure, "it has ended at \(end)")
      } else {
        let outcome: Outcome = certificate.isSoon ? .warning : .good
        add(check, outcome, "it ends at \(end), in \(Counted.text(certificate.days, "day"))")
      }
    }
  }

  private mutating func check(_ routes: [Troubles.Route]) {
    for route in routes {
      let outcome: Outcome = route.isFailure ? .failure : .warning
      add(
        "route \(route.name)",
        outcome,
        route.text,
        of: route.route.site,
        suspects: route.suspects
      )
    }
    if routes.isEmpty { add("routes", .good, "every promise of the last minute is kept") }
  }

  private mutating func check(_ loops: [RunningProcess.LoopFigures]) {
    let late = loops.filter(\.isLate)
    late.isEmpty
      ? add("loops", .good, "none of \(Counted.text(loops.count, "loop")) was late for a timer")
      : add(
        "loops",
        .warning,
        "late for a timer in the last minute: "
          + late.map { "loop \($0.number)" }.joined(separator: ", ")
      )
  }
}
