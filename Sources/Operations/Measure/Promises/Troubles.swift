// SPDX-License-Identifier: Apache-2.0
//
// What fails or is slow now, by name: each service by its calls, each route by its promise and by its
// answers with a 4xx. Three seconds show that a service has stopped, a minute that one which is seldom
// called fails; what was usual is the hour before the last minute.

import Signals
package import Sites

/// The services and routes that fail or are slow in the present traffic.
package struct Troubles: Sendable {
  /// A service that fails or is slow.
  package struct Service: Sendable {
    package let place: BackendFigures.Place
    /// Whether calls fail, or too few of them are as fast as the service's operators promise.
    package let isFailure: Bool
    /// The trouble as a predicate: `fails` or `is slow`.
    package let word: String
    package let text: String
    /// The calls that failed or were slow.
    let bad: UInt64
    /// A time in seconds that these calls exceeded; `nil` where they failed.
    package let slowerThan: Double?
  }

  /// A route whose promise is broken, or whose answers with a 4xx have become many.
  package struct Route: Sendable {
    package let route: SiteRoute
    package let isFailure: Bool
    /// Whether its answers with a 4xx have become many.
    package let isRefusing: Bool
    /// The services that it calls and that are in trouble, the worst first.
    package let suspects: [String]
    package let text: String

    /// The method and the path.
    package var name: String {
      route.name.path.isEmpty ? "\(route.name.method) elsewhere" : "\(route.name)"
    }
  }

  /// Failing ones first, and of these those with the most bad calls.
  package let services: [Service]
  package let routes: [Route]

  /// - Parameters:
  ///   - promises: those that models state for routes; the other routes have the default one.
  ///   - capacities: what models state about services, by site.
  package init(
    _ history: SignalHistory,
    _ promises: RoutePromises,
    _ capacities: [BackendFigures.Place: TrafficModel.ServiceLevel]
  ) {
    let windows = TroubleWindows(history)
    services = windows.services(capacities)
    routes = windows.routes(promises, services)
  }

  package func service(_ place: BackendFigures.Place) -> Service? {
    services.first { $0.place == place }
  }
}

/// The windows in which troubles are searched.
private struct TroubleWindows {
  private static let recentSeconds = 10.0
  private let short: SignalWindow?
  private let recent: SignalWindow?
  private let minute: SignalWindow?
  /// The time before the last minute.
  private let usual: SignalWindow?

  init(_ history: SignalHistory) {
    short = history.window(BackendFigures.failingSeconds)
    recent = history.window(TroubleWindows.recentSeconds)
    minute = history.window(PromiseRecord.window)
    usual = history.windowBefore(PromiseRecord.window)
  }

  private static func name(_ seconds: Double) -> String {
    seconds >= 60 ? "minute" : "\(Int(seconds)) s"
  }
}

// MARK: services

extension TroubleWindows {
  /// The fewest slow calls, and their smallest share without a promise.
  private static let (fewestSlow, slowShare) = (UInt64(3), 0.2)
  /// The fewest calls that show what is usual.
  private static let fewestUsual: UInt64 = 20
  /// The time that no service is slow with, and the one that calls may take where nothing is known.
  private static let (leastSlow, unknownSlow) = (0.05, 1.0)

  func services(
    _ promises: [BackendFigures.Place: TrafficModel.ServiceLevel]
  ) -> [Troubles.Service] {
    func figures(_ window: SignalWindow?) -> [BackendFigures.Place: BackendFigures] {
      window.map { BackendFigures.all(in: $0) } ?? [:]
    }
    let (short, recent, minute) = (figures(short), figures(recent), figures(minute))
    let usual = figures(usual)
    let found = minute.compactMap { place, minute -> Troubles.Service? in
      let lately = recent[place]
      let failing = [
        (short[place], BackendFigures.failingSeconds), (lately, TroubleWindows.recentSeconds),
        // A service that is seldom called still fails, until its next call says otherwise.
        ((lately?.told ?? 0) == 0 ? minute : nil, PromiseRecord.window),
      ].first { $0.0?.isFailing ?? false }
      if let (figures, seconds) = failing, let figures {
        return TroubleWindows.failing(place, figures, seconds)
      }
      let isBusy = (lately?.durations.count ?? 0) >= TroubleWindows.fewestSlow
      return TroubleWindows.slow(
        place,
        isBusy ? lately ?? minute : minute,
        isBusy ? TroubleWindows.recentSeconds : PromiseRecord.window,
        promises[place],
        usual[place]
      )
    }
    return found.sorted { first, second in
      if first.isFailure != second.isFailure { return first.isFailure }
      return (second.bad, first.place.backend) < (first.bad, second.place.backend)
    }
  }

