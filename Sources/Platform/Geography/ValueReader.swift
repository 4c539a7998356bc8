// SPDX-License-Identifier: Apache-2.0

import CMaxMind
import Glibc

/// Walks the values of a data section, up to a given number.
///
/// libmaxminddb decodes each single value and checks that it lies within the section. Skipping
/// values and finding members of maps, which it does recursively to any depth, is done here in
/// bounded loops.
@safe
struct ValueReader: ~Copyable, ~Escapable {
  /// The type of a value, as far as it matters here.
  enum Kind {
    case map
    case array
    case text
    case other
  }

  /// One decoded value, without its elements.
  @safe
  struct Value {
    let kind: Kind
    fileprivate let decoded: cmaxmind_value

    /// Whether the value was reached through a pointer.
    var isPointedTo: Bool { unsafe decoded.is_pointed_to }
    /// The number of values in a map, keys included, or an array.
    var elementCount: Int {
      switch kind {
      case .map: unsafe 2 * Int(decoded.size)
      case .array: unsafe Int(decoded.size)
      case .text, .other: 0
      }
    }
    /// The offset of the first element of a map or array.
    var elements: UInt32 { unsafe decoded.members }
    /// The offset after the value; `nil` where its elements come first.
    var end: UInt32? { unsafe elementCount > 0 && !isPointedTo ? nil : decoded.next }

    /// The value as a 16-bit number.
    var shortNumber: UInt64? {
      unsafe decoded.type == UInt32(MMDB_DATA_TYPE_UINT16) ? decoded.number : nil
    }
    /// The value as a 32-bit number.
    var number: UInt64? {
      unsafe decoded.type == UInt32(MMDB_DATA_TYPE_UINT32) ? decoded.number : nil
    }
  }

  private let section: UnsafePointer<MMDB_s>
  /// The number of values that may still be decoded.
  private var allowance: Int

  /// - Parameter section: must not change while the reader lives.
  @_lifetime(borrow section)
  init(_ section: borrowing UnsafePointer<MMDB_s>, allowance: Int) {
    unsafe self.section = copy section
    self.allowance = allowance
  }

  /// Decodes the value at an offset; `nil` where there is none, or the allowance is used up.
  mutating func value(at offset: UInt32) -> Value? {
    guard allowance > 0 else { return nil }
    allowance -= 1
    // Safe: the library reads no byte outside the section.
    let decoded = unsafe cmaxmind_decode(section, offset)
    guard unsafe decoded.status == MMDB_SUCCESS else { return nil }
    let kind: Kind =
      switch unsafe Int32(bitPattern: decoded.type) {
      case MMDB_DATA_TYPE_MAP: .map
      case MMDB_DATA_TYPE_ARRAY: .array
      case MMDB_DATA_TYPE_UTF8_STRING: .text
      default: .other
      }
    return unsafe Value(kind: kind, decoded: decoded)
  }

  /// Returns the value of a key; `nil` if `map` is no map or has no such key.
  mutating func member(_ key: StaticString, of map: Value) -> Value? {
    guard map.kind == .map else { return nil }
    var offset = map.elements
    for _ in 0..<(map.elementCount / 2) {
      guard let name = value(at: offset), name.kind == .text, let place = name.end,
        let member = value(at: place)
      else { return nil }
      if ValueReader.matches(name, key) { return member }
      guard let next = end(of: member) else { return nil }
      offset = next
    }
    return nil
  }

  /// Returns the offset after a value and its elements.
  mutating func end(of value: Value) -> UInt32? {
    if let end = value.end { return end }
    var offset = value.elements
    var left = value.elementCount
    while left > 0 {
      guard let element = self.value(at: offset) else { return nil }
      left -= 1
      if let end = element.end {
        offset = end
      } else {
        left += element.elementCount
        offset = element.elements
      }
    }
    return offset
  }

  /// Returns the country code that a text contains.
  func country(_ text: Value) -> CountryCode? {
    guard text.kind == .text, unsafe text.decoded.size == 2, let start = unsafe text.decoded.text
    else { return nil }
    // Safe: the library has checked that both bytes lie within the section.
    let bytes: InlineArray<2, UInt8> = unsafe [
      UInt8(bitPattern: start[0]), UInt8(bitPattern: start[1]),
    ]
    return CountryCode(bytes.span)
  }

  private static func matches(_ text: Value, _ key: StaticString) -> Bool {
    guard unsafe Int(text.decoded.size) == key.utf8CodeUnitCount,
      let start = unsafe text.decoded.text
    else { return false }
    // Safe: both have as many bytes as are compared.
    return unsafe memcmp(start, key.utf8Start, key.utf8CodeUnitCount) == 0
  }
}
