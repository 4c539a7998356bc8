// SPDX-License-Identifier: Apache-2.0
//
// The messages of io.prometheus.client (client_model's metrics.proto), each family preceded by its
// length. A histogram has both kinds of buckets: a server that knows native ones takes those, every
// other the classic ones. Native buckets are written as spans of buckets without a long gap and the
// differences from one count to the next; their numbers are those of our own histograms, schema 3.

package import Signals

/// Writes Prometheus' protobuf format, which alone carries native histograms.
struct PrometheusProtobuf: MetricsWriter {
  private var bytes: [UInt8] = []

  mutating func write(_ family: SignalSnapshot.Family) {
    var message = ProtobufMessage()
    let description = family.description
    message.add(1, text: description.name)
    message.add(2, text: description.help)
    message.add(3, PrometheusProtobuf.type(of: description.kind))
    for series in family.shownSeries {
      message.add(4, message: PrometheusProtobuf.metric(series, description))
    }
    if let suffix = description.unit.suffix { message.add(5, text: "\(suffix.dropFirst())") }
    bytes += message.delimited
  }

  consuming func finished() -> [UInt8] { bytes }

  private static func type(of kind: SignalKind) -> UInt64 {
    switch kind {
    case .counter: 0
    case .gauge, .info, .stateSet: 1
    case .histogram: 4
    }
  }

  private static func metric(
    _ series: SignalSnapshot.Series,
    _ description: SignalDescription
  ) -> ProtobufMessage {
    var metric = ProtobufMessage()
    for (name, value) in zip(description.labelNames, series.labelValues) {
      metric.add(1, message: label(name, value))
    }
    switch series.value {
    case .histogram(let histogram): metric.add(7, message: message(of: histogram, series.exemplars))
    case .counter, .gauge:
      var number = ProtobufMessage()
      number.add(1, double: series.value.number(in: description.unit) ?? 0)
      metric.add(description.kind == .counter ? 3 : 2, message: number)
    }
    return metric
  }

  private static func label(_ name: String, _ value: String) -> ProtobufMessage {
    var pair = ProtobufMessage()
    pair.add(1, text: name)
    pair.add(2, text: value)
    return pair
  }

  private static func message(
    of histogram: HistogramSnapshot,
    _ exemplars: [Exemplar]
  ) -> ProtobufMessage {
    var message = ProtobufMessage()
    message.add(1, histogram.count)
    message.add(2, double: histogram.sum)
    var lower = -Double.infinity
    for bound in ClassicBuckets.bounds(of: histogram.unit) + [.infinity] {
      var bucket = ProtobufMessage()
      bucket.add(1, bound == .infinity ? histogram.count : histogram.classicBucket(upTo: bound))
      bucket.add(2, double: bound)
      let range = lower.nextUp...bound
      if let exemplar = exemplars.last(where: { range.contains($0.value) }) {
        bucket.add(3, message: Self.message(of: exemplar))
      }
      message.add(3, message: bucket)
      lower = bound
    }
    message.add(5, signed: 3)
    message.add(6, double: zeroThreshold)
    message.add(7, histogram.zeroCount)
    let native = NativeBuckets(histogram)
    for span in native.spans {
      var part = ProtobufMessage()
      part.add(1, signed: span.offset)
      part.add(2, UInt64(span.length))
      message.add(12, message: part)
    }
    message.add(13, packed: native.deltas)
    return message
  }

  /// Values up to this are counted as zeros; ours are zero exactly.
  private static let zeroThreshold = 0x1p-128

  private static func message(of exemplar: Exemplar) -> ProtobufMessage {
    var message = ProtobufMessage()
    message.add(1, message: label("trace_id", exemplar.traceID))
    message.add(1, message: label("span_id", exemplar.spanID))
    message.add(2, double: exemplar.value)
    var time = ProtobufMessage()
    time.add(1, UInt64(max(0, exemplar.seconds)))
    message.add(3, message: time)
    return message
  }
}

/// The buckets of a histogram as spans and differences.
package struct NativeBuckets {
  /// Consecutive buckets, behind a gap after the span before; the first is counted from bucket 0.
  package struct Span: Equatable {
    package let offset: Int
    package var length: Int
  }

  package private(set) var spans: [Span] = []
  package private(set) var deltas: [Int64] = []

  /// Empty buckets up to this many are cheaper than a new span.
  private static let longestGap = 2

  package init(_ histogram: HistogramSnapshot) {
    var previous: Int64 = 0
    var end: Int?
    for (place, count) in histogram.buckets.enumerated() where count > 0 {
      let number = histogram.firstBucket + place
      let gap = end.map { number - $0 }
      if let gap, gap <= NativeBuckets.longestGap {
        for _ in 0..<gap {
          deltas.append(-previous)
          previous = 0
        }
        spans[spans.count - 1].length += gap + 1
      } else {
        spans.append(Span(offset: gap ?? number, length: 1))
      }
      let count = Int64(clamping: count)
      deltas.append(count - previous)
      previous = count
      end = number + 1
    }
  }
}
