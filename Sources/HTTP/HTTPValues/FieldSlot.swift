// SPDX-License-Identifier: Apache-2.0

/// Where one field stands in a block of bytes.
///
/// A parser fills in slots over its read buffer, so that a message with twelve fields costs no
/// allocation; `Fields` keeps the same slots over bytes of its own.
package struct FieldSlot: Sendable, Equatable {
  package var nameStart: UInt32
  package var valueStart: UInt32
  package var valueLength: UInt32
  /// Zero for a known name that is stored by its number alone.
  package var nameLength: UInt16
  /// The number of the name, found once while parsing.
  package var known: KnownField
  /// Whether the value must not enter an HPACK table (RFC 7541 section 7.1.3).
  package var isSensitive: Bool

  /// `nil` when a length or position has no room in the slot: more than 4 GiB of fields, or a name
  /// of more than 64 KiB, which every limit refuses earlier.
  @inlinable
  package init?(name: Range<Int>, value: Range<Int>, known: KnownField, isSensitive: Bool = false) {
    guard let nameStart = UInt32(exactly: name.lowerBound),
      let nameLength = UInt16(exactly: name.count),
      let valueStart = UInt32(exactly: value.lowerBound),
      let valueLength = UInt32(exactly: value.count)
    else { return nil }
    self.nameStart = nameStart
    self.nameLength = nameLength
    self.valueStart = valueStart
    self.valueLength = valueLength
    self.known = known
    self.isSensitive = isSensitive
  }

  @inlinable
  package var name: Range<Int> { Int(nameStart)..<(Int(nameStart) + Int(nameLength)) }

  @inlinable
  package var value: Range<Int> { Int(valueStart)..<(Int(valueStart) + Int(valueLength)) }
}
