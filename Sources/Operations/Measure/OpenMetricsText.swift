// SPDX-License-Identifier: Apache-2.0

import Signals

/// Writes OpenMetrics 1.0. Unlike Prometheus' text it has units, exemplars, and an end mark by
/// which a reader knows that nothing is missing.
struct OpenMetricsText: MetricsWriter {
  private var lines = MetricLines()

  mutating func write(_ family: SignalSnapshot.Family) {
    let description = family.description
    // A family has no suffix; its samples do.
    let name = OpenMetricsText.familyName(of: description)
    lines.comment("TYPE", name, OpenMetricsText.type(of: description.kind))
    if let suffix = description.unit.suffix { lines.comment("UNIT", name, "\(suffix.dropFirst())") }
    lines.comment("HELP", name, MetricLines.escaped(description.help, quotes: true))
    for series in family.shownSeries {
      lines.write(series, description, named: description.name) { bucket in
        series.exemplars.last { bucket.contains($0.value) }.map(OpenMetricsText.text(of:)) ?? ""
      }
    }
  }

  consuming func finished() -> [UInt8] {
    lines.end("# EOF\n")
    return lines.bytes
  }

  private static func familyName(of description: SignalDescription) -> String {
    switch description.kind {
    case .counter: String(description.name.dropLast("_total".count))
    case .info: String(description.name.dropLast("_info".count))
    case .gauge, .histogram, .stateSet: description.name
    }
  }

  private static func type(of kind: SignalKind) -> String {
    switch kind {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram: "histogram"
    case .info: "info"
    case .stateSet: "stateset"
    }
  }

  /// Its labels take 79 characters, of 128 that OpenMetrics allows.
  private static func text(of exemplar: Exemplar) -> String {
    " # {trace_id=\"\(exemplar.traceID)\",span_id=\"\(exemplar.spanID)\"} "
      + "\(MetricLines.text(of: exemplar.value)) \(exemplar.seconds)"
  }
}
