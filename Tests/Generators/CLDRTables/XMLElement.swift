// SPDX-License-Identifier: Apache-2.0

/// A start tag of an XML file, with the text up to the next tag.
package struct XMLElement: Sendable {
  package let name: String
  package let attributes: [String: String]
  package let text: String

  package subscript(_ attribute: String) -> String { attributes[attribute] ?? "" }

  /// All start tags of CLDR's plain XML in their order, comments and declarations left out.
  package static func all(in source: String) -> [XMLElement] {
    var elements: [XMLElement] = []
    var rest = Substring(source)
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      if rest.hasPrefix("!--") {
        rest = after("-->", in: rest)
        continue
      }
      guard let close = rest.firstIndex(of: ">") else { break }
      let tag = rest[..<close]
      rest = rest[rest.index(after: close)...]
      guard let first = tag.first, first.isLetter else { continue }
      let text = rest.prefix { $0 != "<" }
      elements.append(XMLElement(tag: tag, text: text))
    }
    return elements
  }

  private init(tag: Substring, text: Substring) {
    name = String(tag.prefix { $0.isLetter || $0.isNumber })
    var attributes: [String: String] = [:]
    var rest = tag.dropFirst(name.count)
    while let equals = rest.firstIndex(of: "=") {
      let key = rest[..<equals].filter { !$0.isWhitespace }
      let quoted = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = quoted.first else { break }
      let value = quoted.dropFirst().prefix { $0 != quote }
      attributes[key] = String(value)
      rest = quoted.dropFirst(value.count + 2)
    }
    self.attributes = attributes
    self.text = String(text)
  }

  private static func after(_ end: String, in text: Substring) -> Substring {
    var rest = text
    while !rest.isEmpty, !rest.hasPrefix(end) { rest = rest.dropFirst() }
    return rest.dropFirst(end.count)
  }
}
