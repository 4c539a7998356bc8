// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The type of some content, such as `text/html; charset=utf-8` (RFC 9110 section 8.3.1).
package struct MediaType: Sendable, Hashable {
  /// One parameter.
  package struct Parameter: Sendable, Hashable {
    /// In lower case.
    package let name: String
    package let value: String
  }

  /// In lower case, as `subtype` is.
  package let type: String
  package let subtype: String
  /// In their order.
  package let parameters: [Parameter]

  /// Reads a type with its parameters; `nil` when malformed. A type or subtype of `*` is a token,
  /// and has a meaning in Accept only.
  package init?(_ value: Span<UInt8>) {
    var brokenQuote = false
    let end = value.endOfMember(
      from: 0,
      separator: UInt8(ascii: ";"),
      brokenQuote: &brokenQuote
    )
    self.init(name: value.extracting(first: end).trimmed, parameters: value.extracting(end...))
  }

  package init?(_ text: String) { self.init(text.utf8Span.span) }

  /// `parameters` is empty or begins with a semicolon.
  init?(name: Span<UInt8>, parameters: Span<UInt8>) {
    guard let slash = name.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let type = name.extracting(first: slash)
    let subtype = name.extracting((slash + 1)...)
    guard type.isToken, subtype.isToken, let list = MediaType.list(parameters) else { return nil }
    self.type = type.text.lowercased()
    self.subtype = subtype.text.lowercased()
    self.parameters = list
  }

  private static func list(_ bytes: Span<UInt8>) -> [Parameter]? {
    var list: [Parameter] = []
    var start = 0
    var brokenQuote = false
    while start < bytes.count {
      let end = bytes.endOfMember(
        from: start + 1,
        separator: UInt8(ascii: ";"),
        brokenQuote: &brokenQuote
      )
      let parameter = bytes.extracting((start + 1)..<end).trimmed
      start = end
      guard parameter.count > 0 else { continue }
      guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
        parameter.extracting(first: equals).isToken,
        let value = QuotedString.valueOrToken(parameter.extracting((equals + 1)...))
      else { return nil }
      let name = parameter.extracting(first: equals).text.lowercased()
      list.append(Parameter(name: name, value: value))
    }
    return list
  }

  /// The first value of a parameter, by its name in lower case.
  package subscript(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}

extension MediaType: CustomStringConvertible {
  package var description: String {
    var bytes = Array("\(type)/\(subtype)".utf8)
    for parameter in parameters {
      bytes += "; \(parameter.name)=".utf8
      QuotedString.append(parameter.value, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
