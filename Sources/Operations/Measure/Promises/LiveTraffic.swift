// SPDX-License-Identifier: Apache-2.0

package import Signals
package import Sites

/// The traffic of a site in a window of time, as the counters have it.
package struct LiveTraffic: Sendable {
  /// The requests of one route.
  package struct Requests: Sendable {
    package var count: UInt64 = 0
    /// Those with a status of 500 or more.
    var failed: UInt64 = 0
    /// Those whose client left before there was an answer.
    var cancelled: UInt64 = 0
    /// Those with a status of 400 or more, by their statuses.
    var statuses: [String: UInt64] = [:]
    /// The times of those that were answered without an error.
    package var durations = HistogramSnapshot(unit: .seconds)

    package init() {}

    /// Requests that count for promises: a client that leaves early is not an error of the server.
    var judged: UInt64 { count - min(count, cancelled) }

    /// Adds requests by the error that they ended with.
    package mutating func add(_ durations: HistogramSnapshot, error: String?, status: String = "") {
      count += durations.count
      if status.hasPrefix("4") || status.hasPrefix("5") {
        statuses[status, default: 0] += durations.count
      }
      switch error {
      case "cancelled": cancelled += durations.count
      case "", nil: self.durations.merge(durations)
      default: failed += durations.count
      }
    }
  }

  /// Fewer requests have no shares.
  package static let leastRequests: UInt64 = 100

  package let seconds: Double
  package private(set) var requests: [TrafficModel.RouteName: Requests] = [:]
  /// Answers that needed no service, and those that did.
  private(set) var hits: UInt64 = 0
  private(set) var misses: UInt64 = 0
  /// Answers and compositions by the work that they were.
  package private(set) var work: [RequestClass: UInt64] = [:]
  package private(set) var calls: [String: UInt64] = [:]
  /// Calls by the paths of routes and by services.
  package private(set) var callsOfRoutes: [String: [String: UInt64]] = [:]
  /// Answers by the paths of routes, and those of them that needed no call of their own.
  private(set) var kept: [String: (answers: UInt64, hits: UInt64)] = [:]

  /// The sources of answers that needed no service, and of those that did, as `portico_answers_total`
  /// has them.
  package static let sourcesOfHits: Set = ["document", "hit", "stale", "kept"]
  package static let sourcesOfMisses: Set = ["plan", "passed", "record"]
  /// The results in `portico_route_answers_total` that stand for answers without a call; a request
  /// that shares another one's answer makes no call.
  private static let resultsOfHits: Set = ["hit", "stale", "stale_error", "collapsed"]
  private static let resultsOfMisses: Set = ["miss", "bypass"]

  package init(_ window: SignalWindow, of site: String) {
    seconds = window.seconds
    let families = [
      MetricName.requestDurations, MetricName.answers, MetricName.compositions,
      MetricName.backendCalls, MetricName.routeAnswers, MetricName.routeCalls,
    ]
    for family in window.snapshot.families where families.contains(family.description.name) {
      for series in family.series {
        let labels = Dictionary(
          zip(family.description.labelNames, series.labelValues)
        ) { first, _ in first }
        guard labels["site"] == site else { continue }
        add(window.growth(of: series, in: family), labels)
      }
    }
  }

  private mutating func add(_ growth: SignalValue, _ labels: [String: String]) {
    switch growth {
    case .histogram(let plans) where labels["outcome"] != nil:
      work[.composed, default: 0] += plans.count
    case .histogram(let durations): add(durations, labels)
    case .counter(let count):
      if let backend = labels["backend"], let path = labels["http_route"] {
        guard count > 0 else { return }
        callsOfRoutes[path, default: [:]][backend, default: 0] += count
      } else if let backend = labels["backend"] {
        calls[backend, default: 0] += count
      } else if let source = labels["source"] {
        if let source = RequestClass(source: source) { work[source, default: 0] += count }
        if LiveTraffic.sourcesOfHits.contains(source) { hits += count }
        if LiveTraffic.sourcesOfMisses.contains(source) { misses += count }
      } else if let path = labels["http_route"], let result = labels["result"] {
        let isHit = LiveTraffic.resultsOfHits.contains(result)
        guard isHit || LiveTraffic.resultsOfMisses.contains(result), count > 0 else { return }
        kept[path, default: (0, 0)].answers += count
        if isHit { kept[path, default: (0, 0)].hits += count }
      }
    case .gauge: break
    }
  }

  private mutating func add(_ durations: HistogramSnapshot, _ labels: [String: String]) {
    guard durations.count > 0, let name = TrafficModel.RouteName(labels: labels) else { return }
    requests[name, default: Requests()].add(durations, error: labels["error_type"])
  }

  /// Requests a second of a route.
  package func rate(of name: TrafficModel.RouteName) -> Double {
    seconds > 0 ? Double(requests[name]?.count ?? 0) / seconds : 0
  }

  /// The share of a route's answers that needed no call of their own, of all its methods; `nil` with too
  /// few of them.
  package func hitRatio(of name: TrafficModel.RouteName) -> Double? {
    guard let kept = kept[name.path], kept.answers >= LiveTraffic.leastRequests else { return nil }
    return Double(kept.hits) / Double(kept.answers)
  }

  package var total: UInt64 { requests.values.reduce(0) { $0 + $1.count } }

  /// The share of the answers that needed no service; `nil` without answers.
  package var hitRatio: Double? { hits + misses > 0 ? Double(hits) / Double(hits + misses) : nil }
}

extension SignalWindow {
  /// The requests of all routes of all sites.
  package var requests: [SiteRoute: LiveTraffic.Requests] {
    guard let family = snapshot[MetricName.requestDurations] else { return [:] }
    var requests: [SiteRoute: LiveTraffic.Requests] = [:]
    for series in family.series {
      guard case .histogram(let durations) = growth(of: series, in: family), durations.count > 0
      else { continue }
      let route = SiteRoute(
        site: family.label("site", of: series),
        name: .init(
          ofRequests: family.label("http_request_method", of: series),
          path: family.label("http_route", of: series)
        )
      )
      requests[route, default: LiveTraffic.Requests()].add(
        durations,
        error: family.label("error_type", of: series),
        status: family.label("http_response_status_code", of: series)
      )
    }
    return requests
  }
}

extension TrafficModel.RouteName {
  /// The route of a series; HEAD counts as GET. Traffic without a route has an empty path.
  package init?(labels: [String: String]) {
    guard let method = labels["http_request_method"], let path = labels["http_route"] else {
      return nil
    }
    self.init(ofRequests: method, path: path)
  }

  init(ofRequests method: String, path: String) {
    self.init(method: method == "HEAD" ? "GET" : method, path: path)
  }
}
