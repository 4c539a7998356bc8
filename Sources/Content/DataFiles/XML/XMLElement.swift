// SPDX-License-Identifier: Apache-2.0

/// An element of an XML file with its content.
package struct XMLElement: Sendable, Equatable {
  package enum Node: Sendable, Equatable {
    case element(XMLElement)
    case text(String, at: SourcePosition)
  }

  package let tag: XMLTag
  package internal(set) var children: [Node] = []

  init(_ tag: XMLTag) { self.tag = tag }

  /// The name as written, such as `note` or `its:note`.
  package var name: String { tag.name }
  package var position: SourcePosition { tag.position }

  /// The value of an attribute.
  package subscript(attribute: String) -> String? { tag[attribute] }

  /// The child elements.
  package var elements: [XMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Returns the child elements of a name.
  package func elements(named name: String) -> [XMLElement] {
    elements.filter { $0.name == name }
  }

  /// The text of this element and its descendants.
  package var text: String {
    var text = ""
    addText(to: &text)
    return text
  }

  private func addText(to text: inout String) {
    for child in children {
      switch child {
      case .element(let element): element.addText(to: &text)
      case .text(let piece, at: _): text += piece
      }
    }
  }
}
