// SPDX-License-Identifier: Apache-2.0

import Digests
import SQL

/// The number of rows of a table and a digest of them that does not depend on their order: the sum of the
/// SHA-256 of each. So a row that changes is taken out and added again, without a look at the others.
struct TableDigest: Sendable, Equatable {
  private(set) var count = 0
  private var sum = SIMD4<UInt64>()

  init() {}

  /// Reads a whole table, in parts.
  init<Connection: SQLConnection & ~Copyable>(
    of table: StoreTable,
    in database: inout Connection
  ) throws {
    var last: [SQLValue] = []
    while true {
      let rows = try table.part(after: last, in: &database)
      guard let end = rows.last else { return }
      for row in rows { add(row) }
      last = table.key(of: end)
    }
  }

  mutating func add(_ row: [SQLValue]) {
    count += 1
    sum &+= Self.digest(of: row)
  }

  mutating func remove(_ row: [SQLValue]) {
    count -= 1
    sum &-= Self.digest(of: row)
  }

  private static func digest(of row: [SQLValue]) -> SIMD4<UInt64> {
    var bytes: [UInt8] = []
    for value in row {
      // The kind and the length before each value, so that no two rows have the same bytes.
      switch value {
      case .null: append(0, [], to: &bytes)
      case .integer(let number): append(1, Self.bytes(UInt64(bitPattern: number)), to: &bytes)
      case .real(let number): append(2, Self.bytes(number.bitPattern), to: &bytes)
      case .text(let text): append(3, Array(text.utf8), to: &bytes)
      case .blob(let blob): append(4, blob, to: &bytes)
      }
    }
    let digest = SHA256.digest(of: bytes.span)
    var lanes = SIMD4<UInt64>()
    for (place, byte) in digest.enumerated() {
      lanes[place / 8] = lanes[place / 8] << 8 | UInt64(byte)
    }
    return lanes
  }

  private static func append(_ kind: UInt8, _ value: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(kind)
    bytes.append(contentsOf: Self.bytes(UInt64(value.count)))
    bytes.append(contentsOf: value)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
