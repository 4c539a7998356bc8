// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

extension QueryParameter {
  static let parameters = ParameterDeclaration.shape
    .dictionary(
      of: "the parameter",
      atMost: PlanDeclaration.maximumParameters,
      orElse: .overBudget,
      counting: "parameters"
    )
    .with("propertyNames", ["not": ["const": .text(FlowLimits.parameter)]])
    .adjusted { entries, value, _, context in
      for entry in entries {
        if entry.key == FlowLimits.parameter {
          context.findings.error(
            .badValue,
            at: entry.place,
            "\"\(entry.key)\" is the parameter by which links carry values; expected another name"
          )
        }
        let parameter = QueryParameter(entry.key, entry.value.kind, fallback: entry.value.fallback)
        guard let fallback = entry.value.fallback, parameter.normalized(fallback) == nil else {
          continue
        }
        context.badValue(
          value[entry.key] ?? value,
          "the default of \"\(entry.key)\" is \"\(fallback)\"; expected \(parameter.expectation)"
        )
      }
    }
    .converted(to: { entries in
      entries.map { QueryParameter($0.key, $0.value.kind, fallback: $0.value.fallback) }
    })
}

/// A parameter as a document's file says it: one of some values, a number, or else a text.
private struct ParameterDeclaration: Sendable {
  /// Bytes of a parameter that may be any text.
  static let bytes = 1...4_096
  static let standardBytes = 128

  var fallback: String?
  var values: [String]?
  var minimum: ExactDecimal?
  var maximum: ExactDecimal?
  var digits: Int?
  var maximumBytes: Int?

  var isNumber: Bool { minimum != nil || maximum != nil || digits != nil }

  /// The least and the greatest number, and how many digits behind the point.
  var bounds: (low: ExactDecimal, high: ExactDecimal, digits: Int) {
    let standard = NumberRange.standardBounds
    return (
      minimum ?? ExactDecimal(standard.lowerBound), maximum ?? ExactDecimal(standard.upperBound),
      digits ?? NumberRange.standardDigits
    )
  }

  var range: NumberRange? { NumberRange(bounds.low, bounds.high, digits: bounds.digits) }

  var kind: QueryParameter.Kind {
    if let values { return .oneOf(values) }
    if isNumber, let range { return .number(range) }
    return .text(maximumBytes: maximumBytes ?? ParameterDeclaration.standardBytes)
  }

  static let shape = Shape.object(ParameterDeclaration()) {
    Member("default", \.fallback, .text, "Value for requests that give none.")
    Member(
      "values",
      \.values,
      Shape<String>.text.oneOrMore(),
      "The only values that are accepted.",
      examples: [["price", "name"]]
    )
    Member(
      "minimum",
      \.minimum,
      ExactDecimal.shape,
      default: .init(.integer(Int64(NumberRange.standardBounds.lowerBound))),
      "The least number that is accepted.",
      examples: [1, -90]
    )
    Member(
      "maximum",
      \.maximum,
      ExactDecimal.shape,
      default: .init(.integer(Int64(NumberRange.standardBounds.upperBound))),
      "The greatest number that is accepted.",
      examples: [100, 90]
    )
    Member(
      "digits",
      \.digits,
      .integer(NumberRange.digitCounts),
      default: .init(.integer(Int64(NumberRange.standardDigits))),
      "Digits behind the point to which a number is rounded, before services are asked.",
      examples: [0]
    )
    Member(
      "maximumBytes",
      \.maximumBytes,
      .integer(bytes),
      default: .init(.integer(Int64(standardBytes))),
      "The most bytes of a text."
    )
  }
  .with("if", ["required": ["values"]])
  .with(
    "then",
    ["properties": ["minimum": false, "maximum": false, "digits": false, "maximumBytes": false]]
  )
  .with(
    "else",
    [
      "if": [
        "anyOf": [
          ["required": ["minimum"]], ["required": ["maximum"]], ["required": ["digits"]],
        ]
      ],
      "then": ["properties": ["maximumBytes": false]],
    ]
  )
  .adjusted { parameter, value, subject, context in
    let kinds = [parameter.values != nil, parameter.isNumber, parameter.maximumBytes != nil]
    if kinds.count(where: \.self) > 1 {
      context.badValue(
        value,
        "\(subject) says more than one of \"values\", \"maximumBytes\" and the bounds of a number; "
          + "expected one"
      )
    }
    guard parameter.values == nil, parameter.isNumber, parameter.range == nil else { return }
    let (low, high, digits) = parameter.bounds
    context.badValue(
      value,
      "\(subject) is from \(low.text) to \(high.text); expected a \"minimum\" that is not more than "
        + "its \"maximum\", and neither with more than \(digits) digits behind the point, which is "
        + "what numbers are rounded to unless \"digits\" says more"
    )
  }
}

extension ExactDecimal {
  /// A number by its exact value.
  fileprivate static let shape = Shape<ExactDecimal>(
    schema: { .number },
    read: { value, subject, context in
      let number: ExactDecimal? =
        switch value.content {
        case .integer(let integer): ExactDecimal(integer)
        case .decimal(let decimal): ExactDecimal(decimal.text.utf8)
        default: nil
        }
      if number == nil { context.wrongKind(value, subject, "a number") }
      return number
    }
  )
}
