// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  /// Articles whose cost, place and parts only their owner sees.
  private static let articles: DataValue = [
    "name": "articles", "prefix": "a",
    "attributes": [
      "name": ["type": "text"], "cost": ["type": "integer"], "place": ["type": "point"],
      "parts": ["type": "list", "of": "integer"],
    ],
    "rules": [
      ["role": "member", "may": ["fetch"], "fields": ["name"]],
      ["role": "member", "may": ["fetch", "update"], "where": "_owner = @me.uuid"],
      ["role": "clerk", "may": ["update"], "fields": ["name"]],
      ["role": "buyer", "may": ["update"], "fields": ["cost", "place"]],
    ],
  ]

  private static let hidden: DataDictionary = [
    "name": "Vase", "cost": 700, "place": ["lat": 52.5, "lon": 13.5], "parts": [1, 2],
  ]

  private static func prepareArticles(
    _ store: StoreUnderTest
  ) throws -> (owner: Principal, askers: [String: Principal]) {
    let declarations = (StoreSamples.declarations.elements ?? []) + [articles]
    _ = try store.store.setTypes(TypeSet(.list(declarations), in: "types.json"), options: [])
    let owner = Principal(ResourceID("u-01h455vb4pex5vsknk084sn02q"))
    var askers: [String: Principal] = [:]
    for (name, letter) in [("bob", "r"), ("clerk", "s"), ("buyer", "t")] {
      askers[name] = Principal(ResourceID("u-01h455vb4pex5vsknk084sn02\(letter)"))
      askers[name]?.roles = [name]
    }
    return (owner, askers)
  }

  /// The outcome of a write of a new article: its error with its message, or what the write did.
  private static func answer(
    _ store: StoreUnderTest,
    to action: (ResourceID) throws -> ResourceWrite.Action,
    as principal: Principal?,
    of attributes: DataDictionary
  ) throws -> String {
    let article = try store.create(
      attributes,
      of: "articles",
      owner: "u-01h455vb4pex5vsknk084sn02q"
    )
    var write = ResourceWrite(try action(article.id))
    write.principal = principal
    do {
      return try store.write(write).kind.rawValue
    } catch let error as StoreError {
      let words = error.message.split(separator: article.id.text).joined(separator: "ID")
      return "\(error.kind): \(words)"
    }
  }

  /// Patches that would tell something of the hidden attributes, by a guess or by an error.
  private static func questions() throws -> [(ResourceID) -> ResourceWrite.Action] {
    let operations: [AttributeOperation] = [
      AttributeOperation("cost", .inc, .integer(.max)), AttributeOperation("cost", .mul, "a"),
      AttributeOperation("cost", .min, 700), AttributeOperation("cost", .max, 700),
      AttributeOperation("cost", .inc, 0), AttributeOperation("cost", .append, 1),
      AttributeOperation("parts", .prepend, .list([])), AttributeOperation("parts", .addUnique, 2),
      AttributeOperation("parts", .remove, 3), AttributeOperation("parts", .insertAt, 1, at: 3),
    ]
    return operations.map { operation in { .update($0, .operations([operation])) } }
  }

  private static func guesses() throws -> [(ResourceID) -> ResourceWrite.Action] {
    let patches = [
      .operations([AttributeOperation("cost", .set, 700)]),
      .operations([AttributeOperation("parts", .unset)]), .merge(["cost": 700]),
      .merge(["parts": .null]), .merge(["place": ["lat": 52.5]]),
      try ResourcePatch(jsonPatch: [["op": "add", "path": "/cost", "value": 700]]),
      try ResourcePatch(jsonPatch: [
        ["op": "replace", "path": "", "value": ["name": "Vase", "cost": 700]]
      ]),
    ]
    return patches.map { patch in { .update($0, patch) } } + [
      { .replace($0, ["name": "Vase", "cost": 700]) }, { .replace($0, ["parts": [1, 2]]) },
    ]
  }

  static func writesRevealNothing(_ store: StoreUnderTest) throws {
    let (owner, askers) = try prepareArticles(store)
    for action in try questions() + guesses() {
      for name in ["bob", "clerk"] {
        let asker = askers[name]
        let equal = try answer(store, to: action, as: asker, of: hidden)
        #expect(equal.hasPrefix("notAllowed: no rule lets the request"), "\(name): \(equal)")
        #expect(try answer(store, to: action, as: asker, of: ["name": "Vase", "cost": 7]) == equal)
        #expect(try answer(store, to: action, as: asker, of: ["name": "Vase"]) == equal)
      }
    }
    // Nothing is found out about a write that is refused anyway.
    let wrong: (ResourceID) -> ResourceWrite.Action = { .update($0, .merge(["name": 5])) }
    let refused = try answer(store, to: wrong, as: askers["bob"], of: hidden)
    #expect(refused.hasPrefix("notAllowed: no rule lets the request update"), "\(refused)")
    let inc = AttributeOperation("cost", .inc, 1)
    #expect(
      try answer(store, to: { .update($0, .operations([inc])) }, as: owner, of: hidden) == "updated"
    )
  }

  static func unseenAttributesAreSet(_ store: StoreUnderTest) throws {
    let (_, askers) = try prepareArticles(store)
    let buyer = askers["buyer"]
    for action in try questions() {
      let refused = try answer(store, to: action, as: buyer, of: hidden)
      #expect(refused.hasPrefix("notAllowed: no rule lets the request"), "\(refused)")
    }
    let add = try ResourcePatch(jsonPatch: [["op": "add", "path": "/cost", "value": 8]])
    let paris: DataValue = ["lat": 48.5, "lon": 2.25]
    for (change, attribute, value) in [
      (.operations([AttributeOperation("cost", .set, 8)]), "cost", 8),
      (.operations([AttributeOperation("cost", .unset)]), "cost", nil),
      (.merge(["cost": 8]), "cost", 8), (.merge(["cost": .null]), "cost", nil), (add, "cost", 8),
      (.merge(["place": paris]), "place", paris), (.merge(["place": .null]), "place", nil),
    ] as [(ResourcePatch, String, DataValue?)] {
      let article = try store.create(hidden, of: "articles")
      var write = ResourceWrite(.update(article.id, change))
      write.principal = buyer
      let outcome = try store.write(write)
      let others = outcome.resource.attributes.keeping { $0 != attribute }
      #expect(outcome.resource.attributes[attribute] == value)
      #expect(others == hidden.keeping { $0 != attribute })
      #expect(outcome.shown?.attributes == ["name": "Vase"])
    }
    // A part of a point would tell whether there is one.
    let part: (ResourceID) -> ResourceWrite.Action = { .update($0, .merge(["place": ["lat": 1]])) }
    let there = try answer(store, to: part, as: buyer, of: hidden)
    #expect(there.hasPrefix("invalid"))
    #expect(try answer(store, to: part, as: buyer, of: ["name": "Vase"]) == there)
  }

  static func shownRecordsAreSentBack(_ store: StoreUnderTest) throws {
    let (_, askers) = try prepareArticles(store)
    let clerk = try #require(askers["clerk"])
    let article = try store.create(hidden, of: "articles")
    let type = try #require(store.store.types["articles"])
    let shown = try #require(RecordAccess(clerk, to: type).shown(article)?.json().dictionary)
    let renamed = shown.setting("name", "Bowl")
    for action in [.replace(article.id, renamed), .update(article.id, .merge(shown))]
      as [ResourceWrite.Action]
    {
      var write = ResourceWrite(action)
      write.principal = clerk
      #expect(try store.write(write).kind == .updated)
    }
    #expect(try store.get(article.id)?.attributes == hidden)
  }
}
