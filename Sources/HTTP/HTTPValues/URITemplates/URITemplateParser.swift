// SPDX-License-Identifier: Apache-2.0

package import Bytes

extension URITemplate {
  package init(parsing source: String) throws(TextFault) {
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

  mutating func parse() throws(TextFault) -> [URITemplate.Part] {
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
  ) throws(TextFault) {
    if byte == UInt8(ascii: "%") {
      guard PercentCoding.triplet(in: bytes, at: position) != nil else {
        throw failure("a percent sign with two hexadecimal digits")
      }
      literal.append(bytes.extracting(position..<(position + 3)))
      position += 3
      return
    }
    guard byte != UInt8(ascii: "}") else { throw failure("an opening brace before it") }
    guard byte >= 0x80 || ByteSet.uri.contains(byte) else {
      throw failure("a byte that may stand in a URI")
    }
    PercentCoding.append(
      bytes.extracting(position..<(position + 1)),
      keeping: .uri,
      to: &literal
    )
    position += 1
  }

  private mutating func parseExpression() throws(TextFault) -> URITemplate.Part {
    let start = position
    guard bytes.firstIndex(of: UInt8(ascii: "}"), from: start) != nil else {
      throw failure("a closing brace behind it")
    }
    position += 1
    var kind = URITemplate.Operator.simple
    if let byte = current {
      guard !"=,!@|".utf8.contains(byte) else {
        throw failure("an operator that the standard does not reserve")
      }
      if let named = URITemplate.Operator(byte) {
        kind = named
        position += 1
      }
    }
    var variables: [URITemplate.Variable] = []
    while true {
      variables.append(try parseVariable())
      if take(UInt8(ascii: "}")) { return .expression(kind, variables) }
      guard take(UInt8(ascii: ",")) else { throw failure("a comma or a closing brace") }
    }
  }

  private mutating func parseVariable() throws(TextFault) -> URITemplate.Variable {
    let start = position
    var mayTakeDot = false
    while let byte = current {
      if byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") {
        position += 1
        mayTakeDot = true
      } else if byte == UInt8(ascii: "%") {
        guard PercentCoding.triplet(in: bytes, at: position) != nil else {
          throw failure("a percent sign with two hexadecimal digits")
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
    guard mayTakeDot else {
      throw failure("a name of a variable made of letters, digits, _ and triplets")
    }
    let name = bytes.extracting(start..<position).text
    return URITemplate.Variable(name: name, modifier: try parseModifier())
  }

  private mutating func parseModifier() throws(TextFault) -> URITemplate.Modifier {
    if take(UInt8(ascii: "*")) { return .explode }
    guard take(UInt8(ascii: ":")) else { return .none }
    let start = position
    while let byte = current, byte.isDigit, position - start < 4 { position += 1 }
    let digits = bytes.extracting(start..<position)
    guard let length = digits.decimal, digits[0] != UInt8(ascii: "0") else {
      throw failure("a prefix of 1 to 9999 characters")
    }
    return .prefix(length)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private func failure(_ expected: String) -> TextFault {
    let seen = current.map { _ in "\"\(bytes.extracting(position..<position + 1).text)\"" }
    return TextFault(at: position, seen: seen ?? "the end", expected: expected)
  }
}
