// SPDX-License-Identifier: Apache-2.0

import Filters

/// The attributes of a type with what follows from them alone: it is found once, and not for each record or
/// request.
final class DeclaredAttributes: Sendable {
  let all: [Attribute]
  /// Those that lead to other records.
  let references: [Attribute]
  let points: [Attribute]
  /// The names of those that the full text search looks through.
  let searched: [String]
  let hasFiles: Bool
  let filterSchema: FilterSchema

  init(_ all: [Attribute]) {
    self.all = all
    references = all.filter { $0.valueKind == .reference }
    points = all.filter { $0.kind == .point }
    searched = all.filter(\.isSearched).map(\.name)
    hasFiles = all.contains { $0.kind == .binary }
    filterSchema = FilterSchema(of: all)
  }

  /// The place of the attribute of a name.
  func place(of name: String) -> Int? {
    // An attribute has a dozen references, so that it is looked at in its place and not copied.
    for place in all.indices where all[place].name == name { return place }
    return nil
  }
}

extension DeclaredAttributes: Equatable {
  static func == (first: DeclaredAttributes, second: DeclaredAttributes) -> Bool {
    first === second || first.all == second.all
  }
}

extension FilterSchema {
  /// A list has the type of its elements, and a comparison holds if it holds for any of them.
  fileprivate init(of attributes: [Attribute]) {
    let own = attributes.compactMap { attribute in
      attribute.valueKind.filterType.map { FilterField(attribute.name, $0) }
    }
    let points = attributes.filter { $0.kind == .point }
    var functions = points.map { FilterFunction("\($0.name).near", Self.near, .boolean) }
    if points.count == 1 { functions.append(FilterFunction("near", Self.near, .boolean)) }
    if attributes.contains(where: \.isSearched) {
      functions.append(FilterFunction("search", [.text], .boolean))
    }
    self.init(own + Self.systemFields, functions: functions)
  }

  private static let near: [FilterType] = [.number, .number, .text]

  private static let systemFields = [
    FilterField("uuid", .text), FilterField("_version", .integer), FilterField("_class", .integer),
    FilterField("_created", .instant), FilterField("_updated", .instant),
    FilterField("_owner", .text),
  ]
}
