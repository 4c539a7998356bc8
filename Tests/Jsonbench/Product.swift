// SPDX-License-Identifier: Apache-2.0

/// A part of a product, as an application would decode it.
struct Product: Decodable {
  struct Price: Decodable {
    let amount: Double
    let currency: String
  }

  struct List: Decodable {
    let items: [Product]
  }

  let id: String
  let sku: Int
  let title: String
  let available: Bool
  let price: Price
  let tags: [String]
}
