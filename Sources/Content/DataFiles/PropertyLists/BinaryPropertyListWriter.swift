// SPDX-License-Identifier: Apache-2.0

/// Writes binary property lists; equal values, equal bytes.
///
/// The format is Apple's `bplist00`: a head, objects one behind the other, a table of where they
/// begin, and a trailer of 32 bytes. Where it leaves a choice:
/// - an object stands behind all that it refers to, so that one pass writes everything;
/// - equal strings are written once, other equal values as often as they are there;
/// - integers have 1, 2, 4 or 8 bytes, those below zero 8, those past `Int64` 16; other decimals
///   are a `Double`, the only kind of real there is, which may lose digits;
/// - strings are ASCII where they can be, else UTF-16, as Apple's reader wants them;
/// - null is left out, members and elements alike, as in XML.
package struct BinaryPropertyListWriter: Sendable {
  package init() {}

  package func write(_ value: DataValue, to bytes: inout [UInt8]) {
    var objects = BinaryObjects(room: BinaryPropertyListWriter.count(value), start: bytes.count)
    bytes.append(BinaryPropertyListReader.magic)
    let top = objects.add(value, to: &bytes)
    objects.finish(top: top, to: &bytes)
  }

  /// How many objects a value needs at most.
  private static func count(_ value: DataValue) -> Int {
    switch value.content {
    case .array(let elements): elements.reduce(1) { $0 + count($1) }
    case .dictionary(let dictionary): dictionary.members.reduce(1) { $0 + 1 + count($1.value) }
    default: 1
    }
  }
}

extension [UInt8] {
  /// Adds a number, the highest byte first.
  mutating func append(_ number: UInt64, size: Int) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
