// SPDX-License-Identifier: Apache-2.0

extension Filter: CustomStringConvertible {
  /// The canonical text, which parses to the same filter again.
  package var description: String {
    switch self {
    case .all(let filters): filters.map(\.operandText).joined(separator: " AND ")
    case .any(let filters): filters.map(\.operandText).joined(separator: " OR ")
    case .not(let filter): "NOT \(filter.operandText)"
    case .comparison(let comparison): comparison.description
    case .call(let call): call.description
    }
  }

  /// The text as a part of another filter.
  private var operandText: String {
    switch self {
    case .all, .any: "(\(self))"
    case .not, .comparison, .call: description
    }
  }
}

extension FilterComparison: CustomStringConvertible {
  package var description: String {
    if case .expression(let expression) = operand {
      let quoted = expression.source.replacing("\"", with: "\\\"")
      return "\(field.name) \(comparator == .notEqual ? "!~" : "=~") \"\(quoted)\""
    }
    // AIP-160 writes the has operator without blanks.
    let mark = comparator == .has ? ":" : " \(comparator.rawValue) "
    return "\(field.name)\(mark)\(operand)"
  }
}

extension FilterComparison.Operand: CustomStringConvertible {
  package var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .pattern(let pattern):
      FilterValue.quoted(
        pattern.text,
        before: pattern.opensBefore ? "*" : "",
        behind: pattern.opensBehind ? "*" : ""
      )
    case .expression(let expression): expression.source
    case .anything: "*"
    case .call(let call): "\(call)"
    case .parameter(let parameter): parameter.name
    }
  }
}

extension FilterCall: CustomStringConvertible {
  package var description: String {
    "\(function.name)(\(arguments.map(\.description).joined(separator: ", ")))"
  }
}
