// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The fields of a message, looked at where they lie.
///
/// Order and repetition are kept; a name is compared by number when it is a known one and by its
/// letters, in any case, otherwise.
package struct FieldsView: ~Escapable {
  @usableFromInline
  let bytes: Span<UInt8>
  @usableFromInline
  let slots: Span<FieldSlot>

  /// Slots must point into `bytes`; one that does not is read as an empty field.
  @inlinable
  @_lifetime(copy bytes, copy slots)
  package init(bytes: Span<UInt8>, slots: Span<FieldSlot>) {
    self.bytes = bytes
    self.slots = slots
  }

  /// Number of fields, each repetition counted.
  @inlinable
  package var count: Int { slots.count }

  @inlinable
  package func slot(at index: Int) -> FieldSlot { slots[index] }

  /// The name at `index` as it was sent, in any case; in lower case if it is stored by its number alone.
  @inlinable
  @_lifetime(copy self)
  package func name(at index: Int) -> Span<UInt8> {
    let slot = slots[index]
    if slot.nameLength == 0 { return slot.known.name.span }
    return extract(slot.name)
  }

  /// The value at `index`, without surrounding blanks.
  @inlinable
  @_lifetime(copy self)
  package func value(at index: Int) -> Span<UInt8> { extract(slots[index].value) }

  /// Where `known` first stands at or behind `start`.
  @inlinable
  package func firstIndex(of known: KnownField, from start: Int = 0) -> Int? {
    var index = start
    while index < slots.count {
      if slots[index].known == known { return index }
      index += 1
    }
    return nil
  }

  /// Where `name` first stands at or behind `start`.
  package func firstIndex(of name: FieldName, from start: Int = 0) -> Int? {
    if name.known != .other { return firstIndex(of: name.known, from: start) }
    let wanted = name.description
    var index = start
    while let candidate = firstIndex(of: .other, from: index) {
      if self.name(at: candidate).matches(ignoringCase: wanted.utf8Span.span) { return candidate }
      index = candidate + 1
    }
    return nil
  }

  @inlinable
  package func contains(_ known: KnownField) -> Bool { firstIndex(of: known) != nil }

  /// The value of the only field of this name; `nil` when there is none or more than one.
  @inlinable
  package func onlyIndex(of known: KnownField) -> Int? {
    guard let index = firstIndex(of: known), firstIndex(of: known, from: index + 1) == nil else {
      return nil
    }
    return index
  }

  /// The first value of this name as text.
  package func text(_ known: KnownField) -> String? {
    guard let index = firstIndex(of: known) else { return nil }
    return value(at: index).text
  }

  /// All values of this name, joined with `, ` as RFC 9110 section 5.2 allows for list fields.
  package func combined(_ name: FieldName) -> String? {
    guard let first = firstIndex(of: name) else { return nil }
    var joined = value(at: first).text
    var index = first + 1
    while let next = firstIndex(of: name, from: index) {
      joined += ", "
      joined += value(at: next).text
      index = next + 1
    }
    return joined
  }

  @inlinable
  @_lifetime(copy self)
  func extract(_ range: Range<Int>) -> Span<UInt8> {
    guard range.upperBound <= bytes.count else { return Span() }
    return bytes.extracting(range)
  }
}
