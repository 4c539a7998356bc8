// SPDX-License-Identifier: Apache-2.0

import Bytes

extension URITemplate {
  package init(parsing source: String) throws(URITemplateError) {
    self.source = source
    var parser = URITemplateParser(source.utf8Span.span)
    parts = try parser.parse()
    variableNames = parts.flatMap { part in
      switch part {
      case .literal: [String]()
      case .expression(_, let variables): variables.map(\.name)
      }
    }
  }
}

/// Reads a template by the grammar of RFC 6570 section 2.
struct URITemplateParser: ~Escapable {
  private let bytes: Span<UInt8>
  private var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  mutating func parse() throws(URITemplateError) -> [URITemplate.Part] {
    var parts: [URITemplate.Part] = []
    var literal = ByteBuffer()
    while let byte = current {
      if byte == UInt8(ascii: "{") {
        if !literal.isEmpty { parts.append(.literal(literal.span.text)) }
        literal.removeAll()
        parts.append(try parseExpression())
      } else {
        try parseLiteral(byte, into: &literal)
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal.span.text)) }
    return parts
  }

  private mutating func parseLiteral(
    _ byte: UInt8,
    into literal: inout ByteBuffer
  ) throws(URITemplateError) {
    if byte == UInt8(ascii: "%") {
      guard PercentCoding.triplet(in: bytes, at: position) != nil else {
        throw failure(.badTriplet)
      }
      literal.append(bytes.extracting(position..<(position + 3)))
      position += 3
      return
    }
    guard byte != UInt8(ascii: "}") else { throw failure(.strayBrace) }
    guard byte >= 0x80 || ByteSet.uri.contains(byte) else { throw failure(.badLiteral) }
    PercentCoding.append(
      bytes.extracting(position..<(position + 1)),
      keeping: .uri,
      to: &literal
    )
    position += 1
  }

  private mutating func parseExpression() throws(URITemplateError) -> URITemplate.Part {
    let start = position
    guard bytes.firstIndex(of: UInt8(ascii: "}"), from: start) != nil else {
      throw failure(.unclosedExpression)
    }
    position += 1
    var kind = URITemplate.Operator.simple
    if let byte = current {
      guard !"=,!@|".utf8.contains(byte) else { throw failure(.reservedOperator) }
      if let named = URITemplate.Operator(byte) {
        kind = named
        position += 1
      }
    }
    var variables: [URITemplate.Variable] = []
    while true {
      variables.append(try parseVariable())
      if take(UInt8(ascii: "}")) { return .expression(kind, variables) }
      guard take(UInt8(ascii: ",")) else { throw failure(.afterVariable) }
    }
  }

  private mutating func parseVariable() throws(URITemplateError) -> URITemplate.Variable {
    let start = position
    var mayTakeDot = false
    while let byte = current {
      if byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") {
        position += 1
        mayTakeDot = true
      } else if byte == UInt8(ascii: "%") {
        guard PercentCoding.triplet(in: bytes, at: position) != nil else {
          throw failure(.badTriplet)
        }
        position += 3
        mayTakeDot = true
      } else if byte == UInt8(ascii: "."), mayTakeDot {
        position += 1
        mayTakeDot = false
      } else {
        break
      }
    }
    // A name is not empty and does not end in a dot.
    guard mayTakeDot else { throw failure(.badVariableName) }
    let name = bytes.extracting(start..<position).text
    return URITemplate.Variable(name: name, modifier: try parseModifier())
  }

  private mutating func parseModifier() throws(URITemplateError) -> URITemplate.Modifier {
    if take(UInt8(ascii: "*")) { return .explode }
    guard take(UInt8(ascii: ":")) else { return .none }
    let start = position
    while let byte = current, byte.isDigit, position - start < 4 { position += 1 }
    let digits = bytes.extracting(start..<position)
    guard let length = digits.decimal, digits[0] != UInt8(ascii: "0") else {
      throw failure(.badPrefix)
    }
    return .prefix(length)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private func failure(_ reason: URITemplateError.Reason) -> URITemplateError {
    let end = min(bytes.count, position + 1)
    return URITemplateError(
      reason: reason,
      position: position,
      found: bytes.extracting(position..<end).text
    )
  }
}
