// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
import Signals

/// Counts by series, read from files with counters and written as one.
struct CounterTotals {
  private(set) var values: [SignalIdentity: SignalValue] = [:]

  init() {}

  /// Reads all counts of a file, also of one that its process is writing at this moment.
  init(reading file: PositionedFile, _ header: CounterSegmentHeader) throws {
    let directory = try file.read(header.directoryBytes, at: CounterSegmentHeader.bytes)
    var reader = CounterReader(directory[...])
    while !reader.isAtEnd {
      guard let entry = CounterEntry(from: &reader), entry.slot + entry.slots <= header.slots else {
        throw PlainError("\(file.path) has a damaged directory")
      }
      for block in 0..<header.blocks {
        let offset = header.blocksOffset + (block * header.slots + entry.slot) * 8
        let bytes = try file.read(entry.slots * 8, at: offset)
        var words = CounterReader(bytes[...])
        let slots = (0..<entry.slots).map { _ in words.number() ?? 0 }
        add(CounterTotals.value(of: entry.identity, slots), to: entry.identity)
      }
    }
  }

  mutating func add(_ other: CounterTotals) {
    for (identity, value) in other.values { add(value, to: identity) }
  }

  private mutating func add(_ value: SignalValue, to identity: SignalIdentity) {
    values[identity] = values[identity]?.adding(value) ?? value
  }

  private static func value(of identity: SignalIdentity, _ slots: [UInt64]) -> SignalValue {
    identity.kind == .histogram
      ? .histogram(HistogramSnapshot(unit: identity.unit) { slots[$0] }) : .counter(slots[0])
  }

  /// Returns a whole file with one block.
  func file(number: UInt64, absorbed: [UInt64]) -> [UInt8] {
    var directory: [UInt8] = []
    var block: [UInt8] = []
    // Histograms first, each in pages of its own.
    let sorted = values.sorted { first, second in
      (first.key.kind == .histogram ? 0 : 1, first.key.family)
        < (second.key.kind == .histogram ? 0 : 1, second.key.family)
    }
    for (identity, value) in sorted {
      let slots: [UInt64]
      switch value {
      case .histogram(let histogram): slots = histogram.slots
      case .counter(let count): slots = [count]
      case .gauge: continue
      }
      guard let entry = CounterEntry(identity, slot: block.count / 8).bytes else { continue }
      directory += entry
      for slot in slots { block.append(littleEndian: slot) }
    }
    let end = CounterSegmentHeader.bytes + directory.count
    let offset = (end + 4_095) / 4_096 * 4_096
    var header = CounterSegmentHeader(
      number: number,
      slots: max(1, block.count / 8),
      blocksOffset: offset
    )
    header.directoryBytes = directory.count
    header.blocks = block.isEmpty ? 0 : 1
    header.absorbed = Array(absorbed.suffix(CounterSegmentHeader.mostAbsorbed))
    return header.page + directory + [UInt8](repeating: 0, count: offset - end) + block
  }
}
