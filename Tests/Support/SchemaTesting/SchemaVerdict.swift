// SPDX-License-Identifier: Apache-2.0

/// The verdict of a schema on a value.
package struct SchemaVerdict {
  /// Everything in which the value is not as the schema says.
  package private(set) var problems: [String] = []
  /// The places in the schema of all properties that the value has, as `#/properties/body`.
  package private(set) var properties: Set<String> = []
  /// For the place of each dictionary to which the schema closes the door the keys that it lets in.
  package private(set) var closed: [String: Set<String>] = [:]

  package var isGood: Bool { problems.isEmpty }

  init() {}

  init(problem: String, at place: SchemaValidator.Place) {
    problems = [place.isNoted ? "\(place.value): \(problem) (\(place.schema))" : problem]
  }

  mutating func note(property name: String, of place: SchemaValidator.Place) {
    guard place.isNoted else { return }
    properties.insert("\(place.schema)/properties/\(name)")
  }

  mutating func note(_ keys: some Sequence<String>, closing place: SchemaValidator.Place) {
    guard place.isNoted else { return }
    closed[place.value] = Set(keys)
  }

  mutating func add(_ other: SchemaVerdict) {
    problems += other.problems
    if !other.properties.isEmpty { properties.formUnion(other.properties) }
    if !other.closed.isEmpty { closed.merge(other.closed) { $0.intersection($1) } }
  }
}
