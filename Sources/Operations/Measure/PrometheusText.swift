// SPDX-License-Identifier: Apache-2.0

import Signals

/// Writes Prometheus' text format, version 0.0.4.
struct PrometheusText: MetricsWriter {
  private var lines = MetricLines()

  mutating func write(_ family: SignalSnapshot.Family) {
    let description = family.description
    lines.comment("HELP", description.name, MetricLines.escaped(description.help, quotes: false))
    lines.comment("TYPE", description.name, PrometheusText.type(of: description.kind))
    for series in family.shownSeries { lines.write(series, description, named: description.name) }
  }

  consuming func finished() -> [UInt8] { lines.bytes }

  /// Returns the nearest of the types that the format has.
  private static func type(of kind: SignalKind) -> String {
    switch kind {
    case .counter: "counter"
    case .gauge, .info, .stateSet: "gauge"
    case .histogram: "histogram"
    }
  }
}

/// Lines of samples and comments, as both text formats have them.
package struct MetricLines {
  private(set) var bytes: [UInt8] = []

  mutating func comment(_ keyword: String, _ name: String, _ text: String) {
    bytes += "# \(keyword) \(name) \(text)\n".utf8
  }

  /// Writes the samples of a series; `exemplar` returns what a bucket's line ends with.
  mutating func write(
    _ series: SignalSnapshot.Series,
    _ description: SignalDescription,
    named name: String,
    exemplar: (_ bucket: ClosedRange<Double>) -> String = { _ in "" }
  ) {
    let labels = zip(description.labelNames, series.labelValues)
      .map { "\($0)=\"\(MetricLines.escaped($1, quotes: true))\"" }
      .joined(separator: ",")
    switch series.value {
    case .counter(let count): line(name, labels, base(count, description.unit))
    case .gauge(let level): line(name, labels, base(level, description.unit))
    case .histogram(let histogram):
      let head = labels.isEmpty ? "" : labels + ","
      var lower = -Double.infinity
      for bound in ClassicBuckets.bounds(of: histogram.unit) + [.infinity] {
        let count = bound == .infinity ? histogram.count : histogram.classicBucket(upTo: bound)
        let le = "\(head)le=\"\(MetricLines.text(of: bound))\""
        line(name + "_bucket", le, "\(count)" + exemplar(lower.nextUp...bound))
        lower = bound
      }
      line(name + "_sum", labels, MetricLines.text(of: histogram.sum))
      line(name + "_count", labels, "\(histogram.count)")
    }
  }

  mutating func end(_ text: String) { bytes += text.utf8 }

  private mutating func line(_ name: String, _ labels: String, _ value: String) {
    bytes += name.utf8
    if !labels.isEmpty { bytes += "{\(labels)}".utf8 }
    bytes += " \(value)\n".utf8
  }

  private func base<Value: BinaryInteger>(_ value: Value, _ unit: SignalUnit) -> String {
    let whole = value / Value(unit.recordedPerBase)
    let isWhole = Double(whole) * unit.recordedPerBase == Double(value)
    return isWhole ? "\(whole)" : "\(Double(value) / unit.recordedPerBase)"
  }

  /// Returns a number as Go prints it, which OpenMetrics calls canonical: `0.25`, `1.0`, `1e+06`.
  package static func text(of number: Double) -> String {
    if number == .infinity { return "+Inf" }
    guard number >= 1_000_000, number < 1e16, number == number.rounded() else { return "\(number)" }
    var digits = "\(UInt64(number))"
    let exponent = digits.count - 1
    while digits.hasSuffix("0") { digits.removeLast() }
    let fraction = digits.dropFirst()
    return "\(digits.prefix(1))\(fraction.isEmpty ? "" : ".\(fraction)")e+"
      + (exponent < 10 ? "0\(exponent)" : "\(exponent)")
  }

  package static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      // The text formats have no carriage return, and OpenMetrics refuses one.
      case "\r": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
