// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Localization
import Testing

@Suite struct `Texts in .strings` {
  private func catalog(_ text: String) throws -> Catalog {
    try Catalog(["en"], [("en.lproj/A.strings", "\"a\" = \"\(text)\";")])
  }

  @Test(arguments: [
    ("%@ and %@", "Rose and Lily"),
    ("%2$@ before %1$@", "Lily before Rose"),
    ("100%", "100%"),
    ("100 % cotton", "100 % cotton"),
    ("%", "%"),
    ("%@ 100%%", "Rose 100%"),
    ("50%% off", "50% off"),
    ("%-5.2f|", "Rose|"),
    ("%1$lld", "Rose"),
    ("%0$@", "%0$@"),
    ("%n", "%n"),
    ("%#@unknown", "%#@unknown"),
  ])
  func `A text in a strings file is filled in by the positions of its arguments`(
    text: String,
    shown: String
  ) throws {
    let values: [(String, Value)] = [("1", .string("Rose")), ("2", .string("Lily"))]
    #expect(try catalog(text).text("a", in: "en", values) == shown)
  }

  @Test(arguments: [
    ("%.2f", "3,50"), ("%5.1f|", "  3,5|"), ("%+.1f", "+3,5"), ("%2$02d:%3$02d", "07:42"),
    ("%4$'d", "1.234.567"), ("%4$d", "1234567"), ("%f", "3,500000"), ("%g", "3,5"),
    ("%2$x", "7"), ("%3$#x", "0x2a"), ("%2$ d", " 7"), ("%3$c", "*"), ("%5$-6@|", "Rose  |"),
    ("%d", "3.5"), ("%5$d", "Rose"), ("% d", "% d"),
  ])
  func `A text in a strings file is formatted as its printf conversions say`(
    text: String,
    shown: String
  ) throws {
    let catalog = try Catalog(["de"], [("de.lproj/A.strings", "\"a\" = \"\(text)\";")])
    let values: [(String, Value)] = [
      ("1", .decimal(DataDecimal(3.5))), ("2", .integer(7)), ("3", .integer(42)),
      ("4", .integer(1_234_567)), ("5", .string("Rose")),
    ]
    #expect(catalog.text("a", in: "de", values) == shown)
  }

  @Test(arguments: [("%p", "1"), ("%a", "1"), ("%*d", "2"), ("%.300f", "1"), ("%d", nil)])
  func `An argument whose printf conversion only a program can write is known`(
    text: String,
    argument: String?
  ) throws {
    let catalog = try catalog(text)
    let found = ["1", "2"].first { catalog.texts.unwritable($0, of: "a") != nil }
    #expect(found == argument)
    if let argument { #expect(catalog.texts.unwritable(argument, of: "a") == text) }
  }

  @Test(arguments: ["%@ and %lld", "%1$@ 100%%", "%#08.3f %'d %hhu %zd %s %c %p"])
  func `A text in a strings file without known arguments stays unchanged`(text: String) throws {
    #expect(try catalog(text).text("a", in: "en") == text)
  }

  @Test func `A text in a strings file keeps the placeholders of unknown arguments`() throws {
    let text = try catalog("%1$@ has %2$lld at 5%%").text("a", in: "en", [("1", .string("Rose"))])
    #expect(text == "Rose has %2$lld at 5%%")
  }
}
