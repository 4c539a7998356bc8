// SPDX-License-Identifier: Apache-2.0
//
// Nothing reaches a page unescaped: names of elements and attributes are literals of this module, texts
// and values are escaped where they are written, and a link can only be an `Address` of this listener.
// There is no way to write markup that was read somewhere, and none to write a script or a style inline.
// Marks that turn the direction of writing are shown as escapes, except where a form gives a text back.

import Measure

/// Writes HTML into bytes.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []
  /// The data that the page shows.
  let inspection: Inspection
  /// The address of the page.
  let address: Address
  /// Number of regions by the names that were wanted for them.
  private var landmarks: [String: Int] = [:]

  init(_ inspection: Inspection = .nothing, at address: Address = Address(.now)) {
    (self.inspection, self.address) = (inspection, address)
    bytes.reserveCapacity(32_768)
  }

  /// The node of a fleet whose pages links lead to; `nil` for the one that is asked.
  var node: String? { inspection.node }

  /// The name of an element, or of one of SVG.
  struct Tag: ExpressibleByStringLiteral {
    fileprivate let name: String

    init(stringLiteral name: StaticString) { self.name = name.description }
  }

  /// An attribute with its value.
  struct Attribute {
    fileprivate enum Value {
      case text(String)
      case address(Address)
      /// An attribute without a value.
      case present
      case absent
    }

    fileprivate let name: String
    fileprivate let value: Value
  }

  /// The name of a region, which no other region of the page has.
  mutating func landmark(_ name: String) -> String {
    landmarks[name, default: 0] += 1
    return landmarks[name].flatMap { $0 > 1 ? "\(name) \($0)" : nil } ?? name
  }

  mutating func doctype() { append("<!doctype html>\n") }

  mutating func element(
    _ tag: Tag,
    _ attributes: [Attribute] = [],
    _ content: (inout HTMLWriter) -> Void
  ) {
    open(tag, attributes)
    content(&self)
    append("</")
    append(tag.name)
    append(">")
  }

  /// An element with a text alone.
  mutating func element(_ tag: Tag, _ attributes: [Attribute], _ text: String) {
    element(tag, attributes) { $0.text(text) }
  }

  mutating func element(_ tag: Tag, _ text: String) { element(tag, [], text) }

  /// An element that cannot have content.
  mutating func void(_ tag: Tag, _ attributes: [Attribute]) { open(tag, attributes) }

  mutating func text(_ text: String) { appendEscaped(ShownText.escaped(Array(text.utf8))) }

  /// Adds the text that a form gives back as it is.
  mutating func editedText(_ text: String) { appendEscaped(Array(text.utf8)) }

  /// Adds a line feed, so that the page's source is readable.
  mutating func line() { append("\n") }

  private mutating func open(_ tag: Tag, _ attributes: [Attribute]) {
    append("<")
    append(tag.name)
    for attribute in attributes {
      switch attribute.value {
      case .absent: continue
      case .present:
        append(" ")
        append(attribute.name)
      case .text(let text): append(attribute.name, text)
      case .address(let address):
        let isOfNode = tag.name == "a" && node != nil && address[Address.node] == nil
        append(attribute.name, (isOfNode ? address.with(Address.node, node) : address).text)
      }
    }
    append(">")
  }

  private mutating func append(_ name: String, _ value: String) {
    append(" ")
    append(name)
    append("=\"")
    let bytes = Array(value.utf8)
    appendEscaped(name == "value" ? bytes : ShownText.escaped(bytes))
    append("\"")
  }

  private mutating func append(_ markup: String) { bytes += markup.utf8 }

  private mutating func appendEscaped(_ text: [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      case UInt8(ascii: "'"): append("&#39;")
      // HTML has no way to write these.
      case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0x7F: append("\u{FFFD}")
      default: bytes.append(byte)
      }
    }
  }
}

extension HTMLWriter.Attribute {
  typealias Attribute = HTMLWriter.Attribute

  /// An attribute whose value is neither an address nor code.
  static func set(_ name: Name, _ value: String) -> Attribute {
    Attribute(name: name.rawValue, value: .text(value))
  }

  static func `class`(_ names: String) -> Attribute {
    Attribute(name: "class", value: names.isEmpty ? .absent : .text(names))
  }

  static func href(_ address: Address) -> Attribute {
    Attribute(name: "href", value: .address(address))
  }

  /// A link to an element of the same page.
  static func anchor(_ id: StaticString) -> Attribute {
    Attribute(name: "href", value: .text("#\(id)"))
  }

  static func source(_ address: Address) -> Attribute {
    Attribute(name: "src", value: .text(address.text))
  }

  static func action(_ address: Address) -> Attribute {
    Attribute(name: "action", value: .text(address.text))
  }

  static func title(_ text: String) -> Attribute {
    Attribute(name: "title", value: text.isEmpty ? .absent : .text(text))
  }

  /// An example in an empty field.
  static func placeholder(_ text: String) -> Attribute { set(.placeholder, text) }

  static func value(_ text: String) -> Attribute { Attribute(name: "value", value: .text(text)) }

  /// A present attribute without value, if a condition holds.
  static func flag(_ name: Name, if isSet: Bool = true) -> Attribute {
    Attribute(name: name.rawValue, value: isSet ? .present : .absent)
  }

  /// The names of attributes that the console's pages use, but for those with functions of their own.
  /// None of them can hold an address, a script or a style.
  enum Name: String {
    case aria = "aria-label"
    case ariaCurrent = "aria-current"
    case ariaHidden = "aria-hidden"
    case ariaSort = "aria-sort"
    case autocomplete, charset, checked, cols, colspan, content, cx, cy, d
    case dataFrom = "data-from"
    case dataLabel = "data-label"
    case dataLive = "data-live"
    case dataMethod = "data-method"
    case dataPath = "data-path"
    case dataPlace = "data-place"
    case dataPoint = "data-point"
    case dataTo = "data-to"
    case datetime, `defer`, dx, dy, fill, height, hidden, inputmode
    case httpEquiv = "http-equiv"
    case `for`, id, lang, list, max, maxlength, media, method, min, name, open, pattern
    case patternUnits, placeholder
    case points, stroke, preserveAspectRatio, r, rel, required, role, rows, rx, scope, selected,
      size, spellcheck, step
    case tabindex
    case textAnchor = "text-anchor"
    case transform, type, viewBox, width, x, x1, x2, y, y1, y2
  }
}
