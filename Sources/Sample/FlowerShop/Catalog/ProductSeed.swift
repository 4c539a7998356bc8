// SPDX-License-Identifier: Apache-2.0

/// An initial product.
struct ProductSeed: Sendable {
  /// The words for a product in one language.
  struct Words: Sendable, Equatable {
    let language: String
    let title: String
    let text: String
  }

  /// The item's number.
  let id: String
  let category: String
  /// The price in the United States, in cents, from which other countries' prices are computed.
  let cents: Int
  /// The average of its reviews, in tenths of a star.
  let tenthsOfStars: Int
  let colors: [String]
  let words: [Words]

  /// All products, category by category.
  static let all =
    baskets + bouquets + roses + orchids + plants + wreaths + weddings + gifts

  /// The languages of all products.
  static let languages = ["en", "fr", "de", "es", "ja", "ar"]

  /// Parses products separated by empty lines: the first line has the item, the price, the stars
  /// and the colours, each other one the words of a language.
  static func products(of category: String, _ text: String) -> [ProductSeed] {
    var products: [ProductSeed] = []
    var lines: [[String]] = []
    for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.isEmpty else {
        lines.append(line.split(separator: " | ").map(String.init))
        continue
      }
      products.append(product(of: category, lines))
      lines = []
    }
    return products
  }

  private static func product(of category: String, _ lines: [[String]]) -> ProductSeed {
    guard let head = lines.first, head.count == 4, let cents = Int(head[1]),
      let stars = Int(head[2]), lines.dropFirst().allSatisfy({ $0.count == 3 })
    else { preconditionFailure("a product of \(category) was written wrongly: \(lines)") }
    return ProductSeed(
      id: head[0],
      category: category,
      cents: cents,
      tenthsOfStars: stars,
      colors: head[3].split(separator: ", ").map(String.init),
      words: lines.dropFirst().map { Words(language: $0[0], title: $0[1], text: $0[2]) }
    )
  }
}
