// SPDX-License-Identifier: Apache-2.0

/// Writes binary property lists; the output is deterministic.
///
/// The format is Apple's `bplist00`: a header, the objects, their offset table, and a trailer of 32
/// bytes. Where it leaves a choice:
/// - an object comes after all that it refers to, so that one pass writes everything;
/// - equal strings are written once, other equal values as often as they occur;
/// - integers have 1, 2, 4 or 8 bytes, negative ones 8, those past `Int64` 16; other decimals are a
///   `Double`, the only real type, which may lose digits;
/// - strings are ASCII where possible, else UTF-16, as Apple's reader wants them;
/// - null members and elements are left out, as in XML.
package struct BinaryPropertyListWriter: Sendable {
  package init() {}

  package func write(_ value: DataValue, to bytes: inout [UInt8]) {
    var objects = BinaryObjects(room: BinaryPropertyListWriter.count(value), start: bytes.count)
    bytes.append(BinaryPropertyListReader.magic)
    let top = objects.add(value, to: &bytes)
    objects.finish(top: top, to: &bytes)
  }

  /// Returns the most objects that a value needs.
  private static func count(_ value: DataValue) -> Int {
    switch value.content {
    case .array(let elements): elements.reduce(1) { $0 + count($1) }
    case .dictionary(let dictionary): dictionary.members.reduce(1) { $0 + 1 + count($1.value) }
    default: 1
    }
  }
}

extension [UInt8] {
  /// Appends a big-endian number.
  mutating func append(_ number: UInt64, size: Int) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
