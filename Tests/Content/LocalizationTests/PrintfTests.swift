// SPDX-License-Identifier: Apache-2.0

import DataFiles
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
  func `are filled in by position`(text: String, shown: String) throws {
    let values: [(String, Value)] = [("1", .string("Rose")), ("2", .string("Lily"))]
    #expect(try catalog(text).text("a", in: "en", values) == shown)
  }

  @Test(arguments: ["%@ and %lld", "%1$@ 100%%", "%#08.3f %'d %hhu %zd %s %c %p"])
  func `stay untouched where the app knows the values`(text: String) throws {
    #expect(try catalog(text).text("a", in: "en") == text)
  }

  @Test func `keep what is not known here beside what is`() throws {
    let text = try catalog("%1$@ has %2$lld at 5%%").text("a", in: "en", [("1", .string("Rose"))])
    #expect(text == "Rose has %2$lld at 5%%")
  }
}
