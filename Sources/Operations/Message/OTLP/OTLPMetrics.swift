// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

/// The names of OpenTelemetry's conventions for metrics that have other names in Prometheus.
private enum MetricConventions {
  static let metrics = [
    MetricName.requestDurations: "http.server.request.duration",
    MetricName.requestSizes: "http.server.request.body.size",
    MetricName.answerSizes: "http.server.response.body.size",
    MetricName.activeRequests: "http.server.active_requests",
    MetricName.callDurations: "http.client.request.duration",
  ]
  static let attributes = [
    "http_request_method": "http.request.method", "http_route": "http.route",
    "http_response_status_code": "http.response.status_code", "url_scheme": "url.scheme",
    "network_protocol_version": "network.protocol.version", "error_type": "error.type",
    "server_address": "server.address", "server_port": "server.port",
  ]
  /// The attributes that are numbers.
  static let numbers: Set<String> = ["http_response_status_code", "server_port"]

  static func bounds(of unit: SignalUnit) -> [Double] {
    unit == .seconds ? ClassicBuckets.conventional : ClassicBuckets.bounds(of: unit)
  }
}

/// Metrics as OTLP has them, all cumulative. Histograms are exponential ones, as they are recorded; those of
/// OpenTelemetry's conventions have the buckets of these.
struct OTLPMetrics {
  /// The scale of the buckets: eight for each power of two.
  private static let scale = 3
  private static let cumulative: UInt64 = 2

  /// The start of the counters, in nanoseconds of Unix time; `nil` if it is unknown.
  private let start: UInt64?
  private let time: UInt64

  init(since start: Int64?, at time: Int64) {
    self.start = start.map { UInt64(max(0, $0)) }
    self.time = UInt64(max(0, time))
  }

  /// Adds the metrics of a snapshot to the list that is being written.
  func write(_ snapshot: SignalSnapshot, to metrics: inout OTLPWriter) {
    for family in snapshot.families where !family.shownSeries.isEmpty {
      metrics.element { write(family, to: &$0) }
    }
  }

  private func write(_ family: SignalSnapshot.Family, to metric: inout OTLPWriter) {
    let description = family.description
    // Readers add suffixes for units and totals themselves, unless the name has them already.
    let convention = MetricConventions.metrics[description.name]
    metric.add(1, "name", text: convention ?? description.name)
    metric.add(2, "description", text: description.help)
    metric.add(3, "unit", text: OTLPMetrics.unit(description.unit))
    func addPoints(to data: inout OTLPWriter) {
      data.list(1, "dataPoints") { points in
        for series in family.shownSeries { points.element { write(series, description, to: &$0) } }
      }
    }
    switch description.kind {
    case .counter:
      metric.add(7, "sum") { data in
        addPoints(to: &data)
        data.add(2, "aggregationTemporality", OTLPMetrics.cumulative)
        data.add(3, "isMonotonic", boolean: true)
      }
    case .gauge where convention != nil:
      metric.add(7, "sum") { data in
        addPoints(to: &data)
        data.add(2, "aggregationTemporality", OTLPMetrics.cumulative)
      }
    case .gauge, .info, .stateSet: metric.add(5, "gauge", message: addPoints)
    case .histogram where convention != nil:
      metric.add(9, "histogram") { data in
        addPoints(to: &data)
        data.add(2, "aggregationTemporality", OTLPMetrics.cumulative)
      }
    case .histogram:
      metric.add(10, "exponentialHistogram") { data in
        addPoints(to: &data)
        data.add(2, "aggregationTemporality", OTLPMetrics.cumulative)
      }
    }
  }

  /// UCUM's names.
  private static func unit(_ unit: SignalUnit) -> String {
    switch unit {
    case .none, .ratio: "1"
    case .seconds: "s"
    case .bytes: "By"
    }
  }

