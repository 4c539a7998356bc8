// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite struct `A screen in a terminal` {
  private let address: WebAddress
  private let datatypes: Datatypes

  init() throws {
    address = try #require(WebAddress("https://shop.example/en.us/screens/home"))
    var datatypes = Datatypes()
    datatypes.register(Stars.self)
    datatypes.register(Item.self)
    self.datatypes = datatypes
  }

  private func page(
    _ document: JSONValue,
    width: Int = 30,
    isStyled: Bool = false,
    values: [String: String] = [:]
  ) -> TerminalRenderer.Page {
    let screen = Screen(Component(document), at: address, datatypes)
    return TerminalRenderer(width: width, isStyled: isStyled).page(of: screen, values: values)
  }

  @Test func `Title, text, rows with numbers, values and the ways on are shown`() {
    let page = page(
      [
        "datatype": "screen", "title": "Flowers for all", "text": "Fresh today",
        "rows": [
          ["datatype": "item", "title": "Roses", "priceText": "$39.99", "_url": "/en/items/7"],
          ["datatype": "stars", "value": 3, "title": "Stars"],
          ["datatype": "link", "title": "All", "text": "of them", "url": "/en/items"],
          ["datatype": "field", "key": "name", "label": "Name"],
        ],
        "action": "Place the order", "continueURL": "/en/pay", "cancelURL": "/en/home",
        "next": "/en/more",
      ],
      values: ["name": "Rose"]
    )
    #expect(
      page.lines == [
        "Flowers for all",
        "══════════════════════════════",
        "Fresh today",
        "[1] Roses               $39.99",
        "Stars                      ★★★",
        "[2] All",
        "    of them",
        "Name                      Rose",
        "[3] More",
        "[4] Place the order",
        "[5] Cancel",
      ]
    )
    #expect(page.choices.count == 5)
    #expect(page.choices.first?.component?.title == "Roses")
    #expect(page.choices.last?.component == nil)
  }

  @Test func `Texts are broken between words, and within those that are too long`() {
    let page = page(
      ["text": "Fresh roses from the garden, andaverylongwordthatfitsnowhere at all"],
      width: 20
    )
    #expect(
      page.lines == [
        "Fresh roses from the", "garden,", "andaverylongwordthat", "fitsnowhere at all",
      ]
    )
  }

  @Test func `A value that has no room beside its title stands below it`() {
    let page = page(["rows": [["title": "A title of some words", "value": "and a value"]]])
    #expect(page.lines == ["A title of some words", "and a value"])
  }

  @Test(arguments: [
    ("花を贈る花を贈る花を贈る", ["花を贈る花を贈る花を", "贈る"]), ("e\u{301}e\u{301}", ["e\u{301}e\u{301}"]),
    ("💐💐💐💐💐💐💐💐💐💐💐", ["💐💐💐💐💐💐💐💐💐💐", "💐"]),
    ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦"]), ("❤️❤️❤️❤️❤️❤️❤️❤️❤️❤️❤️", ["❤️❤️❤️❤️❤️❤️❤️❤️❤️❤️", "❤️"]),
    ("a\n\nb", ["a", "", "b"]), ("", [""]),
  ])
  func `Wide characters take two columns, and accents none`(text: String, lines: [String]) {
    #expect(page(["text": .string(text)], width: 20).lines == lines)
  }

  @Test func `Escape sequences and control characters of the content have no effect`() {
    let page = page([
      "title": "a\u{1B}[31mb\u{07}\u{9B}c\td", "rows": [["title": "x\u{202E}y", "value": "1\n2"]],
    ])
    #expect(page.lines.first == "a[31mbc d")
    #expect(page.lines.last == "xy                         1 2")
  }

  @Test func `Looks are escape sequences where the terminal has them`() {
    let rows: JSONValue = [
      "rows": [
        [
          "title": "Sale", "fontStyle": "bold underline", "fontColor": "1:0:0:1",
          "align": "center", "line": true,
        ],
        ["title": "End", "align": "right", "fontStyle": "italic"],
      ]
    ]
    let line = String(repeating: "─", count: 30)
    #expect(
      page(rows).lines == ["             Sale", line, "                           End"]
    )
    #expect(
      page(rows, isStyled: true).lines == [
        "             \u{1B}[1;4;38;2;255;0;0mSale\u{1B}[0m", line,
        "                           \u{1B}[3mEnd\u{1B}[0m",
      ]
    )
  }

  @Test func `Rows within rows are indented, and leave room however deep they stand`() {
    var row: JSONValue = ["title": "deep"]
    for _ in 0..<40 { row = ["title": "a", "rows": [row]] }
    let page = page(["rows": [row]], width: 20)
    #expect(page.lines.prefix(3) == ["a", "  a", "    a"])
    #expect(page.lines.last == "          deep")
  }

  @Test func `A screen that is not whole says so`() {
    let note = "Some of this is missing or"
    #expect(page(["title": "a", "_degraded": ["reviews"]]).lines.contains(note))
    #expect(!page(["title": "a", "_degraded": []]).lines.contains(note))
  }

  @Test(arguments: [-3, 0, 1, 20, 21])
  func `No line is longer than the terminal, which has at least 20 columns`(width: Int) {
    let page = page(
      [
        "title": "A long title of this screen", "text": "Some text that is longer than a line",
        "rows": [["title": "A title of a row", "url": "/a", "value": "1,234,567.89 dollars"]],
      ],
      width: width
    )
    #expect(page.lines.allSatisfy { $0.count <= max(width, 20) })
  }
}
