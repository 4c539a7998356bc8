// SPDX-License-Identifier: Apache-2.0

// UTS 35, part 4, section 8: `EEEE d 'de' MMMM`. Only the fields that the tables use are supported;
// other letters are literal text.

/// A parsed date or time pattern.
struct DatePattern: Sendable {
  enum Part: Sendable, Equatable {
    case text([UInt8])
    case era
    /// The full year, or its last two digits.
    case year(isShort: Bool)
    case month(minimumDigits: Int)
    case monthName(isShort: Bool)
    case day(minimumDigits: Int)
    case weekday(Weekday)
    /// The period of the day: am or pm, or a finer one.
    case dayPeriod(isFine: Bool)
    case hour(isOfTwelve: Bool, minimumDigits: Int)
    case minute(minimumDigits: Int)
  }

  enum Weekday: Sendable {
    case wide
    case short
    case standalone
  }

  let parts: [Part]

  init(_ pattern: String) {
    var parts: [Part] = []
    var text: [UInt8] = []
    var scalars = Array(pattern.unicodeScalars)[...]
    var isQuoted = false
    while let scalar = scalars.first {
      if scalar == "'" {
        scalars.removeFirst()
        // A doubled quote is a literal one, inside of quotes and outside.
        if scalars.first == "'" {
          text.append(UInt8(ascii: "'"))
          scalars.removeFirst()
        } else {
          isQuoted.toggle()
        }
        continue
      }
      let count = scalars.prefix { $0 == scalar }.count
      if !isQuoted, let part = DatePattern.part(scalar, count) {
        if !text.isEmpty { parts.append(.text(text)) }
        text = []
        parts.append(part)
        scalars = scalars.dropFirst(count)
      } else {
        text += Array(String(scalar).utf8)
        scalars.removeFirst()
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts
  }

  private static func part(_ letter: Unicode.Scalar, _ count: Int) -> Part? {
    switch letter {
    case "G": .era
    case "y": .year(isShort: count == 2)
    case "M": count > 2 ? .monthName(isShort: count == 3) : .month(minimumDigits: count)
    case "d": .day(minimumDigits: count)
    case "E": .weekday(count > 3 ? .wide : .short)
    case "c": .weekday(.standalone)
    case "a": .dayPeriod(isFine: false)
    case "B": .dayPeriod(isFine: true)
    case "h": .hour(isOfTwelve: true, minimumDigits: count)
    case "H": .hour(isOfTwelve: false, minimumDigits: count)
    case "m": .minute(minimumDigits: count)
    default: nil
    }
  }
}
