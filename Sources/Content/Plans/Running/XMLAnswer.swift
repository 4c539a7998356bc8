// SPDX-License-Identifier: Apache-2.0

import Bytes
package import DataFiles
import JSONValues

/// The declared form of a service's XML, of which a document or an answer says less than JSON does.
package struct XMLRules: Sendable, Hashable {
  package static let mostNames = 64

  /// Elements that are lists, however many of them stand in a place.
  package var repeated: [String] = []
  /// Elements and attributes whose texts are numbers.
  package var numbers: [String] = []

  package init() {}
}

/// Reads the answers of services in XML as the JSON that paths and templates use.
///
/// - The root is a member of its name. An element with neither attributes nor elements is its text.
/// - Any other element is an object: attributes are members with an `@` before their names, its own text is `#text`,
///   elements are members of their names. Several of one name are an array, as are those that the rules say repeat.
/// - Names have no prefixes, and declarations of namespaces are left out. All values are strings but declared numbers.
///
/// Only the five predefined entities and numeric references are replaced; a document type with declarations is
/// refused, and nothing is fetched.
package enum XMLAnswer {
  /// Nesting of elements.
  package static let depth = 64
  /// Elements and attributes of an answer.
  package static let values = 200_000
  /// Bytes of one text.
  package static let textBytes = 1_048_576

  package static func json(
    of xml: [UInt8],
    by rules: XMLRules
  ) throws(DataFileError) -> [UInt8] {
    var limits = DataLimits()
    (limits.depth, limits.values, limits.textBytes) = (depth, values, textBytes)
    let root = try XMLElement(reading: xml.span, limits: limits)
    var json: [UInt8] = []
    json.reserveCapacity(xml.count)
    json.append(UInt8(ascii: "{"))
    append([root], named: local(root.name), rules, to: &json)
    json.append(UInt8(ascii: "}"))
    return json
  }

  private static func local(_ name: String) -> String {
    name.split(separator: ":").last.map(String.init) ?? name
  }

  /// Appends a member with one element, or with an array of several.
  private static func append(
    _ elements: [XMLElement],
    named name: String,
    _ rules: XMLRules,
    to json: inout [UInt8]
  ) {
    let isList = elements.count > 1 || rules.repeated.contains(name)
    json.appendJSON(name)
    json.append(UInt8(ascii: ":"))
    if isList { json.append(UInt8(ascii: "[")) }
    for (index, element) in elements.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      append(element, named: name, rules, to: &json)
    }
    if isList { json.append(UInt8(ascii: "]")) }
  }

  private static func append(
    _ element: XMLElement,
    named name: String,
    _ rules: XMLRules,
    to json: inout [UInt8]
  ) {
    let attributes = element.tag.attributes.filter {
      $0.name != "xmlns" && !$0.name.hasPrefix("xmlns:")
    }
    var names: [String] = []
    var children: [String: [XMLElement]] = [:]
    var text = ""
    for child in element.children {
      switch child {
      case .text(let piece, at: _): text += piece
      case .element(let child):
        let name = local(child.name)
        if children[name] == nil { names.append(name) }
        children[name, default: []].append(child)
      }
    }
    let own = trimmed(text)
    guard !attributes.isEmpty || !names.isEmpty else {
      return append(own, named: name, rules, to: &json)
    }
    json.append(UInt8(ascii: "{"))
    for attribute in attributes {
      let name = local(attribute.name)
      json.appendJSON("@\(name)")
      json.append(UInt8(ascii: ":"))
      append(attribute.value, named: name, rules, to: &json)
      json.append(UInt8(ascii: ","))
    }
    if !own.isEmpty {
      json.appendJSON("#text")
      json.append(UInt8(ascii: ":"))
      append(own, named: name, rules, to: &json)
      json.append(UInt8(ascii: ","))
    }
    for name in names {
      append(children[name] ?? [], named: name, rules, to: &json)
      json.append(UInt8(ascii: ","))
    }
    json.removeLast()
    json.append(UInt8(ascii: "}"))
  }

  /// Appends a text, as a number where it is declared to be one, and is.
  private static func append(
    _ text: String,
    named name: String,
    _ rules: XMLRules,
    to json: inout [UInt8]
  ) {
    let bytes = Array(text.utf8)
    if rules.numbers.contains(name), let number = try? JSONDocument(bytes),
      number.kind(of: number.root) == .number
    {
      json += bytes
    } else {
      json.appendJSON(text)
    }
  }

  private static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(bytes[first...last]) ?? ""
  }
}
