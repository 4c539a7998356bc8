// SPDX-License-Identifier: Apache-2.0
//
// The rules judge as the process does (BurnWindows), over all instances that Prometheus knows. In
// Prometheus only the border of a bucket can be a bound, so a promised time is replaced by the next
// border below it.

import Measure
import Signals
import Sites

/// A model as rules of Prometheus.
package struct PrometheusRules: Sendable {
  /// A promise whose requests the rules count.
  struct Indicator: Sendable {
    let site: String
    let route: String
    /// `availability` or `latency`.
    let name: String
    /// The share of the requests that may be bad.
    let allowed: Double
    /// Matchers of all requests of the route.
    let matchers: String
    /// The bound in the metric; `nil` for availability.
    let bound: String?

    /// Matchers of the series that the rules record.
    var recorded: String {
      "{site=\(PrometheusRules.quoted(site)),route=\(PrometheusRules.quoted(route)),sli=\"\(name)\"}"
    }

    /// The windows in which so high a burn rate is possible.
    var windows: [BurnWindows] { BurnWindows.all.filter { $0.factor * allowed < 1 } }

    func summary(over windows: BurnWindows) -> String {
      let factor = Figure.rounded(windows.factor)
      let words = name == "latency" ? "more requests are late" : "more requests fail"
      return "\(route) at \(site): \(words) than \(factor) times what is promised, over the last"
        + " \(windows.name)"
    }
  }

  private static let spans = ["5m", "30m", "1h", "6h", "3d"]

  private let sites: [ExpectedTraffic]
  let indicators: [Indicator]

  package init(_ sites: [ExpectedTraffic]) {
    self.sites = sites
    indicators = sites.flatMap { site in
      site.routes.flatMap { PrometheusRules.indicators(of: $0, at: site.site) }
    }
  }

  private static func indicators(of route: ExpectedTraffic.Route, at site: String) -> [Indicator] {
    guard let promise = route.promise else { return [] }
    func indicator(_ name: String, _ percent: Double, bound: String?) -> Indicator {
      Indicator(
        site: site,
        route: "\(route.name)",
        name: name,
        allowed: ((100 - percent) * 1e6).rounded() / 1e8,
        matchers: matchers(of: route.name, at: site),
        bound: bound
      )
    }
    let within = promise.within.flatMap { within in
      ClassicBuckets.bounds(of: .seconds).last { $0 <= within.inSeconds }
    }
    return [indicator("availability", promise.availability, bound: nil)]
      + (within.map {
        [indicator("latency", promise.percentile, bound: MetricLines.text(of: $0))]
      } ?? [])
  }

  static func matchers(of name: TrafficModel.RouteName, at site: String) -> String {
    let method = name.method == "GET" ? "=~\"GET|HEAD\"" : "=\(quoted(name.method))"
    return "site=\(quoted(site)),http_request_method\(method),http_route=\(quoted(name.path))"
  }

  /// A text as a literal of PromQL.
  static func quoted(_ text: String) -> String { "\"\(MetricLines.escaped(text, quotes: true))\"" }

  /// The file of rules.
  package var text: String {
    var file = YAMLText()
    file.line(0, "groups:")
    for site in sites {
      file.line(1, "- name:", "portico-\(site.site)")
      file.line(2, "rules:")
      for route in site.routes { addRate(of: route, at: site, to: &file) }
      for backend in site.backends { addCalls(of: backend, at: site, to: &file) }
      for indicator in indicators where indicator.site == site.site {
        addCounts(of: indicator, to: &file)
        addAlerts(of: indicator, to: &file)
      }
    }
    return file.text
  }

  private func addRate(
    of route: ExpectedTraffic.Route,
    at site: ExpectedTraffic,
    to file: inout YAMLText
  ) {
    let matchers = PrometheusRules.matchers(of: route.name, at: site.site)
    let name = "portico:requests:rate5m"
    let labels = [("site", site.site), ("route", "\(route.name)")]
    file.record(name, "sum(rate(\(MetricName.requestDurations)_count{\(matchers)}[5m]))", labels)
    let peak = route.rates.peak * Double(site.instance.count)
    let selector = labels.map { "\($0.0)=\(PrometheusRules.quoted($0.1))" }.joined(separator: ",")
    file.alert(
      "PorticoAbovePeak",
      "\(name){\(selector)} > \(peak)",
      lasting: "5m",
      severity: "ticket",
      "\(route.name) at \(site.site) has more requests than the model's peak"
    )
  }

  private func addCalls(
    of backend: TrafficModel.BackendCapacity,
    at site: ExpectedTraffic,
    to file: inout YAMLText
  ) {
    guard let capacity = backend.capacity else { return }
    let matchers =
      "site=\(PrometheusRules.quoted(site.site)),backend=\(PrometheusRules.quoted(backend.name))"
    let name = "portico:backend_calls:rate5m"
    file.record(
      name,
      "sum(rate(portico_backend_calls_total{\(matchers)}[5m]))",
      [("site", site.site), ("backend", backend.name)]
    )
    file.alert(
      "PorticoBackendOverCapacity",
      "\(name){\(matchers)} > \(capacity)",
      lasting: "5m",
      severity: "page",
      "the service \(backend.name) of \(site.site) gets more calls than it can take"
    )
  }

  private func addCounts(of indicator: Indicator, to file: inout YAMLText) {
    let labels = [("site", indicator.site), ("route", indicator.route), ("sli", indicator.name)]
    let (count, matchers) = ("\(MetricName.requestDurations)_count", indicator.matchers)
    for span in PrometheusRules.spans {
      func sum(_ metric: String, _ more: String) -> String {
        "(sum(increase(\(metric){\(matchers),\(more)}[\(span)])) or vector(0))"
      }
      let bad =
        indicator.bound.map { bound in
          sum(count, "error_type=\"\"") + " - "
            + sum("\(MetricName.requestDurations)_bucket", "error_type=\"\",le=\"\(bound)\"")
        } ?? sum(count, "error_type=~\"5..\"")
      file.record("portico:sli_bad:increase\(span)", bad, labels)
      let judged = sum(count, "error_type!=\"cancelled\"")
      file.record("portico:sli_judged:increase\(span)", judged, labels)
    }
  }

  private func addAlerts(of indicator: Indicator, to file: inout YAMLText) {
    for windows in indicator.windows {
      let share = windows.factor * indicator.allowed
      func burns(_ span: String) -> String {
        "portico:sli_bad:increase\(span)\(indicator.recorded)"
          + " / portico:sli_judged:increase\(span)\(indicator.recorded) > \(share)"
      }
      let least = "portico:sli_bad:increase\(windows.longSpan)\(indicator.recorded)"
      file.alert(
        "PorticoBudgetBurns",
        "(\(burns(windows.longSpan))) and (\(burns(windows.shortSpan)))"
          + " and (\(least) >= \(BurnWindows.leastBad))",
        severity: windows.severity.rawValue,
        labels: [("window", windows.longSpan)],
        indicator.summary(over: windows)
      )
    }
  }
}

extension BurnWindows {
  /// The windows as PromQL writes them.
  var longSpan: String { BurnWindows.span(long) }
  var shortSpan: String { BurnWindows.span(short) }

  private static func span(_ seconds: Double) -> String {
    let minutes = Int(seconds) / 60
    if minutes.isMultiple(of: 1_440) { return "\(minutes / 1_440)d" }
    return minutes.isMultiple(of: 60) ? "\(minutes / 60)h" : "\(minutes)m"
  }
}
