// SPDX-License-Identifier: Apache-2.0

import PorticoClient

/// One thing that the shop sells, light or with its reviews and what is like it.
struct Item: ComponentModel {
  static let datatype = "item"
  let valueText: String?
  let parts: [Component]

  init?(_ component: Component) {
    guard component.title != nil else { return nil }
    valueText = component.priceText?.string
    let reviews = component.reviews?.array?.map { review in
      Component(["title": review["by"] ?? "", "text": review["text"] ?? ""])
    }
    parts = (reviews ?? []) + (component.related?.array?.map { Component($0) } ?? [])
  }
}

/// A screen, which in the checkout says what is bought.
struct Page: ComponentModel {
  static let datatype = "screen"
  let parts: [Component]

  init?(_ component: Component) {
    guard let name = component.name else {
      parts = []
      return
    }
    parts = [Component(["title": name, "value": component.priceText ?? ""])]
  }
}

/// A product of the editors, with its price for the visitor's country.
struct Product: ComponentModel {
  static let datatype = "product"
  let valueText: String?

  init?(_ component: Component) { valueText = component.priceText?.string }
}

/// The stars that customers gave.
struct Stars: ComponentModel {
  static let datatype = "stars"
  let count: Int

  init?(_ component: Component) {
    guard let count = component.value?.integer, (0...5).contains(count) else { return nil }
    self.count = Int(count)
  }

  var valueText: String? { String(repeating: "★", count: count) }
}
