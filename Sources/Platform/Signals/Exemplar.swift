// SPDX-License-Identifier: Apache-2.0

/// A request whose value a histogram has counted, by its trace.
package struct Exemplar: Sendable, Equatable {
  /// 32 and 16 hexadecimal digits, as W3C trace context has them.
  package let traceID: String
  package let spanID: String
  /// In base units.
  package let value: Double
  /// Since 1970.
  package let seconds: Int64

  package init(traceID: String, spanID: String, value: Double, seconds: Int64) {
    self.traceID = traceID
    self.spanID = spanID
    self.value = value
    self.seconds = seconds
  }
}

/// The newest exemplars of each histogram, by its first slot.
struct ExemplarTable {
  /// The most that a series keeps, one for each bucket.
  static let limit = 16

  private(set) var ofSlots: [Int: [Exemplar]] = [:]

  mutating func add(_ exemplar: Exemplar, at slot: Int) {
    var kept = ofSlots[slot] ?? []
    let bucket = ExemplarTable.bucket(of: exemplar)
    kept.removeAll { ExemplarTable.bucket(of: $0) == bucket }
    kept.append(exemplar)
    ofSlots[slot] = kept.suffix(ExemplarTable.limit)
  }

  private static func bucket(of exemplar: Exemplar) -> Int {
    exemplar.value > 0 ? ExponentialBuckets.index(of: exemplar.value) : .min
  }
}
