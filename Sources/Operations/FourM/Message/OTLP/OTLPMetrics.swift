// SPDX-License-Identifier: Apache-2.0

import Signals

/// Metrics as OTLP has them, all cumulative; histograms are exponential ones, as they are recorded.
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

  func messages(of snapshot: SignalSnapshot) -> [OTLPMessage] {
    snapshot.families.filter { !$0.shownSeries.isEmpty }.map(message)
  }

  private func message(of family: SignalSnapshot.Family) -> OTLPMessage {
    let description = family.description
    var metric = OTLPMessage()
    // Readers add suffixes for units and totals themselves, unless the name has them already.
    metric.add(1, "name", .text(description.name))
    metric.add(2, "description", .text(description.help))
    metric.add(3, "unit", .text(OTLPMetrics.unit(description.unit)))
    var data = OTLPMessage()
    data.add(1, "dataPoints", .list(family.shownSeries.map { point($0, description) }))
    switch description.kind {
    case .counter:
      data.add(2, "aggregationTemporality", .number(OTLPMetrics.cumulative))
      data.add(3, "isMonotonic", .boolean(true))
      metric.add(7, "sum", .message(data))
    case .gauge, .info, .stateSet: metric.add(5, "gauge", .message(data))
    case .histogram:
      data.add(2, "aggregationTemporality", .number(OTLPMetrics.cumulative))
      metric.add(10, "exponentialHistogram", .message(data))
    }
    return metric
  }

  /// UCUM's names.
  private static func unit(_ unit: SignalUnit) -> String {
    switch unit {
    case .none, .ratio: "1"
    case .seconds: "s"
    case .bytes: "By"
    }
  }

  private func point(
    _ series: SignalSnapshot.Series,
    _ description: SignalDescription
  ) -> OTLPMessage {
    let attributes = zip(description.labelNames, series.labelValues).filter { !$1.isEmpty }.map {
      OTLPMessage.attribute($0, .text($1))
    }
    var point = OTLPMessage()
    if case .histogram(let histogram) = series.value {
      point.add(1, "attributes", .list(attributes))
      addTimes(to: &point, isGauge: false)
      addDistribution(histogram, series.exemplars, to: &point)
    } else {
      point.add(7, "attributes", .list(attributes))
      addTimes(to: &point, isGauge: description.kind != .counter)
      point.add(4, "asDouble", .double(series.value.number(in: description.unit) ?? 0))
    }
    return point
  }

  private func addTimes(to point: inout OTLPMessage, isGauge: Bool) {
    if let start, !isGauge { point.add(2, "startTimeUnixNano", .fixed(start)) }
    point.add(3, "timeUnixNano", .fixed(time))
  }

  private func addDistribution(
    _ histogram: HistogramSnapshot,
    _ exemplars: [Exemplar],
    to point: inout OTLPMessage
  ) {
    point.add(4, "count", .fixed(histogram.count))
    point.add(5, "sum", .double(histogram.sum))
    point.add(6, "scale", .signed(OTLPMetrics.scale))
    point.add(7, "zeroCount", .fixed(histogram.zeroCount))
    var positive = OTLPMessage()
    // Prometheus counts buckets by their upper border, OpenTelemetry by the lower one.
    positive.add(1, "offset", .signed(histogram.firstBucket - 1))
    positive.add(2, "bucketCounts", .packed(histogram.buckets))
    point.add(8, "positive", .message(positive))
    if !exemplars.isEmpty { point.add(11, "exemplars", .list(exemplars.map(message))) }
    if let minimum = histogram.minimum { point.add(12, "min", .double(minimum)) }
    if let maximum = histogram.maximum { point.add(13, "max", .double(maximum)) }
  }

  private func message(of exemplar: Exemplar) -> OTLPMessage {
    var message = OTLPMessage()
    message.add(2, "timeUnixNano", .fixed(UInt64(max(0, exemplar.seconds)) * 1_000_000_000))
    message.add(3, "asDouble", .double(exemplar.value))
    message.add(4, "spanId", .identifier(exemplar.spanID))
    message.add(5, "traceId", .identifier(exemplar.traceID))
    return message
  }
}
