// SPDX-License-Identifier: Apache-2.0

// A subset of Google's AIP-160: comparisons `= != < <= > >= :`, `AND`, `OR`, `NOT` or `-`,
// parentheses, dotted fields, functions. Whatever is accepted means the same as there. Two things are
// refused that AIP-160 allows: terms side by side without `AND`, and `AND` beside `OR` without
// parentheses, since there `OR` binds tighter than `AND`, which nobody expects.
//
// One thing is added, where a schema wants it: `=~` and `!~` compare a text with a regular expression.
//
// A filter is checked against a schema while it is parsed: its tree has known fields only, and each
// value has the type of its field. So a tree can be evaluated, or translated to SQL, without errors.

/// A condition on records.
package indirect enum Filter: Sendable, Hashable {
  /// All of them hold; without any, every record matches.
  case all([Filter])
  /// At least one of them holds.
  case any([Filter])
  case not(Filter)
  case comparison(FilterComparison)
  /// A function with a boolean result.
  case call(FilterCall)
}

/// A comparison of a field with an operand.
package struct FilterComparison: Sendable {
  package let field: FilterField
  package let comparator: Comparator
  package let operand: Operand
  /// The offset of the field's name in the source, in bytes.
  package let offset: Int

  package enum Comparator: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// Contains a text, ignoring the case of ASCII letters; equals any other value.
    case has = ":"

    /// Whether values must have an order.
    package var isOrdered: Bool {
      switch self {
      case .equal, .notEqual, .has: false
      case .less, .lessOrEqual, .greater, .greaterOrEqual: true
      }
    }
  }

  package enum Operand: Sendable, Hashable {
    case value(FilterValue)
    /// A text with a `*` at one end or both.
    case pattern(FilterPattern)
    /// A regular expression that matches a part of a text: that of `field =~ "…"`.
    case expression(FilterExpression)
    /// Any value: the `*` of `field:*`.
    case anything
    case call(FilterCall)
    /// A value that is known when the filter is bound, such as `@me.uuid`.
    case parameter(FilterParameter)
  }

  package init(_ field: FilterField, _ comparator: Comparator, _ operand: Operand, at offset: Int) {
    self.field = field
    self.comparator = comparator
    self.operand = operand
    self.offset = offset
  }
}

extension FilterComparison: Hashable {
  /// Compares everything but the place in the source.
  package static func == (first: FilterComparison, second: FilterComparison) -> Bool {
    first.field == second.field && first.comparator == second.comparator
      && first.operand == second.operand
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(field)
    hasher.combine(comparator)
    hasher.combine(operand)
  }
}

/// A text with a wildcard at one end or both: `*.example.com`, `rose*`, `*ose*`.
package struct FilterPattern: Sendable, Hashable {
  package let text: String
  /// Whether anything may stand before the text.
  package let opensBefore: Bool
  /// Whether anything may stand behind the text.
  package let opensBehind: Bool

  package init(_ text: String, opensBefore: Bool, opensBehind: Bool) {
    self.text = text
    self.opensBefore = opensBefore
    self.opensBehind = opensBehind
  }

  package func matches(_ other: String) -> Bool {
    let (part, whole) = (Array(text.utf8), Array(other.utf8))
    guard part.count <= whole.count else { return false }
    return switch (opensBefore, opensBehind) {
    case (true, true): whole.containsBytes(part)
    case (true, false): whole.suffix(part.count) == part[...]
    case (false, true): whole.prefix(part.count) == part[...]
    case (false, false): whole == part
    }
  }
}

/// A call of a function with its arguments.
package struct FilterCall: Sendable, Hashable {
  package let function: FilterFunction
  package let arguments: [FilterValue]

  package init(_ function: FilterFunction, _ arguments: [FilterValue]) {
    self.function = function
    self.arguments = arguments
  }
}

extension [UInt8] {
  /// Returns whether some bytes stand anywhere in these.
  func containsBytes(_ part: [UInt8]) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0...].starts(with: part) }
  }
}
