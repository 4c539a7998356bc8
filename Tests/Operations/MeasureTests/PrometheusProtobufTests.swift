// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals
import Testing

/// A field of a message as it stands on the wire.
private enum WireValue: Equatable {
  case number(UInt64)
  case double(Double)
  case bytes([UInt8])
}

/// Decodes messages without knowing what they mean.
private struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func number() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  mutating func bytes() -> [UInt8]? {
    guard let length = number(), rest.count >= Int(length) else { return nil }
    defer { rest = rest.dropFirst(Int(length)) }
    return Array(rest.prefix(Int(length)))
  }

  mutating func field() -> (number: UInt64, value: WireValue)? {
    guard let tag = number() else { return nil }
    switch tag & 7 {
    case 0: return number().map { (tag >> 3, .number($0)) }
    case 1:
      let bits = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(8)
      return (tag >> 3, .double(Double(bitPattern: bits)))
    case 2: return bytes().map { (tag >> 3, .bytes($0)) }
    default: return nil
    }
  }

  static func fields(_ bytes: [UInt8]) -> [UInt64: [WireValue]] {
    var reader = WireReader(bytes)
    var fields: [UInt64: [WireValue]] = [:]
    while let field = reader.field() { fields[field.number, default: []].append(field.value) }
    return fields
  }
}

extension WireValue {
  fileprivate var message: [UInt64: [WireValue]] {
    if case .bytes(let bytes) = self { WireReader.fields(bytes) } else { [:] }
  }

  fileprivate var text: String {
    if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}

@Suite struct `Signals in Prometheus' protobuf format` {
  private func families() throws -> [String: [UInt64: [WireValue]]] {
    var reader = WireReader(MetricsFormat.protobuf.bytes(of: try SomeSignals().registry.snapshot()))
    var families: [String: [UInt64: [WireValue]]] = [:]
    while let bytes = reader.bytes() {
      let fields = WireReader.fields(bytes)
      families[try #require(fields[1]?.first).text] = fields
    }
    return families
  }

  @Test func `In Prometheus protobuf, counters and gauges have type, labels and value`() throws {
    let families = try families()
    let things = try #require(families["portico_things_total"])
    #expect(things[3] == [.number(0)])
    let first = try #require(things[4]?.first).message
    #expect(first[1]?.first?.message[2]?.first?.text == "a\"b")
    #expect(first[3]?.first?.message[1] == [.double(3)])
    let ratio = try #require(families["portico_pressure_ratio"]?[4]?.first).message
    #expect(ratio[2]?.first?.message[1] == [.double(0.25)])
  }

  @Test
  func `In Prometheus protobuf, a histogram has both kinds of buckets and its exemplar`() throws {
    let waits = try #require(try families()["portico_wait_seconds"])
    #expect(waits[3] == [.number(4)] && waits[5]?.first?.text == "seconds")
    let histogram = try #require(waits[4]?.first?.message[7]?.first).message
    #expect(histogram[1] == [.number(6)])
    #expect(histogram[3]?.count == 20)
    let last = try #require(histogram[3]?.last).message
    #expect(last == [1: [.number(6)], 2: [.double(.infinity)]])
    let exemplars = try #require(histogram[3]).filter { $0.message[3] != nil }
    #expect(exemplars.count == 1 && exemplars[0].message[2] == [.double(0.5)])
    // Schema 3 as a zigzag number, and one zero.
    #expect(histogram[5] == [.number(6)] && histogram[7] == [.number(1)])
    #expect(histogram[12]?.isEmpty == false && histogram[13]?.count == 1)
  }

  @Test func `Native buckets decode to the histogram that they were made of`() throws {
    let registry = try SignalRegistry(capacity: 1 << 14)
    let waits = try registry.histogram("portico_wait_seconds", "Waits.", unit: .seconds)
    let shard = try registry.makeShard()
    for round in 1...3_000 { shard.record(waits, round * round * round) }
    let histogram = registry.value(of: waits)
    let native = NativeBuckets(histogram)
    var counts: [Int: Int64] = [:]
    var (number, place, count) = (0, 0, Int64(0))
    for span in native.spans {
      number += span.offset
      for _ in 0..<span.length {
        count += native.deltas[place]
        if count > 0 { counts[number] = count }
        (number, place) = (number + 1, place + 1)
      }
    }
    #expect(place == native.deltas.count)
    var expected: [Int: Int64] = [:]
    for (place, count) in histogram.buckets.enumerated() where count > 0 {
      expected[histogram.firstBucket + place] = Int64(count)
    }
    #expect(counts == expected && counts.count > 100)
  }
}
