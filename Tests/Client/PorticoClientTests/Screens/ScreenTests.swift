// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

struct Stars: ComponentModel {
  static let datatype = "stars"
  let count: Int

  init?(_ component: Component) {
    guard let count = component.value?.integer, (0...5).contains(count) else { return nil }
    self.count = Int(count)
  }

  var valueText: String? { String(repeating: "★", count: count) }
}

struct Item: ComponentModel {
  static let datatype = "item"
  let valueText: String?
  let parts: [Component]

  init?(_ component: Component) {
    guard component.title != nil else { return nil }
    valueText = component.priceText?.string
    parts = component.related?.array?.map { Component($0) } ?? []
  }
}

@Suite struct `A screen of a document` {
  private let address: WebAddress
  private let datatypes: Datatypes

  init() throws {
    address = try #require(WebAddress("https://shop.example/en.us/screens/home"))
    var datatypes = Datatypes()
    datatypes.register(Stars.self)
    datatypes.register(Item.self)
    self.datatypes = datatypes
  }

  private func screen(_ document: JSONValue, device: String? = nil) -> Screen {
    Screen(Component(document), at: address, datatypes, device: device)
  }

  private func titles(_ rows: [Row]) -> [String?] { rows.map(\.component.title) }

  @Test func `Members are read by their names, and those of renderers by their types`() {
    let product = Component([
      "datatype": "product", "title": "Roses", "price": 39.99, "offer": ["percent": 10],
      "_degraded": ["reviews"], "_expire": "1800000000", "_retryAfter": 7,
    ])
    #expect(product.datatype == "product")
    #expect(product.title == "Roses")
    #expect(product.price?.double == 39.99)
    #expect(product.offer?["percent"] == 10)
    #expect(product.weight == nil)
    #expect(product.degraded == ["reviews"])
    #expect(product.expires == 1_800_000_000)
    #expect(product.retryAfter == 7)
    #expect(Component("no object").members.isEmpty)
  }

  @Test func `A registered type reads the rows of its datatype`() {
    let screen = screen(["datatype": "screen", "rows": [["datatype": "stars", "value": 4]]])
    #expect((screen.rows.first?.model as? Stars)?.count == 4)
    #expect(screen.rows.first?.value == "★★★★")
    #expect(screen.omitted == [])
  }

  @Test func `Elements without a datatype are read by the type that reads those`() {
    var datatypes = Datatypes()
    datatypes.add("items")
    let list = Component(["datatype": "items", "data": [["title": "Roses", "priceText": "$40"]]])
    let general = Screen(list, at: address, datatypes)
    #expect(general.rows.map(\.value) == [nil])
    datatypes.register(Item.self, readsUntyped: true)
    #expect(Screen(list, at: address, datatypes).rows.map(\.value) == ["$40"])
  }

  @Test func `A row of an unknown datatype is replaced as the content says, or left out`() {
    let link: JSONValue = ["datatype": "link", "title": "All reviews"]
    let screen = screen([
      "datatype": "screen",
      "rows": [
        ["datatype": "reviews", "title": "a"],
        ["datatype": "carousel", "else": ["datatype": "slides", "else": link]],
        ["datatype": "carousel", "else": ["datatype": "slides"]],
        ["datatype": "text", "title": "b", "else": link],
      ],
    ])
    #expect(titles(screen.rows) == ["All reviews", "b"])
    #expect(screen.omitted == ["reviews", "carousel"])
  }

  @Test func `A row that its type refuses is treated like an unknown one`() {
    let screen = screen([
      "datatype": "screen",
      "rows": [
        ["datatype": "stars", "value": 9],
        ["datatype": "stars", "else": ["datatype": "text", "title": "No stars yet"]],
      ],
    ])
    #expect(titles(screen.rows) == ["No stars yet"])
    #expect(screen.omitted == ["stars"])
  }

  @Test func `A document of an unknown datatype is replaced, or shows what is known of it`() {
    let replaced = screen([
      "datatype": "parade", "else": ["datatype": "screen", "title": "Flowers"],
    ])
    #expect(replaced.isKnown)
    #expect(replaced.document.title == "Flowers")
    let tolerated = screen([
      "datatype": "parade", "title": "Parade", "continueURL": "/en.us/screens/next",
      "rows": [["datatype": "text", "title": "a"], ["datatype": "float"]],
    ])
    #expect(!tolerated.isKnown)
    #expect(titles(tolerated.rows) == ["a"])
    #expect(tolerated.proceed != nil)
  }

  @Test func `Rows are those in rows and data and the parts of a type, and can have rows`() {
    let screen = screen([
      "datatype": "item", "title": "Roses", "rows": [["datatype": "text", "title": "a"], "b", 3],
      "data": [["title": "c", "rows": [["title": "d"]]]], "related": [["title": "e"]],
    ])
    #expect(titles(screen.rows) == ["a", nil, "c", "e"])
    #expect(screen.rows[1].component.text == "b")
    #expect(titles(screen.rows[2].rows) == ["d"])
  }

