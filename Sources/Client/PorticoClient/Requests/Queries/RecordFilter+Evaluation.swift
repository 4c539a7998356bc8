// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension RecordFilter {
  /// Returns whether an object of the store matches.
  public func matches(_ object: StoredObject) -> Bool { matches { object[$0] } }

  /// Returns whether an object of JSON matches.
  public func matches(_ object: JSONValue) -> Bool { matches { object[$0] } }

  private func matches(_ value: (String) -> JSONValue?) -> Bool {
    switch self {
    case .all(let filters): return filters.allSatisfy { $0.matches(value) }
    case .any(let filters): return filters.contains { $0.matches(value) }
    case .not(let filter): return !filter.matches(value)
    case .exists(let field): return !RecordFilter.values(value(field)).isEmpty
    case .comparison(let field, .equal, .null): return RecordFilter.values(value(field)).isEmpty
    case .comparison(let field, .notEqual, .null):
      return !RecordFilter.values(value(field)).isEmpty
    case .comparison(let field, let comparator, let other):
      let isFound = RecordFilter.values(value(field)).contains {
        RecordFilter.holds($0, comparator, other)
      }
      return comparator == .notEqual ? !isFound : isFound
    case .beginsWith(let field, let text):
      return RecordFilter.values(value(field)).contains {
        $0.string?.utf8.starts(with: text.utf8) ?? false
      }
    case .endsWith(let field, let text):
      return RecordFilter.values(value(field)).contains {
        $0.string?.utf8.suffix(text.utf8.count).elementsEqual(text.utf8) ?? false
      }
    case .near(let field, let latitude, let longitude, let metres):
      guard let point = value(field), let north = point["lat"]?.double,
        let east = point["lon"]?.double
      else { return false }
      return RecordFilter.metres(from: (latitude, longitude), to: (north, east)) <= metres
    }
  }

  /// The values of a field: the elements of a list, or the only one.
  private static func values(_ value: JSONValue?) -> [JSONValue] {
    guard let value, value != .null else { return [] }
    return value.array ?? [value]
  }

  /// Compares two values; `!=` as `=`, since its caller negates.
  private static func holds(
    _ value: JSONValue,
    _ comparator: Comparator,
    _ other: JSONValue
  ) -> Bool {
    switch comparator {
    case .equal, .notEqual: isSame(value, other)
    case .has:
      if let whole = value.string, let part = other.string {
        areSameInstant(whole, part) ?? whole.contains(ignoringCaseOf: part)
      } else {
        isSame(value, other)
      }
    case .less: order(value, other).map { $0 < 0 } ?? false
    case .lessOrEqual: order(value, other).map { $0 <= 0 } ?? false
    case .greater: order(value, other).map { $0 > 0 } ?? false
    case .greaterOrEqual: order(value, other).map { $0 >= 0 } ?? false
    }
  }

  private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
    if let one = one.string, let other = other.string {
      return areSameInstant(one, other) ?? one.utf8.elementsEqual(other.utf8)
    }
    if let order = order(one, other) { return order == 0 }
    return one == other
  }

  /// Whether two texts are the same instant; `nil` if one is none, or both are days, which may be texts.
  private static func areSameInstant(_ one: String, _ other: String) -> Bool? {
    guard max(one.utf8.count, other.utf8.count) > 19, let one = RecordInstant(one),
      let other = RecordInstant(other)
    else { return nil }
    return one == other
  }

  /// The sign of the difference of numbers, instants and texts; `nil` for other values.
  private static func order(_ one: JSONValue, _ other: JSONValue) -> Int? {
    if let one = one.integer, let other = other.integer {
      return one < other ? -1 : one > other ? 1 : 0
    }
    if let one = one.double, let other = other.double {
      return one < other ? -1 : one > other ? 1 : one == other ? 0 : nil
    }
    guard let one = one.string, let other = other.string else { return nil }
    if let one = RecordInstant(one), let other = RecordInstant(other) {
      return one < other ? -1 : one > other ? 1 : 0
    }
    return one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : one == other ? 0 : 1
  }

  /// The distance of two places in degrees, on a sphere of the Earth's mean radius (haversine).
  private static func metres(
    from one: (latitude: Double, longitude: Double),
    to other: (latitude: Double, longitude: Double)
  ) -> Double {
    let radians = Double.pi / 180
    let north = sin((other.latitude - one.latitude) * radians / 2)
    let east = sin((other.longitude - one.longitude) * radians / 2)
    let cosines = cos(one.latitude * radians) * cos(other.latitude * radians)
    let half = north * north + cosines * east * east
    return 2 * 6_371_008.8 * asin(min(1, half.squareRoot()))
  }
}

extension String {
  /// Whether a text stands in this one, whatever the case of ASCII letters.
  fileprivate func contains(ignoringCaseOf part: String) -> Bool {
    let (whole, part) = (lowercasedASCII, part.lowercasedASCII)
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { whole[$0...].starts(with: part) }
  }

  private var lowercasedASCII: [UInt8] { utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } }
}

/// An instant of RFC 3339, or the beginning of a day in UTC.
struct RecordInstant: Comparable {
  /// Seconds since 1970.
  let seconds: Int64
  let nanoseconds: Int64

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count else { return nil }
      var number: Int64 = 0
      for byte in bytes[range] {
        guard byte &- 0x30 < 10 else { return nil }
        number = number * 10 + Int64(byte - 0x30)
      }
      return number
    }
    func has(_ letter: Unicode.Scalar, at place: Int) -> Bool {
      place < bytes.count && bytes[place] == UInt8(ascii: letter)
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      has("-", at: 4), has("-", at: 7), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let days = HTTPDate.days(year, month, day)
    guard bytes.count > 10 else {
      (seconds, nanoseconds) = (days * 86_400, 0)
      return
    }
    guard has("T", at: 10), let hour = number(11..<13), let minute = number(14..<16),
      let second = number(17..<19), has(":", at: 13), has(":", at: 16), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    var place = 19
    var fraction: Int64 = 0
    if has(".", at: place) {
      let digits = bytes[(place + 1)...].prefix { $0 &- 0x30 < 10 }
      guard (1...9).contains(digits.count), let found = number(digits.indices) else { return nil }
      fraction = (digits.count..<9).reduce(found) { fraction, _ in fraction * 10 }
      place = digits.endIndex
    }
    var offset: Int64 = 0
    if has("Z", at: place), bytes.count == place + 1 {
      offset = 0
    } else {
      guard bytes.count == place + 6, has("+", at: place) || has("-", at: place),
        has(":", at: place + 3), let hours = number(place + 1..<place + 3),
        let minutes = number(place + 4..<place + 6), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 3_600 + minutes * 60) * (bytes[place] == UInt8(ascii: "-") ? -1 : 1)
    }
    seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    nanoseconds = fraction
  }

  static func < (one: RecordInstant, other: RecordInstant) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