  private func write(
    _ series: SignalSnapshot.Series,
    _ description: SignalDescription,
    to point: inout OTLPWriter
  ) {
    func addLabels(to attributes: inout OTLPWriter) {
      for (name, value) in zip(description.labelNames, series.labelValues) where !value.isEmpty {
        let key = MetricConventions.attributes[name] ?? name
        if MetricConventions.numbers.contains(name), let number = Int64(value) {
          attributes.attribute(key.utf8Span.span) { $0.add(3, "intValue", integer: number) }
        } else {
          attributes.attribute(key, value)
        }
      }
    }
    if case .histogram(let histogram) = series.value,
      MetricConventions.metrics[description.name] != nil
    {
      point.list(9, "attributes", addLabels)
      addTimes(to: &point, isGauge: false)
      addBuckets(of: histogram, series.exemplars, to: &point)
    } else if case .histogram(let histogram) = series.value {
      point.list(1, "attributes", addLabels)
      addTimes(to: &point, isGauge: false)
      addDistribution(histogram, series.exemplars, to: &point)
    } else {
      point.list(7, "attributes", addLabels)
      addTimes(to: &point, isGauge: description.kind != .counter)
      point.add(4, "asDouble", double: series.value.number(in: description.unit) ?? 0)
    }
  }

  private func addTimes(to point: inout OTLPWriter, isGauge: Bool) {
    if let start, !isGauge { point.add(2, "startTimeUnixNano", fixed: start) }
    point.add(3, "timeUnixNano", fixed: time)
  }

  /// Adds the counts of values between the conventional bounds.
  private func addBuckets(
    of histogram: HistogramSnapshot,
    _ exemplars: [Exemplar],
    to point: inout OTLPWriter
  ) {
    let bounds = MetricConventions.bounds(of: histogram.unit)
    var below: UInt64 = 0
    var counts: [UInt64] = []
    for upTo in bounds.map({ histogram.classicBucket(upTo: $0) }) + [histogram.count] {
      counts.append(upTo - min(upTo, below))
      below = max(below, upTo)
    }
    point.add(4, "count", fixed: histogram.count)
    point.add(5, "sum", double: histogram.sum)
    point.add(6, "bucketCounts", packedFixed: counts)
    point.add(7, "explicitBounds", packed: bounds)
    add(exemplars, 8, to: &point)
    if let minimum = histogram.minimum { point.add(11, "min", double: minimum) }
    if let maximum = histogram.maximum { point.add(12, "max", double: maximum) }
  }

  private func add(_ exemplars: [Exemplar], _ number: UInt64, to point: inout OTLPWriter) {
    guard !exemplars.isEmpty else { return }
    point.list(number, "exemplars") { list in
      for exemplar in exemplars { list.element { write(exemplar, to: &$0) } }
    }
  }

  private func addDistribution(
    _ histogram: HistogramSnapshot,
    _ exemplars: [Exemplar],
    to point: inout OTLPWriter
  ) {
    point.add(4, "count", fixed: histogram.count)
    point.add(5, "sum", double: histogram.sum)
    point.add(6, "scale", signed: OTLPMetrics.scale)
    point.add(7, "zeroCount", fixed: histogram.zeroCount)
    point.add(8, "positive") { positive in
      // Prometheus counts buckets by their upper border, OpenTelemetry by the lower one.
      positive.add(1, "offset", signed: histogram.firstBucket - 1)
      positive.add(2, "bucketCounts", packed: histogram.buckets)
    }
    add(exemplars, 11, to: &point)
    if let minimum = histogram.minimum { point.add(12, "min", double: minimum) }
    if let maximum = histogram.maximum { point.add(13, "max", double: maximum) }
  }

  private func write(_ exemplar: Exemplar, to message: inout OTLPWriter) {
    message.add(2, "timeUnixNano", fixed: UInt64(max(0, exemplar.seconds)) * 1_000_000_000)
    message.add(3, "asDouble", double: exemplar.value)
    message.add(4, "spanId", identifier: exemplar.spanID.utf8Span.span)
    message.add(5, "traceId", identifier: exemplar.traceID.utf8Span.span)
  }
}
