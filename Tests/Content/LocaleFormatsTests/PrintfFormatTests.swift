// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Foundation
import LocaleFormats
import Testing

@Suite struct `Conversions of printf` {
  private func written(
    _ conversion: PrintfFormat.Conversion,
    _ flags: PrintfFormat.Flags = [],
    width: Int = 0,
    precision: Int? = nil,
    of value: String,
    in language: String = "en"
  ) throws -> String? {
    let format = try #require(
      PrintfFormat(conversion, flags: flags, width: width, precision: precision)
    )
    return format.text(of: value, in: .of(try #require(LanguageTag(language))))
  }

  static let values = ["0", "7", "-7", "42", "3.14159", "-0.5", "98.7654", "123.456", "0.00001234"]

  private static let flagSets: [(PrintfFormat.Flags, String)] = [
    ([], ""), (.isLeftAligned, "-"), (.hasPlus, "+"), (.hasSpace, " "), (.hasZeros, "0"),
    ([.hasPlus, .hasZeros], "+0"), ([.isLeftAligned, .hasPlus], "-+"), (.isAlternate, "#"),
  ]

  /// Foundation without a locale is C, which is what we are in a language that writes as C does.
  @Test(arguments: values)
  func `A printf conversion of a fraction gives what Foundation gives in English`(
    value: String
  ) throws {
    let number = try #require(Double(value))
    let conversions: [(PrintfFormat.Conversion, String)] = [
      (.fixed, "f"), (.scientific, "e"), (.general, "g"),
    ]
    for (conversion, letter) in conversions {
      for (flags, signs) in Self.flagSets {
        for width in [0, 5, 12] {
          for precision in [nil, 0, 1, 2, 4] as [Int?] {
            let format =
              "%\(signs)\(width > 0 ? "\(width)" : "")\(precision.map { ".\($0)" } ?? "")\(letter)"
            let theirs = String(format: format, number)
            // Ours has no minus sign where nothing is left, and ICU's sign for the power of ten.
            guard !theirs.contains(/-[0.]+$/), !theirs.contains(/-[0.]+ *$/) else { continue }
            let ours = try written(conversion, flags, width: width, precision: precision, of: value)
            #expect(ours == theirs.replacing("e", with: "E"), "\(format) of \(value)")
          }
        }
      }
    }
  }

  @Test(arguments: [0, 5, -5, 12_345, -12_345] as [Int64])
  func `A printf conversion of an integer gives what Foundation gives`(number: Int64) throws {
    for (flags, signs) in Self.flagSets where !flags.contains(.isAlternate) {
      for width in [0, 4, 9] {
        for precision in [nil, 1, 3, 7] as [Int?] {
          let rest = "\(width > 0 ? "\(width)" : "")\(precision.map { ".\($0)" } ?? "")"
          let ours = try written(
            .integer,
            flags,
            width: width,
            precision: precision,
            of: "\(number)"
          )
          #expect(ours == String(format: "%\(signs)\(rest)lld", number), "%\(signs)\(rest)lld")
          guard number >= 0 else { continue }
          for (radix, isUppercase, letter) in [(16, false, "x"), (16, true, "X"), (8, false, "o")] {
            for sign in [signs, signs + "#"] where !sign.contains("+") && !sign.contains(" ") {
              let ours = try written(
                .radix(radix, isUppercase: isUppercase),
                sign.contains("#") ? flags.union(.isAlternate) : flags,
                width: width,
                precision: precision,
                of: "\(number)"
              )
              let format = "%\(sign)\(rest)ll\(letter)"
              #expect(ours == String(format: format, number), "\(format) of \(number)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("de", "1234.5", "1234,50"), ("de-CH", "-1234.5", "-1234.50"), ("fr", "0.5", "0,50"),
    ("ar-EG", "3.5", "٣٫٥٠"), ("sv", "-2", "−2,00"), ("en", "2.675", "2.68"),
  ])
  func `A printf conversion has the digits, decimal point and signs of its language`(
    language: String,
    value: String,
    shown: String
  ) throws {
    #expect(try written(.fixed, precision: 2, of: value, in: language) == shown)
  }

  @Test func `A printf conversion separates thousands only with its flag`() throws {
    #expect(try written(.integer, of: "1234567", in: "de") == "1234567")
    #expect(try written(.integer, .isGrouped, of: "1234567", in: "de") == "1.234.567")
    #expect(try written(.integer, .isGrouped, of: "1234567", in: "en-IN") == "12,34,567")
    #expect(
      try written(.fixed, .isGrouped, precision: 1, of: "1234567.25", in: "de") == "1.234.567,2"
    )
    #expect(
      try written(.integer, [.isGrouped, .hasPlus], width: 12, of: "1234567") == "  +1,234,567"
    )
  }

  @Test func `A printf conversion is padded with the zeros of its language`() throws {
    #expect(try written(.integer, .hasZeros, width: 4, of: "-7", in: "ar-EG") == "\u{61C}-٠٧")
    #expect(try written(.integer, .hasZeros, width: 2, of: "7", in: "de") == "07")
  }

  @Test(arguments: [
    ("de", "1234.5678", "1,234568E+03"), ("sv", "0.00012", "1,200000×10^−04"),
    ("ar-EG", "1234.5678", "١٫٢٣٤٥٦٨أس\u{61C}+٠٣"),
  ])
  func `A printf conversion writes powers of ten as its language does`(
    language: String,
    value: String,
    shown: String
  ) throws {
    #expect(try written(.scientific, of: value, in: language) == shown)
  }

  /// The machine's own printf leaves out the last zero of the second.
  @Test func `A printf conversion that rounds up to one more digit has all its digits`() throws {
    #expect(try written(.scientific, precision: 1, of: "9.96") == "1.0E+01")
    #expect(try written(.general, .isAlternate, precision: 2, of: "99.995") == "1.0E+02")
    #expect(try written(.general, precision: 3, of: "99.995") == "100")
  }

  @Test func `A printf conversion cuts and pads texts, and writes characters by their number`()
    throws
  {
    #expect(try written(.text, width: 6, precision: 2, of: "Rose") == "    Ro")
    #expect(try written(.text, .isLeftAligned, width: 6, of: "Rose") == "Rose  ")
    #expect(try written(.character, width: 2, of: "65") == " A")
    #expect(try written(.character, of: "é") == "é")
    #expect(try written(.character, of: "no") == nil)
  }

  @Test(arguments: [
    (PrintfFormat.Conversion.integer, "3.7"), (.integer, "Rose"), (.unsigned, "-1"),
    (.radix(16, isUppercase: false), "-1"), (.fixed, "Rose"), (.general, ""),
    (.character, "1114112"),
  ])
  func `A printf conversion does not write a value of another kind`(
    conversion: PrintfFormat.Conversion,
    value: String
  ) throws {
    #expect(try written(conversion, of: value) == nil)
  }

  @Test func `A printf width or precision above 256 is refused`() {
    #expect(PrintfFormat(.fixed, width: 256, precision: 256) != nil)
    #expect(PrintfFormat(.fixed, width: 257) == nil)
    #expect(PrintfFormat(.fixed, precision: 257) == nil)
  }
}
