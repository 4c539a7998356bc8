// SPDX-License-Identifier: Apache-2.0

/// Reads numbers and bytes from the front of a slice, and never past its end.
package struct SnapshotScanner {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package var isAtEnd: Bool { rest.isEmpty }

  package mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    let count = Number.bitWidth / 8
    guard rest.count >= count else { return nil }
    var value: Number = 0
    for byte in rest.prefix(count).reversed() {
      value = (Number.bitWidth > 8 ? value << 8 : 0) | Number(truncatingIfNeeded: byte)
    }
    rest = rest.dropFirst(count)
    return value
  }

  /// Reads bytes after their number.
  package mutating func bytes() -> [UInt8]? {
    guard let count = integer(UInt32.self), let count = Int(exactly: count), count <= rest.count
    else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
