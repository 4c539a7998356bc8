// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import ContentModel
import DataFiles
import Editions
import SiteTesting
import Testing

/// A site with a value of every type, and records with every kind of attribute.
enum SampleTypes {
  static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      apps: { "com.example.shop": { versions: ["1.0", "2.0", "3.1"] } },
      backends: { shop: { addresses: "http://127.0.0.1:9001" } },
      name: "flower-shop",
      roots: ["*"],
      datatypes: {
        config: {}, screen: {}, link: {}, items: {}, novelty: { app: ">=3" },
        item: {
          schema: {
            type: "object", required: ["title", "price"],
            properties: {
              title: { type: "string", description: "Name of the thing" },
              price: { type: "number", minimum: 0 },
              size: { enum: ["small", "large", "unknown"] },
              stars: { type: "integer", minimum: 1, maximum: 5 },
              maker: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
            },
          },
        },
      },
    }
    """

  static let documents = [
    "config": """
    { datatype: "config", body: {
      home: { $ref: "screens/home" }, "share-image": "https://www.example.com/a.png",
      settings: { pageSize: 20, ratio: 1.5, isOpen: true, default: [1, 2.5] },
    } }
    """,
    "screens/home": """
    { datatype: "screen",
      body: { title: "Home", note: null, rows: [
        { datatype: "link", title: "All", url: { $ref: "items" } },
        { datatype: "link", title: "Terms", url: { $ref: "screens/home" }, device: "phone" },
        { datatype: "novelty", when: { app: ">=3" }, text: "New" },
        { $embed: "items/{id}", with: { id: "7" }, view: "light" },
      ] },
      variants: [{ when: { device: "tv" }, patch: { columns: 4 } }] }
    """,
    "items/{id}": """
    { datatype: "item", light: ["title", "price"],
      calls: {
        item: { backend: "shop", path: "/items/{id}",
          schema: { required: ["id"], properties: { id: { type: "integer" },
            tags: { type: "array", items: { type: "string" } } } } },
        reviews: { backend: "shop", path: "/reviews/{id}", optional: true },
      },
      body: {
        title: { $pick: "$.item.title" }, price: { $pick: "$.item.price" },
        number: { $pick: "$.item.id" }, path: { $pick: "$.route.id" },
        tags: { $pick: "$.item.tags" }, size: { $pick: "$.item.size", else: "small" },
        amount: { $money: "$.item.price", currency: "EUR" }, fixed: { $money: 5, currency: "EUR" },
        reviews: { $each: "$.reviews.data[*]", do: { by: { $pick: "@.by" }, kind: "review" } },
      } }
    """,
    "items": """
    { datatype: "items", list: { keys: { title: "@.title" } },
      calls: { items: { backend: "shop", path: "/items" } },
      body: { data: { $list: "$.items[*]", do: { datatype: "link", title: { $pick: "@.title" },
        url: { $ref: "items/{id}", with: { id: "@.id" } } } } } }
    """,
  ]

  static let records = [
    AppTypes.Object(
      "notes",
      [
        ContentMember("uuid", .reference(to: "notes")),
        ContentMember("_version", .integer, isOptional: true),
        ContentMember("colour", .choice(["red", "dark-blue"]), isOptional: true),
        ContentMember(
          "place",
          .object([ContentMember("lat", .number), ContentMember("lon", .number)]),
          isOptional: true,
          notes: ["A place on Earth."]
        ),
        ContentMember("shop", .reference(to: "shops"), isOptional: true),
        ContentMember("shops", .list(.reference(to: "shops")), isOptional: true),
        ContentMember("text", .text, isOptional: true),
        ContentMember("default", .any, isOptional: true),
      ]
    ),
    AppTypes.Object(
      "shops",
      [
        ContentMember("uuid", .reference(to: "shops")),
        ContentMember("open", .boolean, isOptional: true),
      ]
    ),
  ]

  /// - Parameter version: `nil` for all versions.
  static func types(_ version: String? = nil) throws -> AppTypes {
    let compilation = MemorySite(documents, settings: settings).compiled()
    let edition = try #require(compilation.edition, "\(compilation.findings)")
    let version = version.flatMap { AppVersion($0) }
    var types = AppTypes(
      of: "flower-shop",
      edition.site,
      edition: edition.name,
      documents: try edition.contentUses(of: version.map { ("com.example.shop", $0) }),
      version: version
    )
    types.records = records
    return types
  }
}
