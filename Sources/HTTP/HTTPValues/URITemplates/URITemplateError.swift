// SPDX-License-Identifier: Apache-2.0

/// Error of parsing or expanding a template.
package struct URITemplateError: Error, Sendable, Equatable {
  /// Reason of the error.
  package enum Reason: String, Sendable {
    case unclosedExpression = "an expression without its closing brace"
    case strayBrace = "a closing brace without an expression"
    case reservedOperator = "an operator that the standard reserves"
    case badVariableName =
      "a name of a variable made of letters, digits, _ and triplets was expected"
    case badPrefix = "a prefix of 1 to 9999 characters was expected"
    case badLiteral = "a byte that may not stand in a URI"
    case badTriplet = "a percent sign without two hexadecimal digits"
    case afterVariable = "a comma or a closing brace was expected"
    case prefixOfSeveral = "a prefix of a value that is not a single string"
    case tooLong = "the URI grows past its limit"
  }

  package let reason: Reason
  /// The byte of the template where the error shows; when expanding, the length reached.
  package let position: Int
  /// Text at the position, or the variable that could not be expanded.
  package let found: String
}

extension URITemplateError: CustomStringConvertible {
  package var description: String {
    let seen = found.isEmpty ? "" : ", found \"\(found)\""
    return "URI template: \(reason.rawValue) at \(position)\(seen)"
  }
}