  @Test func `Rows for other devices are left out`() {
    let document: JSONValue = [
      "rows": [
        ["title": "a", "device": "phone"], ["title": "b", "device": ["tv", "phone"]],
        ["title": "c", "device": "tv"], ["title": "d"],
      ]
    ]
    #expect(titles(screen(document, device: "phone").rows) == ["a", "b", "d"])
    #expect(titles(screen(document).rows) == ["a", "b", "c", "d"])
  }

  @Test func `The value of a row is its own, or the one of the document at its path`() {
    let screen = screen([
      "price": ["amount": 39.5], "reviews": [["by": "Rose"]],
      "rows": [
        ["value": "5", "path": "price.amount"], ["path": "price.amount"],
        ["path": "reviews.0.by"], ["path": "reviews.7.by"], ["path": "price"], ["path": ""],
      ],
    ])
    #expect(screen.rows.map(\.value) == ["5", "39.5", "Rose", nil, nil, nil])
  }

  @Test(
    arguments: [
      (["url": "/en.us/items"], "open /en.us/items"),
      (["url": "items/7?a=b"], "open /en.us/screens/items/7?a=b"),
      (["url": "https://shop.example/x"], "open /x"),
      (["_url": "/en.us/items/7"], "open /en.us/items/7"),
      (["datatype": "choice", "url": "/pay"], "proceed /pay"),
      (["url": "https://other.example/x"], "outside https://other.example/x"),
      (["url": "tel:+15550100117"], "outside tel:+15550100117"),
      (["action": "StoreViewController"], "show StoreViewController"),
      (["action": "StoreView", "url": "/en.us/store"], "show StoreView /en.us/store"),
      (["action": ["viewController": "StoreView", "url": "/s"]], "show StoreView /s"),
      (["action": ["url": "/s"]], "open /s"),
      (["action": "/en.us/cart"], "open /en.us/cart"),
      (["action": "tel:+1"], "outside tel:+1"),
      (["url": "javascript:alert(1)"], "none"),
      (["url": "file:///etc/passwd"], "none"),
      (["url": "https://"], "none"),
      (["url": 7, "action": true], "none"),
      ([:], "none"),
    ] as [(JSONValue, String)]
  )
  func `The action of a row is a link, a view controller, or an address outside`(
    row: JSONValue,
    expected: String
  ) {
    let action = screen(["rows": [row]]).rows.first?.action
    let told =
      switch action {
      case .open(let address): "open \(address.target)"
      case .proceed(let address): "proceed \(address.target)"
      case .cancel(let address): "cancel \(address.target)"
      case .show(let name, let address): "show \(name)" + (address.map { " \($0.target)" } ?? "")
      case .openOutside(let address): "outside \(address)"
      case nil: "none"
      }
    #expect(told == expected)
  }

  @Test func `The looks of a row are read, and what makes no sense is left out`() {
    let style = RowStyle(
      Component([
        "fontStyle": "boldItalic", "fontSize": "17", "fontColor": "255:128:0:0.5",
        "align": "Center", "line": 1, "height": 44,
      ])
    )
    #expect(style.isBold && style.isItalic && !style.isUnderlined && style.hasLine)
    #expect(style.size == 17)
    #expect(style.height == 44)
    #expect(style.alignment == .center)
    #expect(style.color?.red == 1)
    #expect(style.color?.green == 128.0 / 255)
    #expect(style.color?.alpha == 0.5)
    let none = RowStyle(
      Component([
        "fontSize": "huge", "fontColor": "red", "align": "top", "line": false, "height": -3,
      ])
    )
    #expect(none == RowStyle(Component([:])))
  }

  @Test(arguments: [
    ("1:0:0:1", [1, 0, 0, 1]), ("0.5:0.25:0", [0.5, 0.25, 0, 1]),
    ("255:51:0:255", [1, 0.2, 0, 1]), ("1:2", nil), ("1:1:1:1:1", nil), ("nan:0:0:1", nil),
    ("-1:0:0:1", nil), ("300:0:0", nil), ("a:1:1:1:1", nil), ("", nil),
  ])
  func `A colour is four shares, or numbers up to 255`(text: String, expected: [Double]?) {
    let color = RowStyle.Color(text)
    #expect(color.map { [$0.red, $0.green, $0.blue, $0.alpha] } == expected)
  }

  @Test func `What a degraded answer lacks stays as an earlier one had it`() {
    let old = Component(["title": "Roses", "stars": 4, "price": 30, "_degraded": ["stock"]])
    let partial = old.updated(by: Component(["title": "Roses", "price": 35, "_degraded": ["x"]]))
    #expect(partial.stars == 4)
    #expect(partial.price == 35)
    #expect(partial.degraded == ["x"])
    #expect(old.updated(by: Component(["title": "Roses"])).stars == nil)
  }

  @Test func `A document of the store is read as it came`() throws {
    let store = ObjectStore()
    var intake = Intake(of: "/en.us/screens/home", task: "1", into: store)
    let json = #"{"datatype":"screen","title":"Flowers","rows":[{"title":"a"}]}"#
    _ = try intake.read(Array(json.utf8)[...])
    let target = try #require(try intake.finish().items.first)
    let object = try #require(store.snapshot[target])
    #expect(Component(object).title == "Flowers")
    #expect(titles(Screen(Component(object), at: address, datatypes).rows) == ["a"])
  }
}
