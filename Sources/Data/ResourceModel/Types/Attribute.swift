// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// An attribute that a type declares.
package struct Attribute: Sendable, Equatable {
  package var name: String
  package var kind = Kind.text
  /// The kind of a list's elements.
  package var element: Kind?
  /// The values that an enum may have.
  package var values: [String] = []
  /// The present values of an enum by those that records had before they were renamed.
  package var renamedValues: [String: String] = [:]
  /// The names that the attribute had before, whose values it takes.
  package var formerNames: [String] = []
  /// The type that a reference leads to.
  package var target: String?
  /// The effect of the deletion of the record that it refers to.
  package var onDelete = Deletion.restrict
  package var isRequired = false
  /// The value of records that are created without one.
  package var standard: DataValue?
  /// The least number, or the least length of a text in characters.
  package var minimum: Double?
  /// The greatest number, or the greatest length of a text in characters.
  package var maximum: Double?
  /// The most elements of a list.
  package var most = 1_000
  /// A regular expression of RFC 9485 that texts match as a whole.
  package var pattern: String?
  /// Whether no two live records of the type may have the same value; it is indexed, too.
  package var isUnique = false
  package var isIndexed = false
  /// Whether the full text search finds its words.
  package var isSearched = false
  /// Whether only the heavy view shows it.
  package var isHeavy = false

  package init(_ name: String, _ kind: Kind = .text) {
    self.name = name
    self.kind = kind
  }

  package enum Kind: String, Sendable, CaseIterable {
    case text
    case number
    case integer
    case boolean
    case `enum`
    /// An instant of RFC 3339, kept in UTC to the millisecond.
    case instant
    /// A place on Earth: `{"lat": 52.5, "lon": 13.4}`.
    case point
    /// The id of a record.
    case reference
    case list
    case object
    /// A file: its digest, size and media type; the bytes are kept beside the database.
    case binary

    /// Whether its values are compared by an index.
    package var isScalar: Bool {
      switch self {
      case .text, .number, .integer, .boolean, .enum, .instant, .reference: true
      case .point, .list, .object, .binary: false
      }
    }
  }

  /// The effect of a record's deletion on the records that refer to it.
  package enum Deletion: String, Sendable, CaseIterable {
    /// The deletion is refused while there are any.
    case restrict
    /// The reference is removed from them.
    case clear
    /// They are deleted, too.
    case cascade
  }

  /// The kind of the value, or of a list's elements.
  package var valueKind: Kind { element ?? kind }
  package var isList: Bool { kind == .list }
  /// Whether an index of the storage answers comparisons with it.
  package var hasIndex: Bool { isIndexed || isUnique }
}
