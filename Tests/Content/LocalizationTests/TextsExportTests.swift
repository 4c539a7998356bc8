// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Localization
import Testing

@Suite struct `Files for translators` {
  private static let json = """
    { "plain": "Buy \\"now\\" & <b>save</b>\\n it's {name}", "list": ["Mon", "Tue"],
      "count": { "one": "{count} rose", "other": "{count} roses" },
      "icu": "{n, plural, =0 {none} one {# rose of '{x}'} other {# roses}} for {name}",
      "price": "{price, number} it''s", "edge": " @a  b " }
    """
  private static let android = """
    <resources><plurals name="count"><item quantity="one">%d rose</item>
    <item quantity="other">%d roses</item></plurals><string name="plain">100%% of %1$s</string>
    </resources>
    """

  private static func owed(_ catalog: Catalog) -> [OwedText] {
    catalog.texts.keys.sorted().compactMap { key in
      catalog.texts.messages(of: key)[0].map { OwedText(key, $0) }
    }
  }

  /// The texts that each format cannot have, from two notations of the source.
  @Test(
    arguments: [
      (TextsFormat.xliff, ["list"], []), (.json, [], ["count"]), (.android, [], []),
      (.arb, ["list"], ["count", "plain"]), (.po, ["list"], ["count"]),
      (.resx, ["list"], ["count"]),
    ] as [(TextsFormat, [String], [String])]
  )
  func `What is written for translators is read again as it was`(
    format: TextsFormat,
    leftOfNames: [String],
    leftOfPositions: [String]
  ) throws {
    let sources = [
      ("en.json", Self.json, leftOfNames), ("values/s.xml", Self.android, leftOfPositions),
    ]
    for (path, source, expected) in sources {
      let catalog = try Catalog(["en", "sv"], [(path, source)])
      let language = try #require(LanguageTag("sv"))
      let english = try #require(LanguageTag("en"))
      let (file, left) = format.file(Self.owed(catalog), from: english, to: language)
      #expect(left == expected)
      let translated = Self.translated(file, format)
      let again = try Catalog(
        ["en", "sv"],
        [(path, source), (format.path(language), translated)]
      )
      #expect(again.complaints == [], "\(translated)\n\(again.findings)")
      let values: [(String, Value)] = [
        ("name", .string("Ana")), ("count", .integer(3)), ("n", .integer(0)),
        ("price", .decimal(DataDecimal(1.5))), ("1", .integer(3)),
      ]
      for key in catalog.texts.keys where !left.contains(key) {
        let own = try #require(again.text(key, in: "sv", values), "\(key)\n\(translated)")
        let text = catalog.text(key, in: "en", values)
        #expect(own.replacing("1,5", with: "1.5") == text, "\(translated)")
      }
    }
  }

  /// The file with each source text as its translation.
  private static func translated(_ file: String, _ format: TextsFormat) -> String {
    switch format {
    case .xliff:
      file.replacing(/<source>((?:.|\n)*?)<\/source>/) {
        "\($0.0)<target>\($0.1)</target>"
      }
    case .po: file.replacing(/msgid (".+")\nmsgstr ""/) { "msgid \($0.1)\nmsgstr \($0.1)" }
    case .json, .arb, .android, .resx: file
    }
  }

  @Test(arguments: [
    (TextsFormat.xliff, ["plural.one", "plural.few", "plural.many", "plural.other"]),
    (.android, ["\"one\"", "\"few\"", "\"many\"", "\"other\""]),
  ])
  func `A file has the plural forms of the language that it is for`(
    format: TextsFormat,
    forms: [String]
  ) throws {
    let catalog = try Catalog(["en", "cs"], [("values/s.xml", Self.android)])
    let (language, english) = (try #require(LanguageTag("cs")), try #require(LanguageTag("en")))
    let (file, _) = format.file(Self.owed(catalog), from: english, to: language)
    for form in forms { #expect(file.contains(form), "\(file)") }
    let again = try Catalog(
      ["en", "cs"],
      [("values/s.xml", Self.android), (format.path(language), Self.translated(file, format))]
    )
    #expect(again.complaints == [], "\(again.findings)")
  }

  @Test func `A file that nobody has translated yet gives no texts and no warnings`() throws {
    let catalog = try Catalog(["en", "sv"], [("en.json", Self.json)])
    let (language, english) = (try #require(LanguageTag("sv")), try #require(LanguageTag("en")))
    for format in [TextsFormat.xliff, .po] {
      let (file, _) = format.file(Self.owed(catalog), from: english, to: language)
      let again = try Catalog(
        ["en", "sv"],
        [("en.json", Self.json), (format.path(language), file)]
      )
      #expect(again.complaints == [], "\(file)")
      #expect(again.text("plain", in: "sv") == nil)
    }
  }
}
