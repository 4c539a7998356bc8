// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

/// The limits that the sites' models set to figures of the history: steady and peak rates, promised
/// times and shares, and the capacities of services.
struct ModelLimits {
  private let routes: [FigureTable.Record]
  private let calls: [FigureTable.Record]

  init(_ inspection: Inspection) {
    routes = inspection.table(Verdict.model, "routes")?.records ?? []
    calls = inspection.table(Verdict.model, "calls")?.records ?? []
  }

  /// Returns the limits of a figure, such as `rate` or `p99`, of a series or of a sum of series.
  ///
  /// - Parameter labels: those of the series; without them all routes or services are meant.
  func limits(of series: String, _ labels: [String: String], _ figure: String) -> [Chart.Limit] {
    switch (series, figure) {
    case (MetricName.requestDurations, "rate"):
      let routes = routes(with: labels)
      return limit("steady", .steady, sum(routes, .steady))
        + limit("peak", .peak, sum(routes, .peak))
    // A promise is that of one route.
    case (MetricName.requestDurations, "p99") where labels["http_route"] != nil:
      return limit("SLA", .sla, routes(with: labels).compactMap { $0.number(.within) }.min())
    case (MetricName.requestDurations, "failed") where labels["http_route"] != nil:
      let promised = routes(with: labels).compactMap { $0.number(.answered) }.max()
      return limit("SLA", .sla, promised.map { 1 - $0 })
    case (MetricName.backendCalls, "rate"):
      return limit("capacity", .peak, sum(calls(with: labels), .capacity))
    case (MetricName.callDurations, "p99") where labels["backend"] != nil:
      return limit("SLA", .sla, calls(with: labels).compactMap { $0.number(.within) }.min())
    default: return []
    }
  }

  private func limit(_ name: String, _ kind: Chart.Limit.Kind, _ value: Double?) -> [Chart.Limit] {
    value.map { [Chart.Limit(name: name, kind: kind, value: $0)] } ?? []
  }

  private func sum(_ records: [FigureTable.Record], _ key: ColumnKey) -> Double? {
    let values = records.compactMap { $0.number(key) }
    return values.isEmpty ? nil : values.reduce(0, +)
  }

  private static let labelsOfRoutes: Set = ["site", "http_route", "http_request_method"]

  /// The routes of the model that a series counts; none for a series of some answers alone.
  private func routes(with labels: [String: String]) -> [FigureTable.Record] {
    guard Set(labels.keys).isSubset(of: ModelLimits.labelsOfRoutes) else { return [] }
    return routes.filter { record in
      let (method, path) = (
        record.text(.route).prefix { $0 != " " }, Verdict.label(of: record.text(.route))
      )
      return (labels["site"] ?? record.text(.site)) == record.text(.site)
        && (labels["http_route"] ?? path) == path
        && (labels["http_request_method"] ?? String(method)) == method
    }
  }

  private func calls(with labels: [String: String]) -> [FigureTable.Record] {
    guard Set(labels.keys).isSubset(of: ["site", "backend"]) else { return [] }
    return calls.filter { record in
      (labels["site"] ?? record.text(.site)) == record.text(.site)
        && (labels["backend"] ?? record.text(.backend)) == record.text(.backend)
    }
  }
}
