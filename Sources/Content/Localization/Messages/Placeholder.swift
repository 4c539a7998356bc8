// SPDX-License-Identifier: Apache-2.0

package import LocaleFormats

/// A place in a text that a value goes to.
package struct Placeholder: Sendable, Hashable {
  /// What values fit; two languages must agree on it.
  package enum Kind: String, Sendable {
    case object
    case integer
    case decimal
    /// A share of one, shown as one of a hundred.
    case percent
    case money
    case string
    case character
    case pointer
    case date
    case time
    /// The text does not say.
    case any

    /// Whether a value that fits one fits the other as well.
    package func agrees(with other: Kind) -> Bool {
      self == other || self == .any || other == .any
    }
  }

  package let argument: Argument
  package let kind: Kind
  /// As the text says it: an app that fills it in itself gets it untouched.
  package let written: String
  /// What is taken from a number before it is shown.
  package let offset: Int64
  /// How its value is written; `nil`: as it is.
  package let format: ValueFormat?
  /// Whether a value can be written here; what is not writable is left to the app.
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
