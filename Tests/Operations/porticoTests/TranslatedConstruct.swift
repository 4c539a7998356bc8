// SPDX-License-Identifier: Apache-2.0

import Testing

/// A construct of translators' files, and what readers of each language get to see of it.
struct TranslatedConstruct: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Those that are published, the source first.
  let languages: String
  /// By their paths in `Locales`.
  let files: [String: String]
  /// The body of the document.
  let body: String
  /// For each language the members of the answer, as JSON.
  let shown: [String: [String: String]]
  /// The warnings of `portico check`, in the order of its lines.
  let warnings: [String]

  init(
    _ description: String,
    _ languages: String,
    _ files: [String: String],
    body: String,
    _ shown: [String: [String: String]],
    warnings: [String] = []
  ) {
    testDescription = description
    self.languages = languages
    self.files = files
    self.body = body
    self.shown = shown
    self.warnings = warnings
  }
}

extension TranslatedConstruct {
  /// A catalog of one text, with what it says in each language.
  private static func catalog(_ key: String, _ languages: [String: String]) -> [String: String] {
    let localizations = languages.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }
    return [
      "Shop.xcstrings": """
      { "sourceLanguage": "en", "version": "1.0", "strings": { "\(key)": { "localizations": {
      \(localizations.joined(separator: ",\n")) } } } }
      """
    ]
  }

  private static func plain(_ text: String, state: String = "translated") -> String {
    "{ \"stringUnit\": { \"state\": \"\(state)\", \"value\": \"\(text)\" } }"
  }

  private static func plural(_ forms: [String: String]) -> String {
    let members = forms.sorted { $0.key < $1.key }.map { "\"\($0)\": \(plain($1))" }
    return "{ \"variations\": { \"plural\": { \(members.joined(separator: ", ")) } } }"
  }

  private static func arb(_ texts: [String: String]) -> [String: String] {
    var files: [String: String] = [:]
    for (language, text) in texts { files["shop_\(language).arb"] = "{ \"a\": \(text) }" }
    return files
  }

  private static func xliff(_ target: String, _ body: String) -> [String: String] {
    [
      "\(target).xliff": """
      <?xml version="1.0" encoding="UTF-8"?>
      <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
      \(body)</xliff>
      """
    ]
  }

  static let catalogs: [TranslatedConstruct] = [
    TranslatedConstruct(
      ".xcstrings: only the translation needs a plural",
      "en de",
      catalog(
        "saved %lld",
        [
          "en": plain("Saved: %lld"),
          "de": plural(["one": "%lld Strauß", "other": "%lld Sträuße"]),
        ]
      ),
      body: #"{ x: { $t: "saved %lld", "1": 1 }, y: { $t: "saved %lld", "1": 5 } }"#,
      ["en": ["x": "Saved: 1", "y": "Saved: 5"], "de": ["x": "1 Strauß", "y": "5 Sträuße"]]
    ),
    TranslatedConstruct(
      ".xcstrings: the source drops an argument that its key declares",
      "en de",
      catalog("%lld in your cart", ["en": plain("In your cart"), "de": plain("%lld im Korb")]),
      body: #"{ x: { $t: "%lld in your cart", "1": 3 } }"#,
      ["en": ["x": "In your cart"], "de": ["x": "3 im Korb"]]
    ),
    TranslatedConstruct(
      ".xcstrings: a language without plurals says it in one text",
      "en ja",
      catalog(
        "roses",
        ["en": plural(["one": "A single rose", "other": "Many roses"]), "ja": plain("薔薇")]
      ),
      body: #"{ x: { $t: "roses", "1": 1 }, y: { $t: "roses", "1": 9 } }"#,
      ["en": ["x": "A single rose", "y": "Many roses"], "ja": ["x": "薔薇", "y": "薔薇"]]
    ),
    TranslatedConstruct(
      ".xcstrings: a translation that needs review",
      "en de",
      catalog("Call us", ["de": plain("Rufen Sie an", state: "needs_review")]),
      body: #"{ x: { $t: "Call us" } }"#,
      ["en": ["x": "Call us"], "de": ["x": "Rufen Sie an"]],
      warnings: ["needs-review"]
    ),
    TranslatedConstruct(
      ".xcstrings: a language that is not published yet",
      "en de",
      catalog("Call us", ["de": plain("Rufen Sie an"), "pl": plain("Zadzwoń")]),
      body: #"{ x: { $t: "Call us" } }"#,
      ["de": ["x": "Rufen Sie an"]],
      warnings: ["text-language"]
    ),
    TranslatedConstruct(
      "Base.lproj: the same text beside en.lproj",
      "en de",
      [
        "Base.lproj/Shop.strings": "\"buy\" = \"Buy\";\n\"sell\" = \"Sell\";",
        "en.lproj/Shop.strings": "\"buy\" = \"Buy\";", "de.lproj/Shop.strings": "buy = Kaufen;",
        "ja.lproj/Shop.strings": "buy = \"買う\";",
      ],
      body: #"{ x: { $t: "buy" } }"#,
      ["en": ["x": "Buy"], "de": ["x": "Kaufen"]],
      warnings: ["text-language"]
    ),
  ]

  static let xliffs: [TranslatedConstruct] = [
    TranslatedConstruct(
      "XLIFF 1.2: Angular's plural with =0 and =1",
      "en de",
      xliff(
        "de",
        """
        <file source-language="en" target-language="de" datatype="plaintext" original="x"><body>
        <trans-unit id="watered" datatype="html">
          <source>Watered <x id="ICU" equiv-text="{days, plural, ...}" xid="days"/></source>
          <target>Gegossen <x id="ICU" equiv-text="{days, plural, ...}" xid="days"/></target>
        </trans-unit>
        <trans-unit id="days" datatype="html">
          <source>{VAR_PLURAL, plural, =0 {today} =1 {yesterday} other {<x id="INTERPOLATION"
            equiv-text="{{ days }}"/> days ago}}</source>
          <target>{VAR_PLURAL, plural, =0 {heute} =1 {gestern} other {vor <x id="INTERPOLATION"
            equiv-text="{{ days }}"/> Tagen}}</target>
        </trans-unit>
        </body></file>
        """
      ),
      body: """
        { x: { $t: "watered", VAR_PLURAL: 0, days: 0 }, y: { $t: "days", VAR_PLURAL: 1, days: 1 },
          z: { $t: "days", VAR_PLURAL: 4, days: 4 } }
        """,
      [
        "en": ["x": "Watered today", "y": "yesterday", "z": "4 days ago"],
        "de": ["x": "Gegossen heute", "y": "gestern", "z": "vor 4 Tagen"],
      ]
    ),
    TranslatedConstruct(
      "XLIFF 1.2: one id in two files, the same text",
      "en de",
      xliff(
        "de",
        ["Shop", "Widget"].map { name in
          """
          <file original="\(name)/Info.strings" source-language="en" target-language="de"><body>
          <trans-unit id="BundleName"><source>Bloom</source><target>Blüte</target></trans-unit>
          </body></file>
          """
        }.joined(separator: "\n")
      ),
      body: #"{ x: { $t: "BundleName" } }"#,
      ["en": ["x": "Bloom"], "de": ["x": "Blüte"]]
    ),
    TranslatedConstruct(
      "XLIFF 2.0: a unit's id is unique in its file only",
      "en de",
      [
        "de.xlf": """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
        <file id="f1"><unit id="u1"><segment>
          <source>Buy</source><target>Kaufen</target></segment></unit></file>
        <file id="f2"><unit id="u1"><segment>
          <source>Buy</source><target>Kaufen</target></segment></unit>
          <unit id="u2" name="sell"><originalData><data id="d">%1$@</data></originalData><segment>
          <source>Sell <ph id="p" dataRef="d"/></source>
          <target><ph id="p" dataRef="d"/> verkaufen</target></segment></unit></file>
        </xliff>
        """
      ],
      body: #"{ x: { $t: "u1" }, y: { $t: "sell", "1": "X" } }"#,
      ["en": ["x": "Buy", "y": "Sell X"], "de": ["x": "Kaufen", "y": "X verkaufen"]]
    ),
    TranslatedConstruct(
      "XLIFF 1.2: a translation that needs review, and a language that is not published yet",
      "en de",
      xliff(
        "de",
        ["de", "pl"].map { language in
          """
          <file original="x" source-language="en" target-language="\(language)"><body>
          <trans-unit id="buy"><source>Buy</source>
          <target state="needs-review-translation">\(language)</target></trans-unit></body></file>
          """
        }.joined(separator: "\n")
      ),
      body: #"{ x: { $t: "buy" } }"#,
      ["en": ["x": "Buy"], "de": ["x": "de"]],
      warnings: ["text-language", "needs-review"]
    ),
  ]

  static let arbs: [TranslatedConstruct] = [
    TranslatedConstruct(
      "ARB: =0 and =1 are all that zero and one are for",
      "en de",
      arb([
        "en": #""{count, plural, =0{no bees} =1{1 bee} other{{count} bees}}""#,
        "de": #""{count, plural, =0{keine Biene} =1{1 Biene} other{{count} Bienen}}""#,
      ]),
      body: #"{ x: { $t: "a", count: 0 }, y: { $t: "a", count: 1 }, z: { $t: "a", count: 7 } }"#,
      [
        "en": ["x": "no bees", "y": "1 bee", "z": "7 bees"],
        "de": ["x": "keine Biene", "y": "1 Biene", "z": "7 Bienen"],
      ]
    ),
    TranslatedConstruct(
      "ARB: =0 or one in words, without the formatted number that others have",
      "en de",
      arb([
        "en": #""{n, plural, =0{no bees} one{one bee} other{{shown} bees}}""#,
        "de": #""{n, plural, =0{keine Biene} one{eine Biene} other{{shown} Bienen}}""#,
      ]),
      body: #"{ x: { $t: "a", n: 1, shown: "1" }, y: { $t: "a", n: 2000, shown: "2k" } }"#,
      ["en": ["x": "one bee", "y": "2k bees"], "de": ["x": "eine Biene", "y": "2k Bienen"]]
    ),
    TranslatedConstruct(
      "ARB: =0 without the name that the others have",
      "en de",
      arb([
        "en": #""{n, plural, =0{Nobody sent you flowers} other{{name} sent you {n} flowers}}""#,
        "de": #""{n, plural, =0{Niemand schickt Blumen} other{{name} schickt {n} Blumen}}""#,
      ]),
      body: #"{ x: { $t: "a", n: 0, name: "Ana" }, y: { $t: "a", n: 2, name: "Ana" } }"#,
      [
        "en": ["x": "Nobody sent you flowers", "y": "Ana sent you 2 flowers"],
        "de": ["x": "Niemand schickt Blumen", "y": "Ana schickt 2 Blumen"],
      ],
      warnings: ["plural-form", "plural-form"]
    ),
    TranslatedConstruct(
      "ARB: only the translation needs a plural",
      "en de",
      arb([
        "en": #""Photos of yours", "@a": { "placeholders": { "n": { "type": "int" } } }"#,
        "de": #""{n, plural, one{Dein Foto} other{Deine {n} Fotos}}""#,
      ]),
      body: #"{ x: { $t: "a", n: 1 }, y: { $t: "a", n: 4 } }"#,
      [
        "en": ["x": "Photos of yours", "y": "Photos of yours"],
        "de": ["x": "Dein Foto", "y": "Deine 4 Fotos"],
      ]
    ),
    TranslatedConstruct(
      "ARB: a language without plurals or genders says it in one text",
      "en ja",
      arb([
        "en": """
        "{g, select, female{She has} other{They have}} {n, plural, one{a rose} other{roses}}"
        """,
        "ja": #""薔薇があります""#,
      ]),
      body: #"{ x: { $t: "a", g: "female", n: 1 } }"#,
      ["en": ["x": "She has a rose"], "ja": ["x": "薔薇があります"]]
    ),
    TranslatedConstruct(
      "ARB: what is said of a text twice",
      "en de",
      arb([
        "en": #""Buy", "@a": { "description": "a button" }, "@a": { "description": "a title" }"#,
        "de": #""Kaufen""#,
      ]),
      body: #"{ x: { $t: "a" } }"#,
      ["en": ["x": "Buy"], "de": ["x": "Kaufen"]],
      warnings: ["duplicate-text"]
    ),
    TranslatedConstruct(
      "ARB: a language that is not published yet",
      "en de",
      arb(["en": #""Buy""#, "de": #""Kaufen""#, "pl": #""Kup""#]),
      body: #"{ x: { $t: "a" } }"#,
      ["de": ["x": "Kaufen"]],
      warnings: ["text-language"]
    ),
  ]

  static let others: [TranslatedConstruct] = [
    TranslatedConstruct(
      "i18next: formats, values that are not escaped, and arrays",
      "en de",
      [
        "en/shop.json": """
        { "n": "{{count, number}} roses", "name": "Hello {{- name}}", "list": ["Buy", "Sell"],
          "rose_one": "{{count}} rose", "rose_other": "{{count}} roses",
          "faq": [{ "q": "Why?" }, { "q": "How?" }] }
        """,
        "de/shop.json": """
        { "n": "{{count, number}} Rosen", "name": "Hallo {{- name}}", "list": ["Kaufen"],
          "rose_one": "{{count}} Rose", "rose_other": "{{count}} Rosen",
          "faq": [{ "q": "Warum?" }, { "q": "Wie?" }] }
        """,
      ],
      body: """
        { n: { $t: "n", count: 12345 }, name: { $t: "name", name: "<Ana>" }, list: { $t: "list" },
          one: { $t: "rose", count: 1 }, faq: { $t: "faq.1.q" } }
        """,
      [
        "en": [
          "n": "12,345 roses", "name": "Hello <Ana>", "list": #"["Buy","Sell"]"#, "one": "1 rose",
          "faq": "How?",
        ],
        "de": [
          "n": "12.345 Rosen", "name": "Hallo <Ana>", "list": #"["Kaufen"]"#, "one": "1 Rose",
          "faq": "Wie?",
        ],
      ]
    ),
    TranslatedConstruct(
      "printf: precisions, widths and flags",
      "en de",
      ["en", "de"].reduce(into: [:]) { files, language in
        files["\(language).lproj/Shop.strings"] = """
          two = "%.2f"; wide = "%5.1f"; zeros = "%02d:%02d"; plus = "%+d"; thousands = "%'d";
          plain = "%d"; scientific = "%.1e"; general = "%g"; hex = "%#x"; left = "%-4@|";
          """
      },
      body: """
        { two: { $t: "two", "1": 3.14159 }, wide: { $t: "wide", "1": 3.14159 },
          zeros: { $t: "zeros", "1": 7, "2": 5 }, plus: { $t: "plus", "1": 5 },
          thousands: { $t: "thousands", "1": 1234567 }, plain: { $t: "plain", "1": 1234567 },
          scientific: { $t: "scientific", "1": 12345 }, general: { $t: "general", "1": 0.5 },
          hex: { $t: "hex", "1": 255 }, left: { $t: "left", "1": "ab" } }
        """,
      [
        "en": [
          "two": "3.14", "wide": "  3.1", "zeros": "07:05", "plus": "+5", "thousands": "1,234,567",
          "plain": "1234567", "scientific": "1.2E+04", "general": "0.5", "hex": "0xff",
          "left": "ab  |",
        ],
        "de": [
          "two": "3,14", "wide": "  3,1", "zeros": "07:05", "plus": "+5", "thousands": "1.234.567",
          "plain": "1234567", "scientific": "1,2E+04", "general": "0,5", "hex": "0xff",
          "left": "ab  |",
        ],
      ]
    ),
  ]
}
