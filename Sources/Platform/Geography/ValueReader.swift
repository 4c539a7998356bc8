// SPDX-License-Identifier: Apache-2.0

import CMaxMind
import Glibc

/// Walks the values of a section, as many of them as it was given to look at.
///
/// libmaxminddb decodes every single value and checks that it lies within the section. What it would
/// do recursively, to whatever depth a file says, is done here in loops that end: skipping a value,
/// and finding a member of a map.
@safe
struct ValueReader: ~Copyable, ~Escapable {
  /// What a value is, as far as anybody here asks.
  enum Kind {
    case map
    case array
    case text
    case other
  }

  /// One value, without what is in it.
  @safe
  struct Value {
    let kind: Kind
    fileprivate let decoded: cmaxmind_value

    /// Whether a pointer led to the value.
    var isPointedTo: Bool { unsafe decoded.is_pointed_to }
    /// How many values are in a map or array: keys count too.
    var elementCount: Int {
      switch kind {
      case .map: unsafe 2 * Int(decoded.size)
      case .array: unsafe Int(decoded.size)
      case .text, .other: 0
      }
    }
    /// Where the values in a map or array begin.
    var elements: UInt32 { unsafe decoded.members }
    /// Where what follows the value begins; `nil` where that is behind all that is in it.
    var end: UInt32? { unsafe elementCount > 0 && !isPointedTo ? nil : decoded.next }

    /// A number of 16 bits.
    var shortNumber: UInt64? {
      unsafe decoded.type == UInt32(MMDB_DATA_TYPE_UINT16) ? decoded.number : nil
    }
    /// A number of 32 bits.
    var number: UInt64? {
      unsafe decoded.type == UInt32(MMDB_DATA_TYPE_UINT32) ? decoded.number : nil
    }
  }

  private let section: UnsafePointer<MMDB_s>
  /// How many more values may be decoded.
  private var allowance: Int

  /// - Parameter section: stays as it is for as long as the reader lives.
  @_lifetime(borrow section)
  init(_ section: borrowing UnsafePointer<MMDB_s>, allowance: Int) {
    unsafe self.section = copy section
    self.allowance = allowance
  }

  /// The value at an offset; `nil` where there is none, or the allowance is used up.
  mutating func value(at offset: UInt32) -> Value? {
    guard allowance > 0 else { return nil }
    allowance -= 1
    // Safe: the library looks at no byte that lies outside of the section.
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

  /// The value of a key; `nil` if this is no map or has no such key.
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

  /// Where what follows a value begins.
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

  /// What a text says, if it is the code of a country.
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
