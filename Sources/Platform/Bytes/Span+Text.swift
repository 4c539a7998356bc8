// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Parsing protocol text from bytes without making a `String`.
extension Span<UInt8> {
  /// Returns the first index of `byte` at or after `start`.
  package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    guard start >= 0 && start < count else { return nil }
    // Safe: memchr reads count - start bytes from start on, all of them in the span. It is twenty
    // times faster than a loop.
    return unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// Returns the last index of `byte`.
  package func lastIndex(of byte: UInt8) -> Int? {
    var index = count
    while index > 0 {
      index -= 1
      if self[index] == byte { return index }
    }
    return nil
  }

  /// Returns the first index, at or after `start`, of a control character other than the tab.
  ///
  /// Eight bytes are tested at a time; the last eight may overlap the ones before them.
  package func firstControl(from start: Int) -> Int? {
    guard start >= 0 else { return nil }
    var index = start
    while index + 8 <= count, !word(at: index).hasControl { index += 8 }
    if index + 8 > count, count - 8 >= start, !word(at: count - 8).hasControl { return nil }
    while index < count {
      if self[index] < 0x20 && self[index] != 0x09 || self[index] == 0x7F { return index }
      index += 1
    }
    return nil
  }

  /// Returns whether the bytes equal `other`.
  package func matches(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard count > 0 else { return true }
    // Safe: both spans have `count` bytes.
    return unsafe withUnsafeBufferPointer { mine in
      unsafe other.withUnsafeBufferPointer { theirs in
        guard let a = mine.baseAddress, let b = theirs.baseAddress else { return false }
        return unsafe memcmp(a, b, count) == 0
      }
    }
  }

  package func matches(_ text: StaticString) -> Bool { matches(text.span) }

  /// The bytes without leading and trailing spaces and tabs.
  @inlinable
  package var trimmed: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var start = 0
      var end = count
      while start < end && self[start].isBlank { start += 1 }
      while end > start && self[end - 1].isBlank { end -= 1 }
      return extracting(start..<end)
    }
  }

  /// The value of decimal digits; `nil` for anything else, and above `Int.max`.
  @inlinable
  package var decimal: Int? {
    guard count > 0 else { return nil }
    var value = 0
    for index in 0..<count {
      guard self[index].isDigit else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, more) = product.addingReportingOverflow(Int(self[index] &- UInt8(ascii: "0")))
      guard !overflow && !more else { return nil }
      value = sum
    }
    return value
  }

  /// The bytes as text; invalid UTF-8 becomes U+FFFD.
  package var text: String {
    // Safe: the buffer is read within the closure only.
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The parts between the bytes that separate them, as text and without empty ones.
  package func texts(separatedBy isSeparator: (UInt8) -> Bool) -> [String] {
    var texts: [String] = []
    var start = 0
    for index in 0...count where index == count || isSeparator(self[index]) {
      if index > start { texts.append(extracting(start..<index).text) }
      start = index + 1
    }
    return texts
  }

  /// A copy of the bytes.
  package var array: [UInt8] {
    // Safe: as above.
    unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }
}

extension UInt8 {
  /// The byte, with an upper-case ASCII letter in lower case.
  @inlinable
  package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  @inlinable
  package var isDigit: Bool { self &- 0x30 < 10 }

  @inlinable
  package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether the byte is a space or a tab.
  @inlinable
  package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// The value of a hexadecimal digit.
  @inlinable
  package var hexadecimalValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }
}

extension StaticString {
  /// The bytes of a static string.
  package var span: Span<UInt8> {
    @_lifetime(immortal)
    get {
      precondition(hasPointerRepresentation, "a single Unicode scalar has no bytes in memory")
      // Safe: a static string with a pointer representation is memory for the life of the process.
      let bytes = unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
      return unsafe _overrideLifetime(Span(_unsafeElements: bytes), copying: ())
    }
  }

  /// Returns one byte of a static string; zero after its end.
  package func byte(at index: Int) -> UInt8 {
    let bytes = span
    return bytes.indices.contains(index) ? bytes[index] : 0
  }
}
