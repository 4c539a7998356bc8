// SPDX-License-Identifier: Apache-2.0

/// A value that an attribute cannot have.
package struct ValidationError: Error, Sendable, Hashable {
  /// The attribute, with an index behind it for an element of a list: `tags[2]`.
  package let attribute: String
  package let code: Code
  /// The value seen and what was expected, in one line.
  package let message: String

  package init(_ attribute: String, _ code: Code, _ message: String) {
    self.attribute = attribute
    self.code = code
    self.message = message
  }

  /// The rule that was broken, for programs; none is ever renamed.
  package enum Code: String, Sendable, CaseIterable {
    case type
    case required
    case range
    case length
    case count
    case pattern
    case `enum`
    case unknown
    /// A live record has the same value.
    case unique
    /// The record that is referred to is not there, or is of another type; or no upload has set the
    /// values of a file.
    case reference
    /// An operation that the attribute or its present value cannot take.
    case operation
    /// A change by which the record would have too many bytes, or containers in one another.
    case size
  }
}

extension ValidationError: CustomStringConvertible {
  package var description: String { "\(attribute): \(message)" }
}

/// All that is wrong with a record or a change.
package struct ValidationErrors: Error, Sendable, Equatable, CustomStringConvertible {
  package let errors: [ValidationError]

  package init(_ errors: [ValidationError]) { self.errors = errors }

  package var description: String { errors.map(\.description).joined(separator: "; ") }
}
