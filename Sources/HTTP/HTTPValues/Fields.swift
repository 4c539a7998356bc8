// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The fields of a message that owns its bytes: header or trailer section.
///
/// Names are in lower case, values without surrounding blanks, order and repetition as they came. However many
/// fields there are, they take two arrays: the bytes of all values and of names that are not a `KnownField`, and a
/// slot for each field. A known name is stored as its number in the slot.
///
/// No value can end its field: each CR, LF, NUL and other control character in one that is added
/// becomes a space, as RFC 9110 section 5.5 has recipients do.
package struct Fields: Sendable {
  private var bytes: [UInt8] = []
  private var slots: [FieldSlot] = []

  package init() {}

  /// Makes room for so many more fields and their bytes, so that they do not grow step by step.
  package mutating func reserve(_ count: Int, bytes: Int) {
    slots.reserveCapacity(slots.count + count)
    self.bytes.reserveCapacity(self.bytes.count + bytes)
  }

  /// A copy of fields that lie in somebody else's buffer, with room for so many more and their bytes.
  package init(copying view: borrowing FieldsView, more count: Int = 0, bytes more: Int = 0) {
    slots.reserveCapacity(view.count + count)
    var total = 0
    for index in 0..<view.count {
      let slot = view.slot(at: index)
      total += (slot.known == .other ? Int(slot.nameLength) : 0) + Int(slot.valueLength)
    }
    bytes.reserveCapacity(total + more)
    for index in 0..<view.count { push(view, index) }
  }

  package var view: FieldsView {
    @_lifetime(borrow self)
    borrowing get { FieldsView(bytes: bytes.span, slots: slots.span) }
  }

  package var count: Int { slots.count }
  /// Memory of the fields.
  package var byteCount: Int { bytes.count + slots.count * MemoryLayout<FieldSlot>.stride }
  package var isEmpty: Bool { slots.isEmpty }

  /// Adds a field behind the others.
  package mutating func append(_ name: FieldName, _ value: String, isSensitive: Bool = false) {
    append(name, bytes: value.utf8Span.span, isSensitive: isSensitive)
  }

  /// Adds a field behind the others.
  package mutating func append(
    _ name: FieldName,
    bytes value: Span<UInt8>,
    isSensitive: Bool = false
  ) {
    reserveUsual()
    if value.isFieldValue {
      push(name: name, value: value.trimmed, isSensitive: isSensitive)
    } else {
      let legal = (0..<value.count).map { value[$0].isFieldValueByte ? value[$0] : 0x20 }
      push(name: name, value: legal.span.trimmed, isSensitive: isSensitive)
    }
  }

  /// Adds a field behind the others whose value `write` appends to the bytes that it is given.
  package mutating func append(_ name: FieldName, writing write: (inout [UInt8]) -> Void) {
    reserveUsual()
    let start = pushName(name)
    let middle = bytes.count
    write(&bytes)
    var position = middle
    while let control = bytes.span.firstControl(from: position) {
      bytes[control] = 0x20
      position = control + 1
    }
    push(nameFrom: start, valueFrom: middle, known: name.known, isSensitive: false)
  }

  /// Makes room for a usual response, so that its fields do not grow step by step.
  private mutating func reserveUsual() { if slots.capacity == 0 { reserve(8, bytes: 256) } }

  /// Adds the fields of another section behind the others.
  package mutating func append(contentsOf other: Fields) {
    let view = other.view
    for index in 0..<view.count { push(view, index) }
  }

  /// Removes what there is of this name and adds one field.
  package mutating func set(_ name: FieldName, _ value: String) {
    remove(name)
    append(name, value)
  }

  package mutating func set(_ name: FieldName, _ date: HTTPDate) {
    let text = date.bytes
    remove(name)
    append(name, bytes: text.span)
  }

  package mutating func set(_ name: FieldName, _ control: CacheControl) {
    remove(name)
    append(name) { control.append(to: &$0) }
  }

  package mutating func remove(_ name: FieldName) {
    removeAll { view, index in
      name.known != .other
        ? view.slot(at: index).known == name.known
        : view.name(at: index).matches(ignoringCase: name.description.utf8Span.span)
    }
  }

  /// Removes the fields for which `isUnwanted` is true; each is asked about once, in order.
  package mutating func removeAll(where isUnwanted: (borrowing FieldsView, Int) -> Bool) {
    var kept = 0
    while kept < count, !isUnwanted(view, kept) { kept += 1 }
    guard kept < count else { return }
    for index in kept + 1..<count where !isUnwanted(view, index) {
      slots[kept] = slots[index]
      kept += 1
    }
    slots.removeLast(count - kept)
    dropUnused()
  }

  /// Bytes of removed fields that are not worth a copy of the others.
  private static let unusedBytes = 256

  /// Drops the bytes of removed fields where they are more than half of all: fields that are replaced
  /// again and again must not grow.
  private mutating func dropUnused() {
    guard bytes.count > Fields.unusedBytes else { return }
    var used = 0
    for slot in slots { used += Int(slot.nameLength) + Int(slot.valueLength) }
    if bytes.count - used > max(used, Fields.unusedBytes) { self = Fields(copying: view) }
  }

  /// All values of this name, joined with `, `.
  package subscript(_ name: FieldName) -> String? { view.combined(name) }

  /// The values of this name, each as its line has it: those of Set-Cookie cannot be joined.
  package func values(of name: FieldName) -> [String] {
    let view = view
    var values: [String] = []
    var next = view.firstIndex(of: name)
    while let index = next {
      values.append(view.value(at: index).text)
      next = view.firstIndex(of: name, from: index + 1)
    }
    return values
  }

  package func contains(_ name: FieldName) -> Bool { view.firstIndex(of: name) != nil }

  private mutating func push(_ view: borrowing FieldsView, _ index: Int) {
    let slot = view.slot(at: index)
    let start = bytes.count
    if slot.known == .other {
      bytes.append(view.name(at: index))
      var letters = bytes.mutableSpan
      for position in start..<letters.count { letters[position] = letters[position].lowercased }
    }
    push(
      nameFrom: start,
      value: view.value(at: index),
      known: slot.known,
      isSensitive: slot.isSensitive
    )
  }

  private mutating func push(name: FieldName, value: Span<UInt8>, isSensitive: Bool) {
    let start = pushName(name)
    push(nameFrom: start, value: value, known: name.known, isSensitive: isSensitive)
  }

  /// Appends the letters of a name, unless it is stored by its number; returns the index where they begin.
  private mutating func pushName(_ name: FieldName) -> Int {
    let start = bytes.count
    if name.known == .other { bytes.append(name.description.utf8Span.span) }
    return start
  }

  /// Adds the field whose name, unless it is stored by its number, already stands at the end of `bytes`.
  private mutating func push(
    nameFrom start: Int,
    value: Span<UInt8>,
    known: KnownField,
    isSensitive: Bool
  ) {
    let middle = bytes.count
    bytes.append(value)
    push(nameFrom: start, valueFrom: middle, known: known, isSensitive: isSensitive)
  }

  /// Adds the field whose value already stands at the end of `bytes`, behind its name.
  private mutating func push(
    nameFrom start: Int,
    valueFrom middle: Int,
    known: KnownField,
    isSensitive: Bool
  ) {
    guard
      let slot = FieldSlot(
        name: start..<middle,
        value: middle..<bytes.count,
        known: known,
        isSensitive: isSensitive
      )
    else { preconditionFailure("more than 4 GiB of fields, which every limit refuses earlier") }
    slots.append(slot)
  }
}

extension Fields: ExpressibleByDictionaryLiteral {
  /// For fields that are written in the source.
  package init(dictionaryLiteral elements: (FieldName, String)...) {
    for (name, value) in elements { append(name, value) }
  }
}

extension Fields: Equatable {
  /// Whether both have the same names and values in the same order.
  package static func == (one: Fields, other: Fields) -> Bool {
    guard one.count == other.count else { return false }
    for index in 0..<one.count {
      guard one.view.name(at: index).matches(other.view.name(at: index)),
        one.view.value(at: index).matches(other.view.value(at: index))
      else { return false }
    }
    return true
  }
}

extension Span<UInt8> {
  /// Whether the bytes may stand in a field value: no CR, LF, NUL or other control but the tab.
  package var isFieldValue: Bool { firstControl(from: 0) == nil }
}

extension UInt8 {
  /// `field-vchar`, space or tab of RFC 9110 section 5.5; bytes past ASCII are `obs-text`.
  @inlinable
  package var isFieldValueByte: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }
}
