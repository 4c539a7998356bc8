// SPDX-License-Identifier: Apache-2.0

package import LocaleFormats

/// A place in a text for a value.
package struct Placeholder: Sendable, Hashable {
  /// The type of value, on which all languages must agree.
  package enum Kind: String, Sendable {
    case object
    case integer
    case decimal
    /// A ratio, shown as a percentage.
    case percent
    case money
    case string
    case character
    case pointer
    case date
    case time
    /// Unspecified.
    case any

    /// Returns whether a value of one kind is also valid for the other.
    package func agrees(with other: Kind) -> Bool {
      self == other || self == .any || other == .any
    }
  }

  package let argument: Argument
  package let kind: Kind
  /// The placeholder as written, for apps that fill it in themselves.
  package let written: String
  /// Subtracted from a number before it is shown.
  package let offset: Int64
  /// The format of the value; `nil` leaves it as it is.
  package let format: ValueFormat?
  /// Whether the value can be formatted here, or only by the app.
  package let isWritable: Bool

  package init(
    _ argument: Argument,
    _ kind: Kind,
    written: String,
    offset: Int64 = 0,
    format: ValueFormat? = nil,
    isWritable: Bool = true
  ) {
    self.isWritable = isWritable
    self.format = format
    self.argument = argument
    self.kind = kind
    self.written = written
    self.offset = offset
  }
}

/// The argument of a placeholder or a choice: a name, a position, or both.
package struct Argument: Sendable, Hashable {
  package let name: String?
  /// From 1 on.
  package let position: Int?

  package init(name: String? = nil, position: Int? = nil) {
    self.name = name
    self.position = position
  }

  /// Identifies the argument across languages.
  package var identity: String { position.map { "\($0)" } ?? name ?? "" }
}
