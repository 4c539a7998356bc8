// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// A list of flowers as an app reads it; they are like those of a shop, and different from each other.
struct FlowerList: Decodable {
  struct Flower: Decodable {
    let id: String
    let title: String
    let text: String
    let price: Double
    let priceText: String
    let stars: Int
    let inStock: Bool
    let colors: [String]
    let image: String
    let url: String
  }

  let datatype: String
  let data: [Flower]

  private static let colors = ["red", "white", "yellow", "pink", "blue", "violet", "orange"]
  private static let kinds = [
    "Rose", "Lily", "Tulip", "Peony", "Iris", "Daisy", "Orchid", "Dahlia", "Lilac", "Anemone",
    "Aster",
  ]
  private static let places = [
    "Market", "Garden", "Harbour", "Meadow", "Castle", "Village", "River", "Orchard", "Terrace",
  ]
  private static let sentences = [
    "Cut in the morning and with you on the same day.", "Lasts for ten days with fresh water.",
    "Tied by hand, with a card that says what you want it to.",
    "Grown without heat, so only in season.",
    "Needs little light; away from the radiator.", "Smells at night, when others sleep.",
    "The stems are long enough for a tall vase.",
  ]

  /// The answer that has so many of them.
  static func document(of count: Int) -> DataValue {
    dictionary([
      ("datatype", .string("items")), ("offset", .integer(0)), ("count", .integer(Int64(count))),
      ("total", .integer(Int64(count))),
      ("data", .array((0..<count).map(flower))), ("_lang", .string("en")),
      ("_expire", .string("1795382208")),
    ])
  }

  private static func flower(_ number: Int) -> DataValue {
    func pick<Value>(_ values: [Value], _ step: Int) -> Value {
      values[(number * step + number / values.count) % values.count]
    }
    let id = "\(1_000 + number * 37)-\(2_010 + number % 16)"
    let price = DataDecimal(Double(1_999 + number * 53 % 8_000) / 100)
    let colors = [pick(colors, 3), pick(colors, 5)]
    return dictionary([
      ("id", .string(id)),
      ("title", .string("\(pick(kinds, 7)) \(pick(places, 5)) \(number + 1)")),
      ("text", .string("\(pick(sentences, 3)) \(pick(sentences, 4)) \(pick(sentences, 5))")),
      ("price", .decimal(price)), ("priceText", .string("$\(price.text)")),
      ("stars", .integer(Int64(1 + number % 5))), ("inStock", .bool(number % 3 != 0)),
      ("colors", .array(colors.map { DataValue(.string($0)) })),
      ("image", .string("/images/\(id).png")), ("url", .string("/en.us/items/\(id)")),
    ])
  }

  private static func dictionary(_ members: [(String, DataValue.Content)]) -> DataValue {
    DataValue(
      .dictionary(DataDictionary(unique: members.map { .init($0.0, DataValue($0.1)) }))
    )
  }
}
