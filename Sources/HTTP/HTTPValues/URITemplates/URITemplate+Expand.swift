// SPDX-License-Identifier: Apache-2.0

package import Bytes

extension URITemplate {
  /// The value of a variable. One that is not given is undefined and leaves nothing behind, as
  /// an empty list does.
  package enum Value: Sendable, Equatable {
    case string(String)
    case list([String])
    /// Names with their values, in their order.
    case pairs([Pair])
  }

  /// A name with its value.
  package struct Pair: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Maximum length of a URI unless a limit is given.
  package static let maximumLength = 8_192

  /// The URI for these values; an error when it would be longer than `limit`.
  package func expand(
    limit: Int = URITemplate.maximumLength,
    _ value: (String) -> Value?
  ) throws(TextFault) -> String {
    var expansion = URITemplateExpansion(limit: limit)
    for part in parts {
      switch part {
      case .literal(let text): try expansion.append(literal: text)
      case .expression(let kind, let variables):
        expansion.begin(kind)
        for variable in variables {
          guard let value = value(variable.name) else { continue }
          try expansion.append(variable, value)
        }
      }
    }
    return expansion.text
  }

  package func expand(
    limit: Int = URITemplate.maximumLength,
    _ values: [String: Value]
  ) throws(TextFault) -> String {
    try expand(limit: limit) { values[$0] }
  }
}

extension URITemplate.Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral values: String...) { self = .list(values) }
  package init(dictionaryLiteral pairs: (String, String)...) {
    self = .pairs(pairs.map { URITemplate.Pair($0, $1) })
  }
}

/// The algorithm of RFC 6570 section 3.2.1.
struct URITemplateExpansion {
  private(set) var text = ""
  private let limit: Int
  private var kind = URITemplate.Operator.simple
  private var isFirst = true

  init(limit: Int) { self.limit = limit }

  mutating func begin(_ kind: URITemplate.Operator) {
    self.kind = kind
    isFirst = true
  }

  mutating func append(literal: String) throws(TextFault) {
    text += literal
    try checkLength("")
  }

  mutating func append(
    _ variable: URITemplate.Variable,
    _ value: URITemplate.Value
  ) throws(TextFault) {
    switch value {
    case .string(let value):
      separate()
      appendName(variable.name, isValueEmpty: value.isEmpty)
      append(value, prefix: variable.modifier)
    case .list(let values):
      try refusePrefix(variable)
      for (index, value) in values.enumerated() {
        if variable.modifier == .explode || index == 0 {
          separate()
          appendName(variable.name, isValueEmpty: value.isEmpty && isAlone(values.count, variable))
        } else {
          text += ","
        }
        append(value)
        try checkLength(variable.name)
      }
    case .pairs(let pairs):
      try refusePrefix(variable)
      for (index, pair) in pairs.enumerated() {
        try append(pair, of: variable, isFirst: index == 0)
      }
    }
    try checkLength(variable.name)
  }

  private mutating func append(
    _ pair: URITemplate.Pair,
    of variable: URITemplate.Variable,
    isFirst: Bool
  ) throws(TextFault) {
    if variable.modifier == .explode {
      separate()
      append(pair.name)
      if !kind.isNamed || kind.marksEmptyValues || !pair.value.isEmpty {
        text += "="
      }
    } else {
      if isFirst {
        separate()
        appendName(variable.name, isValueEmpty: false)
      } else {
        text += ","
      }
      append(pair.name)
      text += ","
    }
    append(pair.value)
    try checkLength(variable.name)
  }

  /// Whether a member of a list is the whole value that its name stands in front of.
  private func isAlone(_ count: Int, _ variable: URITemplate.Variable) -> Bool {
    variable.modifier == .explode || count == 1
  }

  private mutating func separate() {
    if !isFirst {
      text.unicodeScalars.append(Unicode.Scalar(kind.separator))
    } else if let first = kind.first {
      text.unicodeScalars.append(Unicode.Scalar(first))
    }
    isFirst = false
  }

  private mutating func appendName(_ name: String, isValueEmpty: Bool) {
    guard kind.isNamed else { return }
    text += name
    if !isValueEmpty || kind.marksEmptyValues { text += "=" }
  }

  private mutating func append(_ value: String, prefix modifier: URITemplate.Modifier) {
    guard case .prefix(let length) = modifier else { return append(value) }
    // Characters are Unicode scalars, so that no sequence of UTF-8 is cut.
    append(String(value.unicodeScalars.prefix(length)))
  }

  private mutating func append(_ value: String) {
    guard kind.keepsReserved else {
      text += PercentCoding.encode(value, keeping: .unreserved)
      return
    }
    let bytes = value.utf8Span.span
    var output = ByteBuffer()
    var index = 0
    while index < bytes.count {
      let isTriplet = PercentCoding.triplet(in: bytes, at: index) != nil
      let piece = bytes.extracting(index..<(index + (isTriplet ? 3 : 1)))
      if isTriplet {
        output.append(piece)
      } else {
        PercentCoding.append(piece, keeping: .uri, to: &output)
      }
      index += piece.count
    }
    text += output.span.text
  }

  private func refusePrefix(_ variable: URITemplate.Variable) throws(TextFault) {
    guard case .prefix = variable.modifier else { return }
    throw TextFault(
      at: text.utf8.count,
      seen: "several values of \(variable.name)",
      expected: "a single text, of which there is a prefix"
    )
  }

  private func checkLength(_ name: String) throws(TextFault) {
    guard text.utf8.count <= limit else {
      let seen = "\(text.utf8.count) bytes with \(name)"
      throw TextFault(at: text.utf8.count, seen: seen, expected: "a URI of at most \(limit)")
    }
  }
}
