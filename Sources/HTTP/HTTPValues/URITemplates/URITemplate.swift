// SPDX-License-Identifier: Apache-2.0

// RFC 6570 up to level 4. A template is parsed once, with every error found then; expanding it can
// only fail when a value is of the wrong kind (a prefix of a list) or the result is too long.
//
// Stricter than section 3 allows: an expression that is malformed makes the whole template
// malformed, instead of being copied to the result. As lenient as practice in one point: an
// apostrophe may stand in a literal, which section 2.1 forgot among the bytes that a URI may have.
// The operators reserved for extensions (`= , ! @ |`) are errors.

/// A pattern of URIs, such as `/products/{id}{?fields,lang*}`.
package struct URITemplate: Sendable, Equatable {
  /// The template as it was written.
  package let source: String
  let parts: [Part]
  /// The names of the variables in their order, repeated ones too.
  package let variableNames: [String]

  enum Part: Sendable, Equatable {
    /// Text that is copied, already encoded.
    case literal(String)
    case expression(Operator, [Variable])
  }

  /// One variable of an expression.
  struct Variable: Sendable, Equatable {
    let name: String
    let modifier: Modifier
  }

  enum Modifier: Sendable, Equatable {
    case none
    /// The first so many characters.
    case prefix(Int)
    /// Each member of a list or of pairs for itself.
    case explode
  }

  /// The kinds of expressions and their rules, RFC 6570 appendix A.
  enum Operator: Sendable, Equatable {
    case simple
    case reserved
    case fragment
    case label
    case pathSegment
    case pathParameter
    case query
    case queryContinuation
  }
}

extension URITemplate.Operator {
  init?(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "+"): self = .reserved
    case UInt8(ascii: "#"): self = .fragment
    case UInt8(ascii: "."): self = .label
    case UInt8(ascii: "/"): self = .pathSegment
    case UInt8(ascii: ";"): self = .pathParameter
    case UInt8(ascii: "?"): self = .query
    case UInt8(ascii: "&"): self = .queryContinuation
    default: return nil
    }
  }

  /// Byte in front of the first value.
  var first: UInt8? {
    switch self {
    case .simple, .reserved: nil
    case .fragment: UInt8(ascii: "#")
    case .label: UInt8(ascii: ".")
    case .pathSegment: UInt8(ascii: "/")
    case .pathParameter: UInt8(ascii: ";")
    case .query: UInt8(ascii: "?")
    case .queryContinuation: UInt8(ascii: "&")
    }
  }

  /// Byte between values.
  var separator: UInt8 {
    switch self {
    case .simple, .reserved, .fragment: UInt8(ascii: ",")
    case .label: UInt8(ascii: ".")
    case .pathSegment: UInt8(ascii: "/")
    case .pathParameter: UInt8(ascii: ";")
    case .query, .queryContinuation: UInt8(ascii: "&")
    }
  }

  /// Whether values are written as `name=value`.
  var isNamed: Bool {
    switch self {
    case .pathParameter, .query, .queryContinuation: true
    case .simple, .reserved, .fragment, .label, .pathSegment: false
    }
  }

  /// Whether a name with an empty value has an equals sign behind it.
  var marksEmptyValues: Bool { self == .query || self == .queryContinuation }

  /// Whether reserved bytes and triplets of a value stay as they are.
  var keepsReserved: Bool { self == .reserved || self == .fragment }
}

extension URITemplate: CustomStringConvertible {
  package var description: String { source }
}
