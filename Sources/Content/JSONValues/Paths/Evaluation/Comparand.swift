// SPDX-License-Identifier: Apache-2.0

/// A value in a comparison: from the document, from the query, or computed.
enum Comparand {
  case nothing
  case null
  case boolean(Bool)
  case number(ComparableNumber)
  /// A string of the query.
  case text([UInt8])
  /// A string of the document.
  case string(JSONNode)
  /// An array or an object of the document.
  case container(JSONNode)

  init(_ literal: Literal) {
    switch literal {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let value): self = .number(value)
    case .string(let bytes): self = .text(bytes)
    }
  }

  var isString: Bool {
    switch self {
    case .text, .string: true
    case .nothing, .null, .boolean, .number, .container: false
    }
  }
}
