// SPDX-License-Identifier: Apache-2.0

package import Bytes

// RFC 9110 section 5.6.7. Dates are Unix seconds; the three formats are read, IMF-fixdate is
// written. Reading keeps to the grammar (one space, two digits) with three exceptions in favour of
// the sender: the name of the day must be one, but may be the wrong one, since the rest says which
// instant is meant; letters may have any case, as RFC 9111 section 4.2 asks of caches; and a second
// of 60 is the leap second, the same as 0 of the next minute.
// Anything else is no date, and each field says what that means for it: an Expires of `0` is in the
// past, an If-Modified-Since that is no date is ignored.

/// A moment as HTTP writes it.
package struct HTTPDate: Sendable, Hashable, Comparable {
  /// Unix seconds.
  package let seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }

  package static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

  /// Length of an IMF-fixdate in bytes.
  package static let length = 29

  /// Seconds that the format can express: the years 0 to 9999.
  package static let writable: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; a moment outside `writable` becomes the nearest inside.
  package var bytes: InlineArray<29, UInt8> {
    let seconds = min(
      max(seconds, HTTPDate.writable.lowerBound),
      HTTPDate.writable.upperBound
    )
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let time = seconds - days * 86_400
    let date = CivilDate(daysSinceEpoch: days)
    var text: InlineArray<29, UInt8> = .init(repeating: UInt8(ascii: " "))
    // 1 January 1970 was a Thursday, 4 days after a Sunday.
    let weekday = Int(((days + 4) % 7 + 7) % 7)
    HTTPDate.put(weekday, of: HTTPDate.weekdays, at: 0, in: &text)
    text[3] = UInt8(ascii: ",")
    HTTPDate.put(date.day, at: 5, in: &text)
    HTTPDate.put(Int(date.month - 1), of: HTTPDate.months, at: 8, in: &text)
    HTTPDate.put(date.year / 100, at: 12, in: &text)
    HTTPDate.put(date.year % 100, at: 14, in: &text)
    HTTPDate.put(time / 3_600, at: 17, in: &text)
    text[19] = UInt8(ascii: ":")
    HTTPDate.put(time / 60 % 60, at: 20, in: &text)
    text[22] = UInt8(ascii: ":")
    HTTPDate.put(time % 60, at: 23, in: &text)
    HTTPDate.put(0, of: HTTPDate.zone, at: 26, in: &text)
    return text
  }

  package var text: String {
    let bytes = bytes
    return bytes.span.text
  }

  package func append(to buffer: inout ByteBuffer) {
    let bytes = bytes
    buffer.append(bytes.span)
  }

  /// Puts two digits into the text.
  @inline(__always)
  private static func put(_ value: Int64, at index: Int, in text: inout InlineArray<29, UInt8>) {
    let number = UInt8(truncatingIfNeeded: value)
    text[index] = UInt8(ascii: "0") &+ number / 10
    text[index + 1] = UInt8(ascii: "0") &+ number % 10
  }

  /// Puts the three letters of a name into the text.
  @inline(__always)
  private static func put(
    _ name: Int,
    of names: StaticString,
    at index: Int,
    in text: inout InlineArray<29, UInt8>
  ) {
    let letters = letters(ofName: name, in: names)
    for offset in 0..<3 { text[index + offset] = letters[offset] }
  }

  /// Returns the three letters of a name.
  @inline(__always)
  @_lifetime(immortal)
  static func letters(ofName name: Int, in names: StaticString) -> Span<UInt8> {
    names.span.extracting(name * 3..<name * 3 + 3)
  }

  static let weekdays: StaticString = "SunMonTueWedThuFriSat"
  static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
  static let zone: StaticString = "GMT"
}
