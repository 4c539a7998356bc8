// SPDX-License-Identifier: Apache-2.0

package import Signals

// Prometheus' text format, version 0.0.4. Our histograms have more buckets than a scrape should
// carry; the text has a fixed few, summed up to each bound, so that the same query works on every
// node and in every version.

/// Writes signals in Prometheus' text format.
package struct PrometheusText {
  package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// Histogram bounds of times in seconds, and of everything else.
  static let secondBounds = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]
  static let plainBounds = [1.0, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

  package private(set) var text = ""

  package init() {}

  /// Writes all families of a snapshot.
  package mutating func write(_ snapshot: SignalSnapshot) {
    for family in snapshot.families {
      let description = family.description
      begin(description.name, description.help, PrometheusText.kind(of: description.kind))
      for series in family.series {
        let labels = Array(zip(description.labelNames, series.labelValues))
        switch series.value {
        case .counter(let count):
          line(description.name, labels, PrometheusText.base(count, description.unit))
        case .gauge(let level):
          line(description.name, labels, PrometheusText.base(level, description.unit))
        case .histogram(let histogram): write(histogram, description.name, labels)
        }
      }
    }
  }

  /// Writes a family of one kind whose values are stored elsewhere.
  package mutating func write(
    _ name: String,
    _ help: String,
    isCounter: Bool,
    _ series: [(labels: [(String, String)], value: Int)]
  ) {
    begin(name, help, isCounter ? "counter" : "gauge")
    for entry in series { line(name, entry.labels, "\(entry.value)") }
  }

  private mutating func begin(_ name: String, _ help: String, _ kind: String) {
    text +=
      "# HELP \(name) \(PrometheusText.escaped(help, quotes: false))\n# TYPE \(name) \(kind)\n"
  }

  private mutating func write(
    _ histogram: HistogramSnapshot,
    _ name: String,
    _ labels: [(String, String)]
  ) {
    let isTime = histogram.unit == .seconds
    let bounds = isTime ? PrometheusText.secondBounds : PrometheusText.plainBounds
    for bound in bounds {
      line(name + "_bucket", labels + [("le", "\(bound)")], "\(histogram.count(upTo: bound))")
    }
    line(name + "_bucket", labels + [("le", "+Inf")], "\(histogram.count)")
    line(name + "_sum", labels, "\(histogram.sum)")
    line(name + "_count", labels, "\(histogram.count)")
  }

  private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0)=\"\(PrometheusText.escaped($1, quotes: true))\"" }
      text += "{\(pairs.joined(separator: ","))}"
    }
    text += " \(value)\n"
  }

  private static func kind(of kind: SignalKind) -> String {
    switch kind {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }

  private static func base(_ value: some BinaryInteger, _ unit: SignalUnit) -> String {
    unit == .seconds ? "\(Double(value) / unit.recordedPerBase)" : "\(value)"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
