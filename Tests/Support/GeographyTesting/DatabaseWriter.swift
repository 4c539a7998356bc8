// SPDX-License-Identifier: Apache-2.0

/// Writes databases in the MaxMind DB format: a tree of addresses' bits, the values, the metadata.
package struct DatabaseWriter {
  private enum Record {
    case empty
    case node(Int)
    case value(DatabaseValue)
  }

  package static let marker: [UInt8] = [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)

  /// 24, 28 or 32 bits.
  package var recordSize = 24
  /// Whether values that are there twice are written once.
  package var usesPointers = true
  /// Bytes that stand before all values.
  package var padding: [UInt8] = []
  /// Keys of the metadata with other values than usual; `nil` leaves a key out.
  package var metadata: [String: DatabaseValue?] = [:]
  private let version: Int
  private var nodes: [(left: Record, right: Record)] = [(.empty, .empty)]

  /// - Parameter version: 4, or 6 for a tree in which IPv4 has its place at `::/96`.
  package init(version: Int = 6) { self.version = version }

  /// Gives a network of IPv4 addresses its value; a later one takes the place of those before it.
  package mutating func set(ipv4 address: UInt32, _ length: Int, _ value: DatabaseValue) {
    let bits = UInt128(address) << (version == 4 ? 96 : 0)
    set(bits, version == 4 ? length : length + 96, .value(value))
  }

  package mutating func set(ipv6 address: UInt128, _ length: Int, _ value: DatabaseValue) {
    set(address, length, .value(value))
  }

  /// Lets `::ffff:0:0/96` and `2002::/16` lead to IPv4's part of the tree, as it is now.
  package mutating func alias() {
    let zeros = record(at: 0, 96)
    set(0xFFFF << 32, 96, zeros)
    set(0x2002 << 112, 16, zeros)
  }

  private func record(at bits: UInt128, _ length: Int) -> Record {
    var record = Record.node(0)
    for place in 0..<length {
      guard case .node(let number) = record else { return record }
      record = bits >> (127 - place) & 1 == 0 ? nodes[number].left : nodes[number].right
    }
    return record
  }

  private mutating func set(_ bits: UInt128, _ length: Int, _ record: Record) {
    guard length > 0 else {
      nodes[0] = (record, record)
      return
    }
    var number = 0
    for place in 0..<(length - 1) {
      let isRight = bits >> (127 - place) & 1 == 1
      let next = isRight ? nodes[number].right : nodes[number].left
      if case .node(let child) = next {
        number = child
        continue
      }
      nodes.append((next, next))
      let child = nodes.count - 1
      if isRight { nodes[number].right = .node(child) } else { nodes[number].left = .node(child) }
      number = child
    }
    if bits >> (128 - length) & 1 == 1 {
      nodes[number].right = record
    } else {
      nodes[number].left = record
    }
  }

  /// The whole database.
  package var bytes: [UInt8] {
    var values = ValueSection(usesPointers: usesPointers)
    if !padding.isEmpty { _ = values.offset(of: .raw(padding)) }
    var bytes: [UInt8] = []
    for node in nodes {
      bytes += pair(number(of: node.left, &values), number(of: node.right, &values))
    }
    bytes += [UInt8](repeating: 0, count: 16)
    bytes += values.bytes
    bytes += DatabaseWriter.marker
    var section = ValueSection(usesPointers: false)
    _ = section.offset(of: description)
    return bytes + section.bytes
  }

  private func number(of record: Record, _ values: inout ValueSection) -> UInt64 {
    switch record {
    case .empty: UInt64(nodes.count)
    case .node(let number): UInt64(number)
    case .value(let value): UInt64(nodes.count + 16 + values.offset(of: value))
    }
  }

  private func pair(_ left: UInt64, _ right: UInt64) -> [UInt8] {
    guard recordSize == 28 else {
      return ValueSection.bigEndian(UInt128(left), recordSize / 8)
        + ValueSection.bigEndian(UInt128(right), recordSize / 8)
    }
    let middle = UInt8(left >> 24) << 4 | UInt8(right >> 24)
    return ValueSection.bigEndian(UInt128(left), 3) + [middle]
      + ValueSection.bigEndian(UInt128(right), 3)
  }

  private var description: DatabaseValue {
    let standard: [(String, DatabaseValue)] = [
      ("binary_format_major_version", .uint16(2)), ("binary_format_minor_version", .uint16(0)),
      ("build_epoch", .uint64(1_800_000_000)), ("database_type", "Test-Country"),
      ("description", ["en": "A database of a test"]), ("ip_version", .uint16(UInt16(version))),
      ("languages", ["en", "de"]), ("node_count", .uint32(UInt32(nodes.count))),
      ("record_size", .uint16(UInt16(recordSize))),
    ]
    return .map(
      standard.compactMap { key, value in
        (metadata[key] ?? value).map { DatabaseValue.Member(.text(key), $0) }
      }
    )
  }
}
