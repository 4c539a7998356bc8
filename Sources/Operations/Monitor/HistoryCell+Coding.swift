// SPDX-License-Identifier: Apache-2.0
//
// A cell is a kind and a few variable-length integers (LEB128, zigzag where they may be negative): a
// counter its growth, a gauge its level and the distances to the least and the largest, a histogram
// its sum, its zeros, and for each bucket that is not empty the distance from the one before and its
// count. Counters that did not grow are not written at all.

import Measure
import Signals

extension HistoryCell {
  /// The kind as it is written.
  var code: UInt64 {
    switch self {
    case .counter: 0
    case .gauge: 1
    case .histogram: 2
    }
  }

  /// Whether the cell has no change, so that it can be left out.
  var isEmpty: Bool {
    switch self {
    case .counter(let growth): growth == 0
    case .gauge: false
    case .histogram(let values): values.count == 0
    }
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .counter(let growth): bytes.append(varint: growth)
    case .gauge(let gauge):
      bytes.append(zigzag: gauge.last)
      bytes.append(varint: gauge.last.distance(above: gauge.least))
      bytes.append(varint: gauge.largest.distance(above: gauge.last))
    case .histogram(let values):
      bytes.append(varint: values.recordedSum)
      bytes.append(varint: values.zeroCount)
      bytes.append(zigzag: Int64(values.firstBucket))
      var skipped: UInt64 = 0
      for count in values.buckets {
        guard count > 0 else {
          skipped += 1
          continue
        }
        bytes.append(varint: skipped)
        bytes.append(varint: count)
        skipped = 0
      }
    }
  }

  /// Reads a cell; `nil` where the bytes are not a cell.
  init?(code: UInt64, _ bytes: Span<UInt8>, unit: SignalUnit) {
    var place = 0
    switch code {
    case 0:
      guard let growth = bytes.varint(&place) else { return nil }
      self = .counter(growth)
    case 1:
      guard let last = bytes.zigzag(&place), let below = bytes.varint(&place),
        let above = bytes.varint(&place)
      else { return nil }
      self = .gauge(
        GaugeCell(
          last: last,
          least: Int64(truncatingIfNeeded: UInt64(bitPattern: last) &- below),
          largest: Int64(truncatingIfNeeded: UInt64(bitPattern: last) &+ above)
        )
      )
    case 2:
      guard let sum = bytes.varint(&place), let zeros = bytes.varint(&place),
        let first = bytes.zigzag(&place), HistoryCell.bucketNumbers.contains(first)
      else { return nil }
      var buckets: [UInt64] = []
      while place < bytes.count {
        guard let skipped = bytes.varint(&place), let count = bytes.varint(&place),
          skipped + UInt64(buckets.count) < UInt64(HistoryCell.bucketNumbers.count)
        else { return nil }
        buckets += [UInt64](repeating: 0, count: Int(skipped))
        buckets.append(count)
      }
      self = .histogram(
        HistogramSnapshot(
          unit: unit,
          zeroCount: zeros,
          firstBucket: Int(first),
          buckets: buckets,
          recordedSum: sum
        )
      )
    default: return nil
    }
  }

  /// The numbers that a bucket of any unit may have.
  private static let bucketNumbers: Range<Int64> = -1_024..<1_024
}

extension Int64 {
  fileprivate func distance(above other: Int64) -> UInt64 {
    UInt64(bitPattern: self) &- UInt64(bitPattern: other)
  }
}

extension Span<UInt8> {
  /// Reads a number and moves `place` behind it; `nil` where it is cut off or longer than 64 bits.
  func varint(_ place: inout Int) -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while place < count, shift < 64 {
      let byte = self[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  fileprivate func zigzag(_ place: inout Int) -> Int64? {
    varint(&place).map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }
}
