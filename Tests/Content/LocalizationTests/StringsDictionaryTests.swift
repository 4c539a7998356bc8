// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Localization
import Testing

@Suite struct `Texts in .stringsdict` {
  private let file = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>order</key><dict>
        <key>NSStringLocalizedFormatKey</key><string>%#@roses@ in %#@vases@</string>
        <key>roses</key><dict>
          <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
          <key>NSStringFormatValueTypeKey</key><string>d</string>
          <key>zero</key><string>No roses</string>
          <key>one</key><string>%d rose</string>
          <key>other</key><string>%d roses</string>
        </dict>
        <key>vases</key><dict>
          <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
          <key>NSStringFormatValueTypeKey</key><string>d</string>
          <key>one</key><string>a vase</string>
          <key>other</key><string>%d vases</string>
        </dict>
      </dict>
      <key>tap</key><dict>
        <key>NSStringDeviceSpecificRuleType</key><dict>
          <key>mac</key><string>Click</string>
          <key>appletv</key><string>Press</string>
          <key>other</key><string>Tap</string>
        </dict>
      </dict>
      <key>wide</key><dict>
        <key>NSStringVariableWidthRuleType</key><dict>
          <key>20</key><string>Buy</string><key>50</key><string>Buy this basket</string>
        </dict>
      </dict>
    </dict></plist>
    """

  private func catalog() throws -> Catalog {
    let catalog = try Catalog(["en"], [("en.lproj/Localizable.stringsdict", file)])
    #expect(catalog.complaints == [])
    return catalog
  }

  @Test(arguments: [
    (1, 1, "1 rose in a vase"), (2, 3, "2 roses in 3 vases"), (0, 1, "No roses in a vase"),
  ])
  func `A text in a stringsdict file is chosen by each of its numbers`(
    roses: Int64,
    vases: Int64,
    shown: String
  ) throws {
    let catalog = try catalog()
    #expect(
      catalog.text("order", in: "en", [("1", .integer(roses)), ("2", .integer(vases))]) == shown
    )
    #expect(
      catalog.text("order", in: "en", [("roses", .integer(roses)), ("vases", .integer(vases))])
        == shown
    )
  }

  @Test func `A text in a stringsdict file keeps the forms of an unknown number`() throws {
    #expect(
      try catalog().text("order", in: "en", [("1", .integer(1))])
        == #"{"one":"1 rose in a vase","other":"1 rose in %d vases"}"#
    )
  }

  @Test func `A text in a stringsdict file is chosen by device`() throws {
    let catalog = try catalog()
    #expect(catalog.text("tap", in: "en", device: .desktop) == "Click")
    #expect(catalog.text("tap", in: "en", device: .tv) == "Press")
    #expect(catalog.text("tap", in: "en", device: .phone) == "Tap")
    #expect(catalog.text("tap", in: "en") == "Tap")
    #expect(catalog.texts.devices(of: "tap") == [.desktop, .tv])
  }

  private func complaints(_ substitutions: [(name: String, form: String)]) throws -> [Finding] {
    let dictionaries = substitutions.map { name, form in
      """
      <key>\(name)</key><dict>
        <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
        <key>NSStringFormatValueTypeKey</key><string>d</string>
        <key>other</key><string>\(form)</string></dict>
      """
    }
    return try Catalog(
      ["ja"],
      [
        (
          "ja.lproj/A.stringsdict",
          """
          <plist version="1.0"><dict><key>a</key><dict>
          <key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
          \(dictionaries.joined(separator: "\n"))
          </dict></dict></plist>
          """
        )
      ]
    ).findings
  }

  @Test(arguments: [
    ([("n", "%#@n@")], "its substitution \"n\" names itself", 6),
    ([("n", "%#@n@ %#@n@")], "its substitution \"n\" names itself", 6),
    (
      [("n", "%#@m@ %#@m@"), ("m", "%#@n@ %d")],
      "its substitution \"n\" names itself (n, then m, then n)", 10
    ),
  ])
  func `A substitution in a stringsdict file that contains itself is refused`(
    substitutions: [(String, String)],
    message: String,
    line: Int
  ) throws {
    let found = try complaints(substitutions.map { (name: $0.0, form: $0.1) })
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.severity == .error && found.first?.rule == .textPattern)
    #expect(found.first?.message == "the text \"a\" is recursive: \(message)")
    #expect(found.first?.place.position.line == line)
  }

  @Test func `A stringsdict text that expands more than 256 substitutions is refused`() throws {
    func chain(_ length: Int) -> [(name: String, form: String)] {
      (0..<length).map { number in
        let next = "n\(number + 1)"
        let form = number + 1 == length ? "%d" : "%#@\(next)@ %#@\(next)@"
        return (number == 0 ? "n" : "n\(number)", form)
      }
    }
    #expect(try complaints(chain(7)) == [])
    let found = try complaints(chain(30))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.message.contains("expands more than 256 substitutions") == true)
  }

  @Test func `A text with several widths in a stringsdict file is the widest`() throws {
    #expect(try catalog().text("wide", in: "en") == "Buy this basket")
  }
}
