// SPDX-License-Identifier: Apache-2.0

package import DataFiles

// The part of JSON Schema (draft 2020-12) that says what apps depend on: kinds, members, elements,
// allowed values and bounds. Keywords that tell editors something (`title`, `examples`) are passed
// over; every other keyword is an error, since a rule that is silently not checked is worse than none.
// Values that a compile fills in (`$t`, `$ref`) count as the strings they become.

/// The JSON Schema of a registered datatype, or of the answers of a call.
package indirect enum ValueSchema: Sendable, Hashable {
  /// Anything.
  case any
  case rules(Rules)
}

extension ValueSchema {
  /// The rules of one level of a schema.
  package struct Rules: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case null, boolean, integer, number, string, array, object
    }

    /// Meaning of the value, for people.
    package var description: String?
    package var kinds: [Kind] = []
    /// The only values that are allowed, as compact JSON.
    package var allowed: [String] = []
    package var members: [String: ValueSchema] = [:]
    package var required: [String] = []
    /// Members that are not named; anything, unless given.
    package var others: Others?
    package var elements: ValueSchema?
    package var minimum: Double?
    package var maximum: Double?
    /// Permitted number of elements of an array.
    package var elementCounts = Counts()
    /// Permitted number of characters of a string.
    package var textCounts = Counts()

    package indirect enum Others: Sendable, Hashable {
      case refused
      case like(ValueSchema)
    }

    package struct Counts: Sendable, Hashable {
      package var least: Int?
      package var most: Int?
    }

    package init() {}

    /// A value as compact JSON.
    package static func compact(_ value: DataValue) -> String {
      do {
        return String(decoding: try JSONWriter().bytes(of: value), as: UTF8.self)
      } catch {
        return "a value that JSON cannot hold (\(error))"
      }
    }
  }
}
