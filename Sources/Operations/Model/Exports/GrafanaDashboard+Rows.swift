// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals
import Sites

extension GrafanaDashboard {
  private static let window = "[$__rate_interval]"

  /// A row of a site, and one for each of its routes.
  static func rows(of site: ExpectedTraffic) -> [Row] {
    let matcher = "site=\(PrometheusRules.quoted(site.site))"
    let total =
      "sum by (http_route) (rate(\(MetricName.requestDurations)_count{\(matcher)}\(window)))"
    return [
      Row(
        title: "Site \(site.site)",
        panels: [
          Panel(
            title: "Requests by route",
            help: "Requests a second of each document and pass.",
            unit: "reqps",
            lines: [("{{http_route}}", total)]
          ), hits(matcher),
        ] + site.backends.map { calls(to: $0, matcher) }
      )
    ] + site.routes.map { row(of: $0, at: site) }
  }

  private static func hits(_ matcher: String) -> Panel {
    func answers(_ sources: Set<String>) -> String {
      let words = sources.sorted().joined(separator: "|")
      return "sum(rate(portico_answers_total{\(matcher),source=~\"\(words)\"}\(window)))"
    }
    let (hits, all) = (
      LiveTraffic.sourcesOfHits, LiveTraffic.sourcesOfHits.union(LiveTraffic.sourcesOfMisses)
    )
    return Panel(
      title: "Hits",
      help: "The share of the answers that needed no service.",
      unit: "percentunit",
      lines: [("hits", "(\(answers(hits)) or vector(0)) / \(answers(all))")]
    )
  }

  private static func calls(to backend: TrafficModel.BackendCapacity, _ site: String) -> Panel {
    let matchers = "\(site),backend=\(PrometheusRules.quoted(backend.name))"
    let calls = "sum(rate(portico_backend_calls_total{\(matchers)}\(window))) or vector(0)"
    return Panel(
      title: "Calls to \(backend.name)",
      help: "Calls a second of all instances, and the capacity in the model.",
      unit: "reqps",
      lines: [("calls", calls)] + constant("capacity", backend.capacity)
    )
  }

  private static func row(of route: ExpectedTraffic.Route, at site: ExpectedTraffic) -> Row {
    let matchers = PrometheusRules.matchers(of: route.name, at: site.site)
    let count = Double(site.instance.count)
    func rate(_ more: String = "") -> String {
      "sum(rate(\(MetricName.requestDurations)_count{\(matchers)\(more)}\(window)))"
    }
    let promise = route.promise
    let percentile = promise?.percentile ?? 99
    let latency =
      "histogram_quantile(\(percentile / 100), sum by (le) (rate(\(MetricName.requestDurations)_bucket{\(matchers),"
      + "error_type=\"\"}\(window))))"
    let failed = rate(",error_type=~\"5..\"")
    let judged = rate(",error_type!=\"cancelled\"")
    return Row(
      title: "\(route.name)",
      panels: [
        Panel(
          title: "Requests",
          help: "Requests a second of all instances, and the rates in the model.",
          unit: "reqps",
          lines: [("requests", rate())] + constant("steady", route.rates.steady * count)
            + constant("peak", route.rates.peak * count)
        ),
        Panel(
          title: "Latency of \(Figure.rounded(percentile))%",
          help: "The time that this percentage of the requests takes at most, and the promise.",
          unit: "s",
          lines: [("\(Figure.rounded(percentile))%", latency)]
            + constant("promised", promise?.within?.inSeconds)
        ),
        Panel(
          title: "Failures",
          help: "The share of the requests that end with an error of ours, and what is allowed.",
          unit: "percentunit",
          lines: [("failed", "(\(failed) or vector(0)) / \(judged)")]
            + constant("allowed", promise.map { ((100 - $0.availability) * 1e6).rounded() / 1e8 })
        ),
      ]
    )
  }

  /// The charts of the instances themselves.
  static func instances(of sites: [ExpectedTraffic]) -> Row {
    let instance = sites.first?.instance ?? .init()
    func each(_ query: String) -> (name: String, query: String) {
      ("{{instance}}", "sum by (instance) (\(query))")
    }
    let lag =
      "histogram_quantile(0.99, sum by (le, instance) (rate(portico_loop_lag_seconds_bucket\(window))))"
    let utilization = instance.utilization ?? TrafficModel.Instance.assumedUtilization
    return Row(
      title: "Instances",
      panels: [
        Panel(
          title: "Processor",
          help: "Cores that each instance uses, and what it may use of them by the model.",
          unit: "short",
          lines: [each("rate(process_cpu_seconds_total\(window))")]
            + constant("usable", instance.cores.map { $0 * utilization })
        ),
        Panel(
          title: "Sent",
          help: "Bytes a second that each instance sends, and what it may send by the model.",
          unit: "Bps",
          lines: [each("rate(portico_server_sent_bytes_total\(window))")]
            + constant("usable", instance.egress.map { $0 * 1e9 / 8 * utilization })
        ),
        Panel(
          title: "Connections",
          help: "Open connections of each instance.",
          unit: "short",
          lines: [each(MetricName.connections)]
        ),
        Panel(
          title: "Resident memory",
          help: "Resident memory of each instance.",
          unit: "bytes",
          lines: [each(MetricName.residentMemory)]
        ),
        Panel(
          title: "Lag of event loops, 99%",
          help: "The lag of the event loops' timers, which delays every request.",
          unit: "s",
          lines: [("{{instance}}", lag)]
        ),
        Panel(
          title: "Alerts",
          help: "Alerts by their state.",
          unit: "short",
          lines: [("{{state}}", "sum by (state) (portico_alerts)")]
        ),
      ]
    )
  }

  /// A line of a value of the model; none where the model does not state it.
  private static func constant(
    _ name: String,
    _ value: Double?
  ) -> [(name: String, query: String)] {
    value.map { [(name, "vector(\($0))")] } ?? []
  }
}
