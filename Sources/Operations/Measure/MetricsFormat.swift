// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Signals

/// Writes a snapshot in one exposition format.
protocol MetricsWriter {
  init()
  mutating func write(_ family: SignalSnapshot.Family)
  /// Ends the exposition and returns its bytes.
  consuming func finished() -> [UInt8]
}

/// The formats in which Prometheus and others read metrics.
package enum MetricsFormat: CaseIterable, Sendable {
  /// Prometheus' text format 0.0.4.
  case text
  /// OpenMetrics 1.0, with exemplars.
  case openMetrics
  /// Prometheus' protobuf format, with native histograms and exemplars.
  case protobuf

  /// The value of Content-Type.
  package var mediaType: String {
    switch self {
    case .text: "text/plain; version=0.0.4; charset=utf-8"
    case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
    case .protobuf:
      "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited"
    }
  }

  /// Returns the format that a client prefers. A client that accepts none of them gets the text
  /// format, since that may be a person who opened the address in a browser.
  package static func preferred(by accept: Accept) -> MetricsFormat {
    let types = allCases.compactMap { MediaType($0.mediaType) }
    return accept.preferred(among: types).map { allCases[$0] } ?? .text
  }

  /// Returns all families of a snapshot in this format.
  package func bytes(of snapshot: SignalSnapshot) -> [UInt8] {
    switch self {
    case .text: MetricsFormat.bytes(of: snapshot, PrometheusText())
    case .openMetrics: MetricsFormat.bytes(of: snapshot, OpenMetricsText())
    case .protobuf: MetricsFormat.bytes(of: snapshot, PrometheusProtobuf())
    }
  }

  private static func bytes(
    of snapshot: SignalSnapshot,
    _ writer: consuming some MetricsWriter
  ) -> [UInt8] {
    for family in snapshot.families where !family.shownSeries.isEmpty { writer.write(family) }
    return writer.finished()
  }
}

/// The classic buckets into which histograms are summed up for readers that know no native ones: the
/// same for every histogram of a unit, so that a query works on every node and in every version.
package enum ClassicBuckets {
  /// Those of OpenTelemetry's conventions for HTTP durations.
  package static let conventional = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]
  /// The conventional ones, and finer ones below for answers from the cache.
  private static let seconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025] + conventional
  private static let others = [1.0, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]

  package static func bounds(of unit: SignalUnit) -> [Double] {
    unit == .seconds ? seconds : others
  }
}

extension SignalSnapshot.Family {
  /// The series without the one that collects what has no room, unless that has counted something.
  package var shownSeries: [SignalSnapshot.Series] {
    series.filter { series in
      let isOverflow = series.labelValues.allSatisfy { $0 == GrowingFamily<Counter>.overflowValue }
      return series.labelValues.isEmpty || !isOverflow || !series.value.isZero
    }
  }
}

extension SignalValue {
  fileprivate var isZero: Bool {
    switch self {
    case .counter(let count): count == 0
    case .gauge(let level): level == 0
    case .histogram(let histogram): histogram.count == 0
    }
  }

  /// A counter or a gauge in base units; `nil` for a histogram.
  package func number(in unit: SignalUnit) -> Double? {
    switch self {
    case .counter(let count): Double(count) / unit.recordedPerBase
    case .gauge(let level): Double(level) / unit.recordedPerBase
    case .histogram: nil
    }
  }
}
