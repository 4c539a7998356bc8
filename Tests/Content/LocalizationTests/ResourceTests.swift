// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Localization
import Testing

@Suite struct `Texts in .NET's resources` {
  private func file(_ data: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <root>
      <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
      <data name="icon" type="System.Drawing.Bitmap" mimetype="x"><value>AAAA</value></data>
      \(data)
    </root>
    """
  }

  private func catalog(_ source: String, _ translation: String) throws -> Catalog {
    func data(_ text: String) -> String {
      "<data name=\"a\" xml:space=\"preserve\"><value>\(text)</value><comment>x</comment></data>"
    }
    return try Catalog(
      ["en", "sv"],
      [
        ("Shop.resx", file(data(source))), ("Shop.sv.resx", file(data(translation))),
      ]
    )
  }

  @Test(arguments: [
    ("Buy", "Köp", "Köp"),
    ("{0} for {1}", "{1} får {0}", "Ana får 3"),
    ("{0:N2} of {1,-10}", "{0:N2} av {1}", "3 av Ana"),
    ("{0} in {{braces}}", "{0} i {{klamrar}}", "3 i {klamrar}"),
    ("Hello {name}", "Hej {name}", "Hej Bo"),
  ])
  func `A text of .NET is filled in with its arguments`(
    english: String,
    swedish: String,
    shown: String
  ) throws {
    let catalog = try catalog(english, swedish)
    #expect(catalog.complaints == [])
    let values: [(String, Value)] = [
      ("0", .integer(3)), ("1", .string("Ana")), ("name", .string("Bo")),
    ]
    #expect(catalog.text("a", in: "sv", values) == shown)
    #expect(!catalog.texts.has("icon"))
  }

  @Test func `A translation that lacks a placeholder of .NET is left out`() throws {
    #expect(try catalog("{0:C} off", "rea").complaints == ["warning placeholder Shop.sv.resx:5"])
  }

  @Test func `An XML file that is no resource is refused`() throws {
    #expect(try Catalog(["en"], [("A.resx", "<x/>")]).complaints == ["error text-kind A.resx:1"])
    #expect(
      try Catalog(["en"], [("A.resx", file("<data><value>x</value></data>"))]).complaints
        == ["error text-kind A.resx:5"]
    )
  }
}
