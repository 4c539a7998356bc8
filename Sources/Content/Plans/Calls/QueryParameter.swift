// SPDX-License-Identifier: Apache-2.0

/// A parameter of the query that a plan knows.
package struct QueryParameter: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case text(maximumBytes: Int)
    case number(NumberRange)
    case oneOf([String])
  }

  package let name: String
  package let kind: Kind
  /// The value for requests that give none, in its normal form.
  package let fallback: String?

  package init(_ name: String, _ kind: Kind, fallback: String?) {
    self.name = name
    self.kind = kind
    self.fallback = fallback.map { kind.normalized($0) ?? $0 }
  }

  /// The value in its one spelling, under which its answer is kept; `nil` if the plan refuses it.
  package func normalized(_ value: String) -> String? { kind.normalized(value) }

  /// The accepted values in words.
  package var expectation: String {
    switch kind {
    case .text(let maximum): "at most \(maximum) bytes"
    case .number(let range): range.expectation
    case .oneOf(let values): values.joined(separator: ", ")
    }
  }
}

extension QueryParameter.Kind {
  fileprivate func normalized(_ value: String) -> String? {
    switch self {
    case .text(let maximum): value.utf8.count <= maximum ? value : nil
    case .number(let range): range.normalized(value)
    case .oneOf(let values): values.contains(value) ? value : nil
    }
  }
}

/// The numbers that a parameter may be. They are rounded, so that visitors who stand near each other ask
/// for the same answer, and so that there are only so many answers to keep.
package struct NumberRange: Sendable, Hashable {
  /// Possible numbers of digits behind the point: six are a tenth of a metre of latitude.
  package static let digitCounts = 0...6
  package static let standardDigits = 2
  package static let standardBounds = 0...1_000_000

  package let minimum: ExactDecimal
  package let maximum: ExactDecimal
  package let digits: Int

  /// The numbers between two bounds; `nil` if the first is greater, or if one has more digits behind its
  /// point than the numbers are rounded to, since a rounded number could leave the range then.
  package init?(_ minimum: ExactDecimal, _ maximum: ExactDecimal, digits: Int) {
    guard minimum <= maximum, minimum.rounded(toDigits: digits) == minimum,
      maximum.rounded(toDigits: digits) == maximum
    else { return nil }
    self.minimum = minimum
    self.maximum = maximum
    self.digits = digits
  }

  /// The number that a text says, rounded and in its one spelling; `nil` if it is none of these.
  func normalized(_ text: String) -> String? {
    guard let number = ExactDecimal(lenient: text), minimum <= number, number <= maximum else {
      return nil
    }
    return number.rounded(toDigits: digits).text
  }

  /// In words.
  var expectation: String { "\(minimum.text) to \(maximum.text)" }
}