  private static func failing(
    _ place: BackendFigures.Place,
    _ figures: BackendFigures,
    _ seconds: Double
  ) -> Troubles.Service {
    let reason = figures.reasonInWords.map { ", most: \($0)" } ?? ""
    return Troubles.Service(
      place: place,
      isFailure: true,
      word: "fails",
      text:
        "\(figures.failed) of \(figures.told) calls of the last \(name(seconds)) failed\(reason)",
      bad: figures.failed,
      slowerThan: nil
    )
  }

  private static func slow(
    _ place: BackendFigures.Place,
    _ figures: BackendFigures,
    _ seconds: Double,
    _ promise: TrafficModel.ServiceLevel?,
    _ usual: BackendFigures?
  ) -> Troubles.Service? {
    var (limit, allowed, reason) = (unknownSlow, slowShare, "")
    if let promise, let within = promise.within?.inSeconds {
      (limit, allowed) = (within, 1 - promise.percentile / 100)
      reason = ", and \(Figure.share(allowed).text) may"
    } else if let usual, usual.durations.count >= fewestUsual,
      let most = usual.durations.quantile(0.95)
    {
      limit = max(leastSlow, 2 * most)
      reason = "; before, 95 of 100 took at most \(Figure.seconds(most).text)"
    }
    // A call whose caller gave up took at least as long.
    let abandoned = figures.abandoned.count - figures.abandoned.count(upTo: limit)
    let slow = figures.durations.count - figures.durations.count(upTo: limit) + abandoned
    let all = figures.durations.count + abandoned
    guard slow >= fewestSlow, Double(slow) > Double(all) * allowed else { return nil }
    return Troubles.Service(
      place: place,
      isFailure: promise?.within != nil,
      word: "is slow",
      text: "\(slow) of \(all) calls of the last \(name(seconds)) took longer than"
        + " \(Figure.seconds(limit).text)\(reason)",
      bad: slow,
      slowerThan: limit
    )
  }
}

// MARK: routes

extension TroubleWindows {
  /// The fewest answers with a 4xx, their smallest share, and by how much or how many times it is more than before.
  private static let (fewestRefused, refusedShare, refusedMore, refusedTimes) =
    (UInt64(5), 0.1, 0.2, 3.0)
  /// The share of answers with a 404 that is no route's usual one.
  private static let mostUnfound = 0.5
  /// The status of what does not exist.
  private static let unfound = "404"

  func routes(_ promises: RoutePromises, _ services: [Troubles.Service]) -> [Troubles.Route] {
    let (minute, recent, usual) = (
      minute?.requests ?? [:], recent?.requests ?? [:], usual?.requests ?? [:]
    )
    let called = self.minute.map { RouteFigures.all(in: $0) } ?? [:]
    let found = minute.compactMap { route, requests -> Troubles.Route? in
      var texts: [String] = []
      var (isFailure, isRefusing) = (false, false)
      if let broken = TroubleWindows.broken(route, requests, promises[route]) {
        texts.append(broken)
        isFailure = true
      }
      for (requests, now, seconds) in [
        (recent[route], recent, TroubleWindows.recentSeconds),
        (requests, minute, PromiseRecord.window),
      ] {
        guard let requests, let refused = TroubleWindows.refused(route, requests, now, usual)
        else { continue }
        texts.append(refused.text(of: TroubleWindows.name(seconds)))
        isFailure = isFailure || refused.isFailure
        isRefusing = true
        break
      }
      guard !texts.isEmpty else { return nil }
      let calls = called[.init(site: route.site, route: route.name.path)]?.calls ?? [:]
      let guilty = services.filter {
        $0.place.site == route.site && (calls[$0.place.backend] ?? 0) > 0
      }
      texts += guilty.map { "it calls \($0.place.backend), which \($0.word)" }
      return Troubles.Route(
        route: route,
        isFailure: isFailure,
        isRefusing: isRefusing,
        suspects: guilty.map(\.place.backend),
        text: texts.joined(separator: "; ")
      )
    }
    return found.sorted { first, second in
      if first.isFailure != second.isFailure { return first.isFailure }
      return (first.route.site, first.route.name) < (second.route.site, second.route.name)
    }
  }

