// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The reviews of products by customers.
struct Reviews {
  /// Those of each product, the newest first.
  private var reviews: [String: [Review]] = [:]

  private static let lifetime = 120

  private struct Review {
    let stars: Int
    let written: Int64
    let body: DataValue
  }

  static let routes = [
    Route(.get, "/reviews/{id}") { shop, request throws(Refusal) in try shop.reviews.list(request)
    }
  ]

  init(_ file: Seed, _ products: [Product]) throws(DataFileError) {
    let said = try file.list("reviews")
    for (place, product) in products.enumerated() {
      var list: [Review] = []
      for (order, stars) in Reviews.stars(of: product, at: place).enumerated() {
        let fitting = said.filter { $0.value["stars"]?.string?.contains("\(stars)") == true }
        let words = fitting[(place * 5 + order) % fitting.count]
        let written = ShopData.opening - Int64(order) * 345_600 - Int64(place) * 7_200
        let body = DataValue.object(
          ("author", .text(try words.text("author"))),
          ("stars", .number(stars)),
          ("title", .text(try words.text("title"))),
          ("text", .text(try words.text("text"))),
          ("language", .text(try words.text("language"))),
          ("written", .instant(written))
        )
        list.append(Review(stars: stars, written: written, body: body))
      }
      reviews[product.id] = list
    }
  }

  /// Returns stars whose average is the product's; the first product has the most.
  private static func stars(of product: Product, at place: Int) -> [Int] {
    let count = place == 0 ? 24 : 3 + place * 7 % 10
    let sum = (product.tenthsOfStars * count + 5) / 10
    return (0..<count).map { sum / count + ($0 < sum % count ? 1 : 0) }
  }

  private func list(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let page = try Page(of: request, &query)
    try query.finish()
    let id = request.segment("id")
    guard let all = reviews[id] else { throw .notFound("item \(id)") }
    let average = Double(all.reduce(0) { $0 + $1.stars } * 10) / Double(all.count)
    let summary = DataValue.object(
      ("count", .number(all.count)),
      ("average", DataValue(.decimal(DataDecimal(average.rounded() / 10))))
    )
    return ServiceReply(
      .members([("id", .text(id)), ("summary", summary)] + page.members(all, \.body)),
      lifetime: Reviews.lifetime,
      lastModified: all.first?.written
    )
  }
}
