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

  @Test func `of version 1.2 are read with their source`() throws {
    let catalog = try Catalog(["en", "fr"], [("fr.xliff", version1)])
    #expect(
      catalog.complaints == ["warning plural-form fr.xliff:13", "warning plural-form fr.xliff:17"]
    )
    #expect(catalog.text("buy", in: "fr") == "Acheter")
    #expect(catalog.text("buy", in: "en") == "Buy")
    #expect(catalog.text("hello", in: "fr", [("1", .string("Ana"))]) == "Bonjour Ana !")
    #expect(catalog.text("later", in: "fr") == nil)
    #expect(catalog.text("none", in: "fr") == nil)
    #expect(catalog.text("%lld roses", in: "fr", [("1", .integer(2))]) == "2 roses")
    #expect(catalog.text("vases", in: "fr", [("1", .integer(1))]) == "1 vase")
  }

  @Test func `of version 2 are read with their segments`() throws {
    let catalog = try Catalog(["en", "fr"], [("fr.xlf", version2)])
    #expect(catalog.complaints == [])
    #expect(catalog.text("buy", in: "fr") == "Acheter")
    #expect(catalog.text("two", in: "fr") == "Un.  Deux {n}")
    #expect(catalog.text("later", in: "fr") == nil)
    #expect(catalog.text("later", in: "en") == "Later")
  }

  @Test func `say when their source is not today's`() throws {
    let catalog = try Catalog(
      ["en", "fr"],
      [("en.json", #"{ "buy": "Buy it", "two": "One.  Two {n}" }"#), ("fr.xlf", version2)]
    )
    #expect(catalog.complaints == ["warning outdated-source fr.xlf:3"])
    #expect(catalog.text("buy", in: "en") == "Buy it")
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
  func `are refused with the reason`(file: String, complaint: String) throws {
    #expect(try Catalog(["en"], [("a.xlf", file)]).complaints == [complaint])
  }
}
