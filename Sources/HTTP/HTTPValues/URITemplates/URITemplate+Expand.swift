// SPDX-License-Identifier: Apache-2.0

import Bytes

extension URITemplate {
  /// What a variable stands for. One that is not given is undefined and leaves nothing behind, as
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

  /// How long a URI may become unless a limit is given.
  package static let maximumLength = 8_192

  /// The URI for these values; an error when it would be longer than `limit`.
  package func expand(
    limit: Int = URITemplate.maximumLength,
    _ value: (String) -> Value?
  ) throws(URITemplateError) -> String {
    var expansion = URITemplateExpansion(limit: limit)
    for part in parts {
      switch part {
      case .literal(let bytes): try expansion.append(bytes)
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
  ) throws(URITemplateError) -> String {
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
struct URITemplateExpansion: ~Copyable {
  private var output = ByteBuffer(capacity: 128)
  private let limit: Int
  private var kind = URITemplate.Operator.simple
  private var isFirst = true

  init(limit: Int) { self.limit = limit }

  var text: String { output.span.text }

  mutating func begin(_ kind: URITemplate.Operator) {
    self.kind = kind
    isFirst = true
  }

  mutating func append(_ literal: [UInt8]) throws(URITemplateError) {
    output.append(literal)
    try checkLength("")
  }

  mutating func append(
    _ variable: URITemplate.Variable,
    _ value: URITemplate.Value
  ) throws(URITemplateError) {
    switch value {
    case .string(let text):
      separate()
      appendName(variable.name, isValueEmpty: text.isEmpty)
      append(text, prefix: variable.modifier)
    case .list(let values):
      try refusePrefix(variable)
      for (index, text) in values.enumerated() {
        if variable.modifier == .explode || index == 0 {
          separate()
          appendName(variable.name, isValueEmpty: text.isEmpty && isAlone(values.count, variable))
        } else {
          output.append(UInt8(ascii: ","))
        }
        append(text)
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
  ) throws(URITemplateError) {
    if variable.modifier == .explode {
      separate()
      append(pair.name)
      if !kind.isNamed || kind.marksEmptyValues || !pair.value.isEmpty {
        output.append(UInt8(ascii: "="))
      }
    } else {
      if isFirst {
        separate()
        appendName(variable.name, isValueEmpty: false)
      } else {
        output.append(UInt8(ascii: ","))
      }
      append(pair.name)
      output.append(UInt8(ascii: ","))
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
      output.append(kind.separator)
    } else if let first = kind.first {
      output.append(first)
    }
    isFirst = false
  }

  private mutating func appendName(_ name: String, isValueEmpty: Bool) {
    guard kind.isNamed else { return }
    output.append(name)
    if !isValueEmpty || kind.marksEmptyValues { output.append(UInt8(ascii: "=")) }
  }

  private mutating func append(_ text: String, prefix modifier: URITemplate.Modifier) {
    guard case .prefix(let length) = modifier else {
      append(text)
      return
    }
    // Characters are Unicode scalars, so that no sequence of UTF-8 is cut.
    append(String(text.unicodeScalars.prefix(length)))
  }

  private mutating func append(_ text: String) {
    let bytes = text.utf8Span.span
    guard kind.keepsReserved else {
      PercentCoding.append(bytes, keeping: .unreserved, to: &output)
      return
    }
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
  }

  private func refusePrefix(_ variable: URITemplate.Variable) throws(URITemplateError) {
    guard case .prefix = variable.modifier else { return }
    throw URITemplateError(
      reason: .prefixOfSeveral,
      position: output.count,
      found: variable.name
    )
  }

  private func checkLength(_ name: String) throws(URITemplateError) {
    guard output.count <= limit else {
      throw URITemplateError(reason: .tooLong, position: output.count, found: name)
    }
  }
}
