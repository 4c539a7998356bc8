// SPDX-License-Identifier: Apache-2.0
//
// The layout of a file with counters, numbers little-endian:
//
//   0      "portico counters 1\n", padded with zeros to 32 bytes
//   32     UInt64 each: number of the file, slots of a block, bytes of the directory, blocks, offset
//          of the first block, count of absorbed numbers, and these numbers
//   4096   the directory: entries of a length, a slot, a kind, a unit, and the names of the series
//   ...    the blocks: slots of 8 bytes, of which each thread of the process has one block
//
// The process that owns the file only adds to the directory and writes the length of the directory
// after the entry, so that whoever reads it at any moment, or after a crash, finds whole entries.

import Bytes
import Files
import Signals

/// The fields at the beginning of a file with counters.
struct CounterSegmentHeader: Equatable {
  static let version = 1
  static let bytes = 4_096
  static let directoryLengthOffset = 48
  static let blockCountOffset = 56
  /// The most numbers of absorbed files that a header has room for.
  static let mostAbsorbed = 400
  private static let titleBytes = 32
  private static let title = "portico counters "

  var number: UInt64
  var slots: Int
  var directoryBytes = 0
  var blocks = 0
  var blocksOffset: Int
  /// The numbers of the files whose counts are contained in this one's.
  var absorbed: [UInt64] = []

  init(number: UInt64, slots: Int, blocksOffset: Int) {
    (self.number, self.slots, self.blocksOffset) = (number, slots, blocksOffset)
  }

  /// Reads a header; the error says what is wrong with the file.
  init(reading file: PositionedFile) throws {
    let bytes = try file.read(CounterSegmentHeader.bytes, at: 0)
    let title = bytes.prefix(CounterSegmentHeader.titleBytes).prefix { $0 != 10 && $0 != 0 }
    let text = String(decoding: title, as: UTF8.self)
    guard bytes.count == CounterSegmentHeader.bytes, text.hasPrefix(CounterSegmentHeader.title)
    else { throw PlainError("\(file.path) is no file with counters") }
    let version = text.dropFirst(CounterSegmentHeader.title.count)
    guard version == "\(CounterSegmentHeader.version)" else {
      throw PlainError(
        "\(file.path) has version \(version) of the format of counters, expected"
          + " \(CounterSegmentHeader.version)"
      )
    }
    var reader = CounterReader(bytes[CounterSegmentHeader.titleBytes...])
    guard let number = reader.number(), let slots = reader.count(), let directory = reader.count(),
      let blocks = reader.count(), let offset = reader.count(), let absorbed = reader.count(),
      slots > 0, absorbed <= CounterSegmentHeader.mostAbsorbed, offset % 4_096 == 0
    else { throw PlainError("\(file.path) has a damaged header") }
    (self.number, self.slots) = (number, slots)
    directoryBytes = directory
    self.blocks = blocks
    blocksOffset = offset
    self.absorbed = (0..<absorbed).compactMap { _ in reader.number() }
  }

  /// The first page of the file.
  var page: [UInt8] {
    var page = Array("\(CounterSegmentHeader.title)\(CounterSegmentHeader.version)\n".utf8)
    page += [UInt8](repeating: 0, count: CounterSegmentHeader.titleBytes - page.count)
    let fields = [UInt64(slots), UInt64(directoryBytes), UInt64(blocks), UInt64(blocksOffset)]
    for field in [number] + fields + [UInt64(absorbed.count)] + absorbed {
      page.append(littleEndian: field)
    }
    return page + [UInt8](repeating: 0, count: CounterSegmentHeader.bytes - page.count)
  }
}

/// A series in the directory, with its first slot in every block.
struct CounterEntry: Equatable {
  let identity: SignalIdentity
  let slot: Int

  private static let kinds: [SignalKind] = [.counter, .histogram]
  private static let units: [SignalUnit] = [.none, .seconds, .bytes, .ratio]

  init(_ identity: SignalIdentity, slot: Int) { (self.identity, self.slot) = (identity, slot) }

  /// Reads an entry; `nil` where there is none that is whole.
  init?(from reader: inout CounterReader) {
    guard let slot = reader.count(), let kind = reader.count(), let unit = reader.count(),
      CounterEntry.kinds.indices.contains(kind), CounterEntry.units.indices.contains(unit),
      let family = reader.text(), let labels = reader.count(), labels <= 64
    else { return nil }
    let texts = (0..<labels * 2).compactMap { _ in reader.text() }
    guard texts.count == labels * 2 else { return nil }
    self.slot = slot
    identity = SignalIdentity(
      family: family,
      labelNames: Array(texts.prefix(labels)),
      labelValues: Array(texts.suffix(labels)),
      kind: CounterEntry.kinds[kind],
      unit: CounterEntry.units[unit]
    )
  }

  /// The entry as bytes; `nil` for a kind that is not kept.
  var bytes: [UInt8]? {
    guard let kind = CounterEntry.kinds.firstIndex(of: identity.kind),
      let unit = CounterEntry.units.firstIndex(of: identity.unit)
    else { return nil }
    var bytes: [UInt8] = []
    for number in [slot, kind, unit] { bytes.append(littleEndian: UInt64(number)) }
    bytes.append(counted: identity.family)
    bytes.append(littleEndian: UInt64(identity.labelNames.count))
    for text in identity.labelNames + identity.labelValues { bytes.append(counted: text) }
    return bytes
  }

  /// The slots that it takes.
  var slots: Int { identity.kind == .histogram ? Histogram.slots : 1 }
}

/// Reads the numbers and texts of a file with counters.
struct CounterReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() -> UInt64? {
    guard rest.count >= 8 else { return nil }
    var number: UInt64 = 0
    var index = rest.startIndex + 8
    while index > rest.startIndex {
      index -= 1
      number = number &<< 8 | UInt64(rest[index])
    }
    rest = rest.dropFirst(8)
    return number
  }

  /// A number that can count something in a file.
  mutating func count() -> Int? { number().flatMap { $0 < 1 << 48 ? Int($0) : nil } }

  mutating func text() -> String? {
    guard let count = count(), rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}

extension [UInt8] {
  mutating func append(littleEndian number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func append(counted text: String) {
    append(littleEndian: UInt64(text.utf8.count))
    self += text.utf8
  }
}
