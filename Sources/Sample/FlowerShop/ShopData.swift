// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The data of all services, which is that of `shop.json` at the start.
struct ShopData {
  let catalog: Catalog
  var prices: Prices
  let reviews: Reviews
  let stock: Stock
  let stores: Stores
  var accounts: Accounts
  var orders = Orders()

  /// The date of everything that has no history.
  static let opening: Int64 = 1_788_220_800

  init() throws {
    let bytes = PackageResources.shop_json
    let file = Seed(try DataValue(reading: bytes.span, as: .json))
    let products = try file.list("products").enumerated().map { place, seed throws(DataFileError) in
      try Product(seed, at: place)
    }
    catalog = Catalog(products)
    prices = Prices(products)
    reviews = try Reviews(file, products)
    stores = try Stores(file)
    stock = Stock(products, stores)
    accounts = try Accounts(file)
  }
}

/// A product, with the words of each language.
struct Product {
  let id: String
  let category: String
  /// The price in the United States, in cents, from which other countries' prices are computed.
  let cents: Int
  /// The average of its reviews, in tenths of a star.
  let tenthsOfStars: Int
  let colors: [String]
  let updated: Int64
  private(set) var words: [String: Words] = [:]

  init(_ seed: Seed, at place: Int) throws(DataFileError) {
    updated = ShopData.opening + Int64(place) * 3_600
    id = try seed.text("id")
    category = try seed.text("category")
    cents = try seed.number("cents")
    tenthsOfStars = try seed.number("tenthsOfStars")
    colors = try seed.list("colors").compactMap(\.value.string)
    for (language, seed) in try seed.members("words") {
      words[language] = Words(title: try seed.text("title"), text: try seed.text("text"))
    }
  }
}

/// A part of the file, whose members must be there.
struct Seed {
  let value: DataValue

  init(_ value: DataValue) { self.value = value }

  func text(_ name: String) throws(DataFileError) -> String { try member(name, "a text", \.string) }

  func number(_ name: String) throws(DataFileError) -> Int {
    Int(try member(name, "an integer", \.integer))
  }

  func list(_ name: String) throws(DataFileError) -> [Seed] {
    try member(name, "a list", \.elements).map { Seed($0) }
  }

  func members(_ name: String) throws(DataFileError) -> [(String, Seed)] {
    let members = try member(name, "an object") { value in
      if case .dictionary(let dictionary) = value.content { dictionary.members } else { nil }
    }
    return members.map { ($0.key, Seed($0.value)) }
  }

  private func member<Value>(
    _ name: String,
    _ kind: String,
    _ read: (DataValue) -> Value?
  ) throws(DataFileError) -> Value {
    guard let found = value[name].flatMap(read) else {
      let expected = "\(kind) \(name)"
      throw DataFileError(.syntax, at: value.position, seen: value.kindName, expected: expected)
    }
    return found
  }
}

/// The words for a product in one language.
struct Words {
  let title: String
  let text: String

  /// The language that every product has.
  static let last = "en"
}

extension [String: Words] {
  /// The words in the language asked for, its base language, or English.
  func nearest(to language: String) -> (language: String, words: Words) {
    for language in [language, String(language.prefix { $0 != "-" })] {
      if let words = self[language] { return (language, words) }
    }
    return (Words.last, self[Words.last] ?? Words(title: "", text: ""))
  }
}