  /// The breach of a route's promise in words; `nil` where it is kept.
  private static func broken(
    _ route: SiteRoute,
    _ requests: LiveTraffic.Requests,
    _ stated: TrafficModel.ServiceLevel?
  ) -> String? {
    guard stated != nil || !route.name.path.isEmpty else { return nil }
    let promise = stated ?? Objective.defaultPromise
    let record = PromiseRecord(requests, promise)
    guard record.breaks(promise) else { return nil }
    let most = requests.commonest { $0.hasPrefix("5") }.map { ", most: status \($0)" } ?? ""
    let may = Figure.share(1 - promise.availability / 100).text
    let late =
      promise.within.map {
        "; \(record.late) took longer than \(Figure.seconds($0.inSeconds).text)"
      } ?? ""
    return
      "\(record.failed) of \(record.judged) requests of the last minute failed\(most), and \(may) may\(late)"
  }

  /// Answers with a 4xx that are more than usual.
  private struct Refused {
    let count: UInt64
    let all: UInt64
    let status: String
    let usual: Double?
    let isFailure: Bool

    func text(of time: String) -> String {
      let before = usual.map { ", and \(Figure.share($0).text) before" } ?? ""
      return "\(count) of \(all) answers of the last \(time) are a 4xx, most: \(status)\(before)"
    }
  }

  /// - Parameters:
  ///   - now: the requests of all routes.
  ///   - before: those of the time before.
  private static func refused(
    _ route: SiteRoute,
    _ requests: LiveTraffic.Requests,
    _ now: [SiteRoute: LiveTraffic.Requests],
    _ before: [SiteRoute: LiveTraffic.Requests]
  ) -> Refused? {
    let hasPath = !route.name.path.isEmpty
    func isRefusal(_ status: String) -> Bool { status.hasPrefix("4") }
    /// Requests that no route takes are compared with all of the site.
    func all(
      _ requests: LiveTraffic.Requests?,
      _ routes: [SiteRoute: LiveTraffic.Requests]
    ) -> UInt64 {
      hasPath
        ? requests?.count ?? 0
        : routes.reduce(0) { $1.key.site == route.site ? $0 + $1.value.count : $0 }
    }
    let count = requests.count { isRefusal($0) }
    let total = all(requests, now)
    guard count >= fewestRefused, total > 0, let status = requests.commonest(where: isRefusal)
    else { return nil }
    let share = Double(count) / Double(total)
    let (earlier, known) = (before[route], all(before[route], before))
    let usual =
      known >= fewestUsual ? Double(earlier?.count { isRefusal($0) } ?? 0) / Double(known) : nil
    let isUnfound = hasPath && status == unfound && share >= mostUnfound
    let isMore =
      if let usual {
        share >= refusedShare && (share >= usual + refusedMore || share >= usual * refusedTimes)
      } else { share >= refusedShare + refusedMore }
    guard isUnfound || isMore else { return nil }
    return Refused(count: count, all: total, status: status, usual: usual, isFailure: isUnfound)
  }
}

extension LiveTraffic.Requests {
  /// The number of requests with some statuses.
  fileprivate func count(where isWanted: (String) -> Bool) -> UInt64 {
    statuses.reduce(0) { isWanted($1.key) ? $0 + $1.value : $0 }
  }

  /// The commonest one of some statuses.
  fileprivate func commonest(where isWanted: (String) -> Bool) -> String? {
    statuses.filter { isWanted($0.key) && $0.value > 0 }
      .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
