// SPDX-License-Identifier: Apache-2.0

import Bytes

extension JSONDocument {
  /// Returns the value of a string; `nil` for other values.
  package func string(of node: JSONNode) -> String? {
    entries[node.position].isString ? text(at: node.position) : nil
  }

  /// Returns the member name of a node; `nil` for an element and for the root.
  package func memberName(of node: JSONNode) -> String? {
    guard node.position > 0, entries[node.position - 1].isName else { return nil }
    return text(at: node.position - 1)
  }

  /// Returns whether the node is a string equal to `value`.
  package func isString(_ node: JSONNode, equalTo value: Span<UInt8>) -> Bool {
    entries[node.position].isString && string(at: node.position, is: value)
  }

  /// Appends the value of a string in UTF-8, without quotes and escapes; false for other values.
  @discardableResult
  package func appendString(of node: JSONNode, to output: inout [UInt8]) -> Bool {
    guard entries[node.position].isString else { return false }
    appendText(at: node.position, to: &output)
    return true
  }

  /// Returns the unescaped text of a string or a name.
  func text(at position: Int) -> String {
    let entry = entries[position]
    if !entry.isMarked { return content(of: entry).text }
    var output: [UInt8] = []
    appendText(at: position, to: &output)
    return output.span.text
  }

  func appendText(at position: Int, to output: inout [UInt8]) {
    let entry = entries[position]
    guard entry.isMarked else { return output.append(content(of: entry)) }
    var text = EscapedText(content(of: entry))
    repeat { output.append(text.plainRun()) } while text.appendEscape(to: &output)
  }

  /// Returns whether the unescaped string or name at `position` equals `value`.
  @inline(__always)
  func string(at position: Int, is value: Span<UInt8>) -> Bool {
    let entry = entries[position]
    guard !entry.isMarked else { return escapedString(entry, is: value) }
    let length = Int(entry.end) &- Int(entry.start) &- 2
    guard length == value.count else { return false }
    guard length > 0 else { return true }
    let start = Int(entry.start) &+ 1
    return bytes[start] == value[0]
      && bytes.span.extracting(start..<start &+ length).matches(value)
  }

  /// Returns the text between the quotes.
  @_lifetime(borrow self)
  func content(of entry: Entry) -> Span<UInt8> {
    bytes.span.extracting(Int(entry.start) + 1..<Int(entry.end) - 1)
  }

  /// An unpaired surrogate equals U+FFFD, as which it is read.
  @inline(never)
  private func escapedString(_ entry: Entry, is value: Span<UInt8>) -> Bool {
    var text = EscapedText(content(of: entry))
    var at = 0
    while true {
      let run = text.plainRun()
      guard run.count <= value.count - at else { return false }
      guard value.extracting(at..<at + run.count).matches(run) else { return false }
      at += run.count
      guard let character = text.escape() else { return at == value.count }
      for byte in character.utf8 {
        guard at < value.count && value[at] == byte else { return false }
        at += 1
      }
    }
  }
}
