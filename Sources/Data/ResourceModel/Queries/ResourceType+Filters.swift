// SPDX-License-Identifier: Apache-2.0

package import Filters

extension ResourceType {
  /// The fields and functions that filters over records of the type may use.
  ///
  /// A list has the type of its elements, and a comparison holds if it holds for any of them.
  /// `near(lat, lon, radius)` is there for a type with one point, `name.near(…)` for each point, and
  /// `search(words)` for a type with searched texts.
  package var filterSchema: FilterSchema { declared.filterSchema }

  /// The fields that a filter compares, each once.
  package func names(in filter: Filter) -> [String] {
    switch filter {
    case .all(let parts), .any(let parts):
      parts.flatMap(names).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    case .not(let part): names(in: part)
    case .call(let call): [call.function.name]
    case .comparison(let comparison): [comparison.field.name]
    }
  }

  /// The attribute that a call of `near` is about.
  package func point(of call: FilterCall) -> Attribute? {
    guard call.function.name != "near" else { return points.first }
    return points.first { "\($0.name).near" == call.function.name }
  }
}

extension Attribute.Kind {
  /// The type that filters compare values as; `nil` for those that they cannot compare.
  package var filterType: FilterType? {
    switch self {
    case .text, .enum, .reference: .text
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    case .instant: .instant
    case .point, .list, .object, .binary: nil
    }
  }
}
