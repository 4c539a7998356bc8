// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles

/// .NET's resources, `Shop.fr.resx`: texts of one language, with placeholders such as `{0:N2}`.
enum ResourceFile {
  /// - Parameter name: the file's name, which gives the language; one without is for the source.
  static func read(_ root: XMLElement, name: String, into draft: inout TextsDraft) {
    guard root.name == "root" else {
      draft.error(
        .textKind,
        at: root.position,
        "the file begins with <\(root.name)>; expected <root>, as in .NET's resources"
      )
      return
    }
    let parts = name.split(separator: ".")
    let language = parts.count > 2 ? String(parts[parts.count - 2]) : TextsLinker.baseName
    draft.declare(language)
    // Those with a type are colors, icons and the like.
    for data in root.elements(named: "data") where data["type"] == nil && data["mimetype"] == nil {
      guard let key = data["name"] else {
        draft.error(.textKind, at: data.position, "a <data> has no name")
        continue
      }
      let text = data.elements(named: "value").first?.text ?? ""
      do throws(TextFault) {
        var message = CompositeFormat.message(text)
        if message == nil { message = try Message(reading: text) }
        guard let message else { continue }
        draft.add(key, language, message, at: data.position)
      } catch {
        draft.refuse(key, text, at: data.position, error)
      }
    }
  }
}

/// .NET's composite formats: `{0}`, `{1,-10}` and `{2:N2}`. Formats and widths are left to the app.
private enum CompositeFormat {
  /// Returns a text with such placeholders; `nil` for one without.
  static func message(_ source: String) -> Message? {
    var text = PatternText(source)
    var parts: [Message.Part] = []
    var start = 0
    func piece(upTo end: Int) -> String {
      text.text(start..<end).replacing("{{", with: "{").replacing("}}", with: "}")
    }
    while !text.isAtEnd {
      let begin = text.position
      if text.take("{{") { continue }
      guard let placeholder = placeholder(&text) else {
        text.position = begin + 1
        continue
      }
      if start < begin { parts.append(.text(piece(upTo: begin))) }
      parts.append(.placeholder(placeholder))
      start = text.position
    }
    // Braces are doubled only in texts that a program formats.
    guard !parts.isEmpty else { return nil }
    if start < text.bytes.count { parts.append(.text(piece(upTo: text.bytes.count))) }
    return Message(parts)
  }

  private static func placeholder(_ text: inout PatternText) -> Placeholder? {
    let begin = text.position
    guard text.take(UInt8(ascii: "{")), let number = text.takeNumber() else { return nil }
    guard text.peek() != UInt8(ascii: "}") else {
      text.position += 1
      return placeholder(number, text.text(begin..<text.position))
    }
    guard text.peek() == UInt8(ascii: ",") || text.peek() == UInt8(ascii: ":") else { return nil }
    _ = text.take { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "{") }
    guard text.take(UInt8(ascii: "}")) else { return nil }
    return placeholder(number, text.text(begin..<text.position))
  }

  private static func placeholder(_ number: Int, _ written: String) -> Placeholder {
    // .NET counts from 0.
    Placeholder(Argument(name: "\(number)", position: number + 1), .any, written: written)
  }
}
