// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Localization
import Testing

@Suite struct `Texts of gettext` {
  private func file(_ language: String, _ forms: String, _ texts: String) -> String {
    """
    msgid ""
    msgstr ""
    "Language: \(language)\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: \(forms);\\n"

    \(texts)
    """
  }

  private let two = "nplurals=2; plural=(n != 1)"
  private let slavic = """
    nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)
    """

  @Test func `A message is named by its text, and by its context before it`() throws {
    let texts = """
      #: shop.c:12
      msgid "Buy \\"now\\"\\n"
      "or later"
      msgstr "Köp \\"nu\\"\\n"
      "eller sen"

      msgctxt "menu"
      msgid "Open"
      msgstr "Öppna"

      msgctxt "shop"
      msgid "Open"
      msgstr "Öppet"

      #, fuzzy
      msgid "Fuzzy"
      msgstr "Luddig"

      msgid "Empty"
      msgstr ""

      #~ msgid "Old"
      #~ msgstr "Gammal"
      """
    let catalog = try Catalog(["en", "sv"], [("sv.po", file("sv", two, texts))])
    #expect(catalog.complaints == [])
    #expect(catalog.text("Buy \"now\"\nor later", in: "sv") == "Köp \"nu\"\neller sen")
    #expect(catalog.text("Buy \"now\"\nor later", in: "en") == "Buy \"now\"\nor later")
    #expect(catalog.text("menu|Open", in: "sv") == "Öppna")
    #expect(catalog.text("shop|Open", in: "sv") == "Öppet")
    #expect(catalog.text("menu|Open", in: "en") == "Open")
    for key in ["Fuzzy", "Empty"] {
      #expect(catalog.text(key, in: "sv") == nil)
      #expect(catalog.text(key, in: "en") == key)
    }
    #expect(!catalog.texts.has("Old"))
  }

  @Test func `Contexts of which each text has its own are the names of texts`() throws {
    let texts = """
      msgctxt "cart.title"
      msgid "Your cart"
      msgstr "Din korg"

      msgctxt "cart.buy"
      msgid "Buy"
      msgstr "Köp"
      """
    let sources = #"{ "cart.title": "The cart" }"#
    let catalog = try Catalog(
      ["en", "sv"],
      [("en.json", sources), ("sv.po", file("sv", two, texts))]
    )
    #expect(catalog.complaints == ["warning outdated-source sv.po:7"])
    #expect(catalog.text("cart.title", in: "sv") == "Din korg")
    #expect(catalog.text("cart.title", in: "en") == "The cart")
    #expect(catalog.text("cart.buy", in: "en") == "Buy")
  }

  @Test func `The formula of plural forms is read as those of the language`() throws {
    let texts = """
      msgid "%d rose"
      msgid_plural "%d roses"
      msgstr[0] "%d роза"
      msgstr[1] "%d розы"
      msgstr[2] "%d роз"
      """
    let catalog = try Catalog(["en", "ru"], [("ru.po", file("ru", slavic, texts))])
    #expect(catalog.complaints == [])
    let shown = [1, 2, 5, 11, 21, 104].map {
      catalog.text("%d rose", in: "ru", [("1", .integer($0))])
    }
    #expect(shown == ["1 роза", "2 розы", "5 роз", "11 роз", "21 роза", "104 розы"])
    #expect(catalog.text("%d rose", in: "en", [("1", .integer(1))]) == "1 rose")
    #expect(catalog.text("%d rose", in: "en", [("1", .integer(2))]) == "2 roses")
  }

  @Test(arguments: [
    ("nplurals=2; plural=(n > 1)", "sv", 0, "ros"),
    ("nplurals=2; plural=n != 1", "sv", 0, "rosor"),
    ("nplurals=1; plural=0", "ja", 1, "ros"),
  ])
  func `A number that the formula treats unlike the language has a form of its own`(
    forms: String,
    language: String,
    number: Int64,
    shown: String
  ) throws {
    let texts = """
      msgid "rose"
      msgid_plural "roses"
      msgstr[0] "ros"
      msgstr[1] "rosor"
      """
    let catalog = try Catalog(
      ["en", language],
      [("\(language).po", file(language, forms, texts))]
    )
    #expect(catalog.complaints == [])
    #expect(catalog.text("rose", in: language, [("1", .integer(number))]) == shown)
  }

  @Test func `A template and names of Python are read`() throws {
    let texts = """
      #, python-format
      msgid "%(count)d rose for %(name)s"
      msgid_plural "%(count)d roses for %(name)s"
      msgstr[0] ""
      msgstr[1] ""
      """
    let catalog = try Catalog(["en"], [("messages.pot", file("", two, texts))])
    #expect(catalog.complaints == [])
    let values: [(String, Value)] = [("count", .integer(3)), ("name", .string("Ana"))]
    #expect(
      catalog.text("%(count)d rose for %(name)s", in: "en", values) == "3 roses for Ana"
    )
  }

  @Test(arguments: [
    ("sv/LC_MESSAGES/shop.po", ""), ("sv.po", ""), ("po/shop.po", "sv"), ("po/a.po", "sv_SE"),
  ])
  func `The header of a file gives its language, or else its path`(
    path: String,
    language: String
  ) throws {
    let texts = "msgid \"Buy\"\nmsgstr \"Köp\""
    let catalog = try Catalog(["en", "sv"], [(path, file(language, two, texts))])
    #expect(catalog.text("Buy", in: "sv") == "Köp")
  }

  @Test(arguments: [
    ("msgid Buy\nmsgstr \"x\"", "error unreadable-file sv.po:7"),
    ("msgid \"Buy\nmsgstr \"x\"", "error unreadable-file sv.po:7"),
    ("msgtext \"Buy\"", "error unreadable-file sv.po:7"),
  ])
  func `A malformed file is refused with its place`(texts: String, complaint: String) throws {
    #expect(
      try Catalog(["en", "sv"], [("sv.po", file("sv", two, texts))]).complaints == [complaint]
    )
  }

  @Test(arguments: ["nplurals=2; plural=n >< 1", "nplurals=2; plural=((n)", slavicForm])
  func `A formula that is none, or of another language, is refused`(forms: String) throws {
    let texts = "msgid \"Buy\"\nmsgstr \"Köp\""
    #expect(
      try Catalog(["en", "sv"], [("sv.po", file("sv", forms, texts))]).complaints
        == ["error plural-form sv.po:1"]
    )
  }

  private static let slavicForm = "nplurals=3; plural=n%10==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2"

  @Test func `A file in another charset is refused`() throws {
    let text = file("sv", two, "").replacing("UTF-8", with: "ISO-8859-1")
    #expect(try Catalog(["en", "sv"], [("sv.po", text)]).complaints == ["error text-kind sv.po:1"])
  }
}
