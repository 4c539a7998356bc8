// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Texts in XLIFF` {
  private let version1 = """
    <?xml version="1.0" encoding="UTF-8"?>
    <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
      <file original="a.strings" source-language="en" target-language="fr" datatype="plaintext">
        <body>
          <trans-unit id="buy"><source>Buy</source><target>Acheter</target><note>x</note></trans-unit>
          <trans-unit id="later"><source>Later</source>
            <target state="needs-translation">Later</target></trans-unit>
          <trans-unit id="none"><source>None</source></trans-unit>
          <group><trans-unit id="hello">
            <source>Hello <x id="1" equiv-text="%@"/>!</source>
            <target>Bonjour <x id="1" equiv-text="%@"/> <g id="2">!</g></target>
          </trans-unit></group>
          <trans-unit id="%lld roses|==|plural.one">
            <source>%lld rose</source><target>%lld rose</target></trans-unit>
          <trans-unit id="%lld roses|==|plural.other">
            <source>%lld roses</source><target>%lld roses</target></trans-unit>
          <trans-unit id="/vases:dict/NSStringLocalizedFormatKey:dict/:string">
            <source>%#@n@</source><target>%#@n@</target></trans-unit>
          <trans-unit id="/vases:dict/n:dict/one:dict/:string">
            <source>%d vase</source><target>%d vase</target></trans-unit>
          <trans-unit id="/vases:dict/n:dict/other:dict/:string">
            <source>%d vases</source><target>%d vases</target></trans-unit>
        </body>
      </file>
    </xliff>
    """

  private let version2 = """
    <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="fr">
      <file id="f1">
        <unit id="1" name="buy"><segment state="translated">
          <source>Buy</source><target>Acheter</target></segment></unit>
        <group id="g"><unit id="two">
          <segment><source>One. </source><target>Un. </target></segment>
          <ignorable><source> </source></ignorable>
          <segment><source>Two <ph id="p" equiv="{n}"/></source>
            <target>Deux <ph id="p" equiv="{n}"/></target></segment>
        </unit></group>
        <unit id="later"><segment state="initial">
          <source>Later</source><target>Later</target></segment></unit>
      </file>
    </xliff>
    """

  @Test func `XLIFF 1.2 is read with its source texts`() throws {
    let catalog = try Catalog(["en", "fr"], [("fr.xliff", version1)])
    #expect(catalog.complaints == [])
    #expect(catalog.text("buy", in: "fr") == "Acheter")
    #expect(catalog.text("buy", in: "en") == "Buy")
    #expect(catalog.text("hello", in: "fr", [("1", .string("Ana"))]) == "Bonjour Ana !")
    #expect(catalog.text("later", in: "fr") == nil)
    #expect(catalog.text("none", in: "fr") == nil)
    #expect(catalog.text("%lld roses", in: "fr", [("1", .integer(2))]) == "2 roses")
    #expect(catalog.text("vases", in: "fr", [("1", .integer(1))]) == "1 vase")
  }

  @Test func `XLIFF 2 is read with its segments`() throws {
    let catalog = try Catalog(["en", "fr"], [("fr.xlf", version2)])
    #expect(catalog.complaints == [])
    #expect(catalog.text("buy", in: "fr") == "Acheter")
    #expect(catalog.text("two", in: "fr") == "Un.  Deux {n}")
    #expect(catalog.text("later", in: "fr") == nil)
    #expect(catalog.text("later", in: "en") == "Later")
  }

  @Test func `An XLIFF text whose source has changed causes a warning`() throws {
    let catalog = try Catalog(
      ["en", "fr"],
      [("en.json", #"{ "buy": "Buy it", "two": "One.  Two {n}" }"#), ("fr.xlf", version2)]
    )
    #expect(catalog.complaints == ["warning outdated-source fr.xlf:3"])
    #expect(catalog.text("buy", in: "en") == "Buy it")
  }

  @Test func `XLIFF texts with one id in two files are one text, the last one where they differ`()
    throws
  {
    func file(_ version: String, _ other: String) -> String {
      let (source, target) = ("<source>Roses</source>", "<target>Rosen</target>")
      let second = "<target>\(other)</target>"
      return version == "1.2"
        ? """
        <xliff version="1.2">
        <file original="a" source-language="en" target-language="de"><body>
        <trans-unit id="n">\(source)\(target)</trans-unit></body></file>
        <file original="b" source-language="en" target-language="de"><body>
        <trans-unit id="n">\(source)\(second)</trans-unit></body></file></xliff>
        """
        : """
        <xliff version="2.0" srcLang="en" trgLang="de">
        <file id="a">
        <unit id="n"><segment>\(source)\(target)</segment></unit></file>
        <file id="b">
        <unit id="n"><segment>\(source)\(second)</segment></unit></file></xliff>
        """
    }
    for version in ["1.2", "2.0"] {
      let same = try Catalog(["en", "de"], [("a.xlf", file(version, "Rosen"))])
      #expect(same.complaints == [])
      let other = try Catalog(["en", "de"], [("a.xlf", file(version, "Röschen"))])
      #expect(other.complaints == ["warning duplicate-text a.xlf:5"])
      #expect(other.text("n", in: "de") == "Röschen")
    }
  }

  @Test func `An XLIFF text that needs review is served with a warning`() throws {
    let catalog = try Catalog(
      ["en", "fr"],
      [
        (
          "fr.xliff",
          version1.replacing(
            "state=\"needs-translation\">Later",
            with: "state=\"needs-review-l10n\">Tard"
          )
        )
      ]
    )
    #expect(catalog.complaints.contains("warning needs-review fr.xliff:6"))
    #expect(catalog.text("later", in: "fr") == "Tard")
  }

  @Test func `A placeholder in XLIFF is read from each place where it may be defined`() throws {
    let catalog = try Catalog(
      ["en"],
      [
        (
          "a.xlf",
          """
          <xliff version="2.0" srcLang="en"><file id="f">
          <unit id="data"><originalData><data id="d1">%1$@</data></originalData>
            <segment><source>Hello <ph id="1" dataRef="d1"/></source></segment></unit>
          <unit id="angular"><segment><source>Hello <ph id="0" equiv="INTERPOLATION"
            disp="{{ name }}"/></source></segment></unit>
          <unit id="expression"><segment><source>Hello <ph id="0" equiv="INTERPOLATION"
            disp="{{ name | uppercase }}"/></source></segment></unit>
          </file></xliff>
          """
        )
      ]
    )
    #expect(catalog.complaints == [])
    let values: [(String, Value)] = [
      ("1", .string("Ana")), ("name", .string("Ana")), ("INTERPOLATION", .string("ANA")),
    ]
    #expect(catalog.text("data", in: "en", values) == "Hello Ana")
    #expect(catalog.text("angular", in: "en", values) == "Hello Ana")
    #expect(catalog.text("expression", in: "en", values) == "Hello ANA")
  }

  @Test func `A plural of an Angular template in XLIFF is put where it is referenced`() throws {
    let plural = """
      {VAR_PLURAL, plural, =0 {just now} =1 {one minute ago} other {<x id="INTERPOLATION" \
      equiv-text="{{ minutes }}"/> minutes ago}}
      """
    let catalog = try Catalog(
      ["en"],
      [
        (
          "a.xlf",
          """
          <xliff version="1.2"><file source-language="en"><body>
          <trans-unit id="whole"><source>Updated <x id="ICU"
            equiv-text="{minutes, plural, =0 {...} =1 {...} other {...}}" xid="part"/></source>
          </trans-unit>
          <trans-unit id="part"><source>\(plural)</source></trans-unit>
          </body></file></xliff>
          """
        )
      ]
    )
    #expect(catalog.complaints == [])
    for (minutes, shown) in [(0, "just now"), (1, "one minute ago"), (5, "5 minutes ago")] {
      let values: [(String, Value)] = [
        ("VAR_PLURAL", .integer(Int64(minutes))), ("minutes", .integer(Int64(minutes))),
      ]
      #expect(catalog.text("part", in: "en", values) == shown)
      #expect(catalog.text("whole", in: "en", values) == "Updated \(shown)")
    }
  }

  @Test(arguments: ["<x id='ICU' xid='a'/>", "<x id='ICU' xid='a'/> <x id='ICU' xid='a'/>"])
  func `An XLIFF text that includes itself is refused`(text: String) throws {
    let file = """
      <xliff version="1.2"><file source-language="en"><body>
      <trans-unit id="a"><source>\(text)</source></trans-unit>
      </body></file></xliff>
      """
    let catalog = try Catalog(["en"], [("a.xlf", file)])
    #expect(catalog.complaints == ["error text-pattern a.xlf:2"])
    #expect(
      catalog.findings.first?.message == #"the unit "a" is recursive: it includes itself"#
    )
  }

  @Test(arguments: [
    ("<x/>", "error text-kind a.xlf:1"),
    ("<xliff version='3.0'/>", "error text-kind a.xlf:1"),
    ("<xliff version='2.0'/>", "error text-language a.xlf:1"),
    ("<xliff version='1.2'><file/></xliff>", "error text-language a.xlf:1"),
    (
      "<xliff version='1.2'><file source-language='en'><body>\n<trans-unit/></body></file></xliff>",
      "error text-kind a.xlf:2"
    ),
    ("<xliff", "error unreadable-file a.xlf:1"),
  ])
  func `A malformed XLIFF file is refused with its place`(file: String, complaint: String) throws {
    #expect(try Catalog(["en"], [("a.xlf", file)]).complaints == [complaint])
  }
}
