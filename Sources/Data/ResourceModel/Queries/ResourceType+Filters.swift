// SPDX-License-Identifier: Apache-2.0

package import Filters

extension ResourceType {
  /// The fields and functions that filters over records of the type may use.
  ///
  /// A list has the type of its elements, and a comparison holds if it holds for any of them.
  /// `near(lat, lon, radius)` is there for a type with one point, `name.near(…)` for each point, and
  /// `search(words)` for a type with searched texts.
  package var filterSchema: FilterSchema { declared.filterSchema }

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
