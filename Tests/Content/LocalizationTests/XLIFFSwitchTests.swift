// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Texts in XLIFF 2.2 with plural, gender and select` {
  private func file(
    _ units: String,
    target: String = "ro",
    declared: String = "xmlns:pgs"
  ) -> String {
    """
    <xliff xmlns="urn:oasis:names:tc:xliff:document:2.2" \(declared)="urn:oasis:names:tc:xliff:pgs:1.0"
      version="2.2" srcLang="en" trgLang="\(target)"><file id="f">
    \(units)
    </file></xliff>
    """
  }

  @Test func `An XLIFF 2.2 text is chosen by number, with the forms of each language`() throws {
    let catalog = try Catalog(
      ["en", "ro"],
      [
        (
          "ro.xlf",
          file(
            """
            <unit id="u1" name="deleted" pgs:switch="plural:files">
              <segment pgs:case="1"><source>One file</source><target>Un fișier</target></segment>
              <segment pgs:case="one"><source>A file</source><target>Fișier</target></segment>
              <segment pgs:case="few"><source><ph id="1" disp="files"/> files</source>
                <target><ph id="1" disp="files"/> fișiere</target></segment>
              <segment pgs:case="other"><source><ph id="1" disp="files"/> files</source>
                <target><ph id="1" disp="files"/> de fișiere</target></segment>
            </unit>
            """
          )
        )
      ]
    )
    #expect(catalog.complaints == [])
    let texts = [1, 2, 20].map { catalog.text("deleted", in: "ro", [("files", .integer($0))]) }
    #expect(texts == ["Un fișier", "2 fișiere", "20 de fișiere"])
    // Forms that only the translation has stand in the source for translators alone.
    #expect(
      catalog.text("deleted", in: "en")
        == #"{"=1":"One file","one":"A file","other":"{files} files"}"#
    )
  }

  @Test func `An XLIFF 2.2 text is chosen by ordinal, gender and word, also in combination`() throws
  {
    let catalog = try Catalog(
      ["en"],
      [
        (
          "en.xlf",
          file(
            """
            <unit id="place" pgs:switch="ordinal:n">
              <segment pgs:case="one"><source><ph id="1" equiv="{n}"/>st</source></segment>
              <segment pgs:case="two"><source>{n}nd</source></segment>
              <segment pgs:case="few"><source>{n}rd</source></segment>
              <segment><source>{n}th</source></segment>
            </unit>
            <unit id="party" pgs:switch="gender:host plural:guests">
              <segment pgs:case="feminine 0"><source>nobody to her party</source></segment>
              <segment pgs:case="feminine one"><source>one to her party</source></segment>
              <segment pgs:case="feminine other"><source>{guests} to her party</source></segment>
              <segment pgs:case="other one"><source>one to their party</source></segment>
              <segment pgs:case="other other"><source>{guests} to their party</source></segment>
            </unit>
            <group id="g" name="kind" pgs:switch="select:kind">
              <unit id="k1" pgs:case="tree"><segment><source>It </source></segment>
                <segment><source>grows</source></segment></unit>
              <unit id="k2" pgs:case="other"><segment><source>It blooms</source></segment></unit>
            </group>
            """,
            target: "en"
          ).replacing(" trgLang=\"en\"", with: "")
        )
      ]
    )
    #expect(catalog.complaints == [])
    let places = [1, 2, 3, 11].map { catalog.text("place", in: "en", [("n", .integer($0))]) }
    #expect(places == ["1st", "2nd", "3rd", "11th"])
    func party(_ host: String, _ guests: Int64) -> String? {
      catalog.text("party", in: "en", [("host", .string(host)), ("guests", .integer(guests))])
    }
    #expect(party("feminine", 0) == "nobody to her party")
    #expect(party("feminine", 7) == "7 to her party")
    #expect(party("masculine", 1) == "one to their party")
    #expect(catalog.text("kind", in: "en", [("kind", .string("tree"))]) == "It grows")
    #expect(catalog.text("kind", in: "en", [("kind", .string("rose"))]) == "It blooms")
  }

  @Test func `An XLIFF 2.2 text with forms is served only when all of them are translated`() throws
  {
    let unit = """
      <unit id="a" x:switch="plural:n">
        <segment x:case="one" state="STATE"><source>one</source><target>ein</target></segment>
        <segment x:case="other"><source>{n}</source><target>{n}</target></segment>
      </unit>
      """
    func german(_ state: String) throws -> String? {
      let text = file(
        unit.replacing("STATE", with: state),
        target: "de",
        declared: "xmlns:x"
      )
      let catalog = try Catalog(["en", "de"], [("de.xlf", text)])
      #expect(catalog.complaints == [])
      return catalog.text("a", in: "de", [("n", .integer(1))])
    }
    #expect(try german("translated") == "ein")
    #expect(try german("initial") == nil)
  }

  @Test(arguments: [
    ("<unit id='a' pgs:switch='number:n'/>", "text-pattern", 3, #"by "number:n"; expected plural"#),
    ("<unit id='a' pgs:switch='plural'/>", "text-pattern", 3, "a colon and a name"),
    ("<unit id='a' pgs:switch=''/>", "text-pattern", 3, "0 selectors; expected 1 to 8"),
    ("<unit id='a' pgs:switch='plural:n'/>", "plural-form", 3, #"no form for "other""#),
    ("<unit pgs:switch='plural:n'/>", "text-kind", 3, "no id"),
    (
      "<unit id='a' pgs:switch='plural:n'>\n<segment pgs:case='some'><source/></segment>"
        + "<segment><source/></segment></unit>", "plural-form", 4,
      #"a form for "some"; expected a whole number"#
    ),
    (
      "<unit id='a' pgs:switch='plural:n'>\n<segment pgs:case='one few'><source/></segment></unit>",
      "text-pattern", 4, "expected 1 words"
    ),
    (
      "<unit id='a' pgs:switch='plural:n'><segment><source/></segment>\n<segment><source/></segment>"
        + "</unit>", "duplicate-text", 4, #"for "other" twice"#
    ),
    (
      "<unit id='a' pgs:switch='gender:g plural:n'>\n<segment pgs:case='f 1'><source/></segment>"
        + "<segment pgs:case='other other'><source/></segment></unit>", "plural-form", 4,
      #"no form for "f other""#
    ),
  ])
  func `A malformed XLIFF 2.2 text with forms is refused with its place`(
    unit: String,
    rule: String,
    line: Int,
    message: String
  ) throws {
    let catalog = try Catalog(["en", "ro"], [("a.xlf", file(unit))])
    let errors = catalog.findings.filter { $0.severity == .error }
    #expect(errors.first?.rule.rawValue == rule, "\(errors)")
    #expect(errors.first?.place.position.line == line)
    #expect(errors.first?.message.contains(message) == true, "\(errors)")
  }
}
