// SPDX-License-Identifier: Apache-2.0

/// A record that filters are evaluated on.
package protocol FilterRecord {
  /// Returns whether any value of a field satisfies a condition; a field without values has none.
  func hasValue(of field: FilterField, where condition: (FilterValue) -> Bool) -> Bool

  /// Returns the result of a function for this record; `nil` if it has none.
  func result(of call: FilterCall) -> FilterValue?
}

extension Filter {
  /// Returns whether a record matches.
  ///
  /// A comparison holds if it holds for any value of the field. `a != b` is `NOT a = b`, so it holds
  /// for a field without values, too.
  package func matches(_ record: some FilterRecord) -> Bool {
    switch self {
    case .all(let filters): filters.allSatisfy { $0.matches(record) }
    case .any(let filters): filters.contains { $0.matches(record) }
    case .not(let filter): !filter.matches(record)
    case .comparison(let comparison): comparison.matches(record)
    case .call(let call): record.result(of: call) == .boolean(true)
    }
  }
}

extension FilterComparison {
  fileprivate func matches(_ record: some FilterRecord) -> Bool {
    let isFound: Bool
    switch operand {
    case .anything: isFound = record.hasValue(of: field) { _ in true }
    case .pattern(let pattern):
      isFound = record.hasValue(of: field) { value in
        if case .text(let text) = value { pattern.matches(text) } else { false }
      }
    case .expression(let expression):
      isFound = record.hasValue(of: field) { value in
        if case .text(let text) = value { expression.isFound(in: text) } else { false }
      }
    case .value(let other): isFound = record.hasValue(of: field) { holds($0, other) }
    case .call(let call):
      guard let other = record.result(of: call) else { return comparator == .notEqual }
      isFound = record.hasValue(of: field) { holds($0, other) }
    // A value that nobody has given is the value of no record.
    case .parameter: return false
    }
    return comparator == .notEqual ? !isFound : isFound
  }

  /// Compares two values; `!=` as `=`, since its caller negates.
  private func holds(_ value: FilterValue, _ other: FilterValue) -> Bool {
    switch comparator {
    case .equal, .notEqual: value.isSame(as: other)
    case .has: value.contains(other)
    case .less: value.order(to: other).map { $0 < 0 } ?? false
    case .lessOrEqual: value.order(to: other).map { $0 <= 0 } ?? false
    case .greater: value.order(to: other).map { $0 > 0 } ?? false
    case .greaterOrEqual: value.order(to: other).map { $0 >= 0 } ?? false
    }
  }
}

extension FilterValue {
  /// Texts are compared by their code points, as SQL does.
  fileprivate func isSame(as other: FilterValue) -> Bool {
    if case .text(let first) = self, case .text(let second) = other {
      return first.utf8.elementsEqual(second.utf8)
    }
    return self == other
  }

  fileprivate func contains(_ other: FilterValue) -> Bool {
    guard case .text(let whole) = self, case .text(let part) = other else { return self == other }
    return Array(whole.asciiLowercased).containsBytes(Array(part.asciiLowercased))
  }

  /// Returns the sign of the difference; `nil` for values of different types or without an order. That of texts is
  /// the one of their code points.
  fileprivate func order(to other: FilterValue) -> Int? {
    switch (self, other) {
    case (.integer(let first), .integer(let second)), (.duration(let first), .duration(let second)),
      (.instant(let first), .instant(let second)):
      first < second ? -1 : first > second ? 1 : 0
    case (.number(let first), .number(let second)): first < second ? -1 : first > second ? 1 : 0
    case (.text(let first), .text(let second)):
      first.utf8.lexicographicallyPrecedes(second.utf8)
        ? -1 : first.utf8.elementsEqual(second.utf8) ? 0 : 1
    default: nil
    }
  }
}

extension String {
  fileprivate var asciiLowercased: some Sequence<UInt8> {
    utf8.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
