// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Filters

/// A record with its type, for filters: row rules and caches evaluate in memory what storage
/// evaluates by its index. Both give the same result except for accents, which count in a search in
/// memory.
package struct TypedResource: FilterRecord, Sendable {
  package let resource: Resource
  package let type: ResourceType

  /// The capabilities on the record that are granted to the sender of the request.
  private let grants: Set<String>

  package init(_ resource: Resource, of type: ResourceType, grants: Set<String> = []) {
    self.resource = resource
    self.type = type
    self.grants = grants
  }

  package func hasValue(of field: FilterField, where condition: (FilterValue) -> Bool) -> Bool {
    switch field.name {
    case "uuid": return condition(.text(resource.id.text))
    case "_version": return condition(.integer(resource.version))
    case "_class": return condition(.integer(Int64(resource.classVersion)))
    case "_created": return condition(.instant(resource.created.milliseconds * 1_000_000))
    case "_updated": return condition(.instant(resource.updated.milliseconds * 1_000_000))
    case "_owner": return resource.owner.map { condition(.text($0)) } ?? false
    default:
      guard let value = resource.attributes[field.name] else { return false }
      let values = type.attribute(field.name)?.isList == true ? value.elements ?? [] : [value]
      return values.contains { FilterValue($0, as: field.type).map(condition) ?? false }
    }
  }

  package func result(of call: FilterCall) -> FilterValue? {
    if call.function.name == AccessRule.grantFunction, case .text(let what)? = call.arguments.first
    {
      return .boolean(grants.contains(what))
    }
    if call.function.name == "search", case .text(let words)? = call.arguments.first {
      return .boolean(finds(words))
    }
    guard let attribute = type.point(of: call), let circle = try? Circle(call) else { return nil }
    let point = resource.attributes[attribute.name].flatMap(Point.init)
    return .boolean(point.map { circle.centre.metres(to: $0) <= circle.metres } ?? false)
  }

  /// Whether every word stands in a searched text, whatever its case.
  private func finds(_ words: String) -> Bool {
    let found = Set(type.searchedTexts(of: resource).flatMap(Self.words))
    let sought = Self.words(words)
    return !sought.isEmpty && sought.allSatisfy(found.contains)
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

extension ResourceType {
  /// The texts of a record that the full text search finds.
  package func searchedTexts(of resource: Resource) -> [String] {
    searchedNames.flatMap(resource.texts)
  }
}

extension FilterValue {
  /// A value of a record as filters compare it; `nil` for one of another type.
  fileprivate init?(_ value: DataValue, as type: FilterType) {
    switch (type, value.content) {
    case (.text, .string(let text)): self = .text(text)
    case (.integer, .integer(let integer)): self = .integer(integer)
    case (.boolean, .bool(let flag)): self = .boolean(flag)
    case (.number, .integer), (.number, .decimal): self = .number(value.number ?? .nan)
    case (.instant, .string(let text)):
      guard let instant = Timestamp(text) else { return nil }
      self = .instant(instant.milliseconds * 1_000_000)
    default: return nil
    }
  }
}
