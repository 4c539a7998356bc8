// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles

// As msgfmt reads them: fuzzy and empty translations are not served, and obsolete ones (`#~`) are
// comments. `msgid` is the name of a text and its text in the source language. With a context the
// name is `context|msgid`, or, where each text of the file has a context of its own, the context
// alone: converters put the names of keys there.

/// gettext's `.po` and `.pot`: texts of one language beside those of the source language.
struct GettextFile {
  private static let source = TextsLinker.baseName

  private let language: String
  private let forms: GettextForms
  /// Whether contexts are the names of texts.
  private let areContextsNames: Bool

  /// - Parameter language: the language that the file's path gives, if its header does not.
  static func read(_ bytes: Span<UInt8>, language: String, into draft: inout TextsDraft) {
    var reader = GettextReader(bytes.text)
    let entries: [GettextEntry]
    do throws(DataFileError) {
      entries = try reader.entries()
    } catch {
      draft.refuse(error)
      return
    }
    let header = entries.first { $0.id.isEmpty && $0.context == nil }
    let fields = Dictionary(
      (header?.texts[0] ?? "").split(separator: "\n").compactMap { line in
        line.firstIndex(of: ":").map {
          (line[..<$0].lowercased(), line[line.index(after: $0)...].filter { $0 != " " })
        }
      }
    ) { first, _ in first }
    if let type = fields["content-type"]?.lowercased(), let charset = type.charset,
      !["utf-8", "utf8", "us-ascii", "ascii", "charset"].contains(charset)
    {
      draft.error(
        .textKind,
        at: header?.position ?? .start,
        "the file is in \(charset); expected UTF-8, as msgconv --to-code=UTF-8 writes it"
      )
      return
    }
    let texts = entries.filter { !$0.id.isEmpty }
    let contexts = texts.compactMap(\.context)
    var name = fields["language"] ?? ""
    if name.isEmpty { name = language }
    let file = GettextFile(
      language: name.replacing("@latin", with: "@Latn").replacing("@cyrillic", with: "@Cyrl")
        .replacing("@", with: "-"),
      forms: GettextForms(fields["plural-forms"], LanguageTag(name) ?? .undetermined),
      areContextsNames: contexts.count == texts.count && Set(contexts).count == contexts.count
    )
    if let fault = file.forms.fault {
      draft.error(.pluralForm, at: header?.position ?? .start, fault)
    }
    draft.declare(file.language)
    for entry in texts { file.read(entry, into: &draft) }
  }

  private func read(_ entry: GettextEntry, into draft: inout TextsDraft) {
    let key = entry.context.map { areContextsNames ? $0 : "\($0)|\(entry.id)" } ?? entry.id
    var echo = Variations(at: entry.position)
    if let plural = entry.plural {
      _ = echo.set(entry.id, at: ["plural", "=1"], position: entry.position)
      _ = echo.set(plural, at: ["plural", "other"], position: entry.position)
    } else {
      echo.text = entry.id
    }
    if let message = VariationReader.message(key, echo, GettextFile.source, &draft) {
      draft.add(
        key,
        GettextFile.source,
        message,
        at: entry.position,
        role: areContextsNames ? .echo : .name
      )
    }
    let isDone =
      !entry.isFuzzy && !entry.texts.isEmpty && entry.texts.values.allSatisfy { !$0.isEmpty }
    guard isDone, language != GettextFile.source else { return }
    var variations = Variations(at: entry.position)
    if entry.plural == nil {
      variations.text = entry.texts[0]
    } else {
      for (form, index) in forms.indices {
        guard let text = entry.texts[index] else { continue }
        _ = variations.set(text, at: ["plural", form], position: entry.position)
      }
    }
    guard let message = VariationReader.message(key, variations, language, &draft) else { return }
    draft.add(key, language, message, at: entry.position)
  }
}

/// A message of a `.po` file.
struct GettextEntry {
  var context: String?
  var id = ""
  var plural: String?
  /// By the number of the plural form; 0 for the only one.
  var texts: [Int: String] = [:]
  var isFuzzy = false
  var position = SourcePosition.start
}

/// Reads the messages of a `.po` file.
private struct GettextReader {
  private enum Field {
    case context
    case id
    case plural
    case text(Int)
  }

  private let lines: [Substring]
  private var entry = GettextEntry()
  private var finished: [GettextEntry] = []
  private var field: Field?

  init(_ text: String) {
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
  }

  mutating func entries() throws(DataFileError) -> [GettextEntry] {
    for (number, line) in lines.enumerated() {
      let position = SourcePosition(line: number + 1, column: 1)
      let line = line.drop(while: \.isWhitespace)
      guard let first = line.first else { continue }
      if first == "#" {
        finish()
        if line.hasPrefix("#,") {
          entry.isFuzzy =
            entry.isFuzzy
            || line.dropFirst(2).split(separator: ",").contains { $0.trimmed == "fuzzy" }
        }
        continue
      }
      let quote = line.firstIndex(of: "\"") ?? line.endIndex
      let keyword = line[..<quote].trimmed
      if !keyword.isEmpty { try begin(keyword, at: position) }
      guard let field, let text = GettextReader.unquoted(line[quote...]) else {
        throw GettextReader.failure(
          line,
          "a text in quotation marks, as in msgid \"Roses\"",
          position
        )
      }
      append(text, to: field)
    }
    finish()
    return finished
  }

  private mutating func begin(
    _ keyword: Substring,
    at position: SourcePosition
  ) throws(DataFileError) {
    switch keyword {
    case "msgctxt":
      finish()
      entry.position = position
      field = .context
    case "msgid":
      finish()
      if entry.context == nil { entry.position = position }
      field = .id
    case "msgid_plural": field = .plural
    case "msgstr": field = .text(0)
    default:
      guard keyword.hasPrefix("msgstr["), keyword.hasSuffix("]"),
        let number = Int(keyword.dropFirst(7).dropLast()), (0..<16).contains(number)
      else {
        throw GettextReader.failure(
          keyword,
          "msgctxt, msgid, msgid_plural, msgstr or msgstr[0]",
          position
        )
      }
      field = .text(number)
    }
  }

  private mutating func append(_ text: String, to field: Field) {
    switch field {
    case .context: entry.context = (entry.context ?? "") + text
    case .id: entry.id += text
    case .plural: entry.plural = (entry.plural ?? "") + text
    case .text(let number): entry.texts[number, default: ""] += text
    }
  }

  /// Ends the message that has its texts.
  private mutating func finish() {
    guard !entry.texts.isEmpty else { return }
    finished.append(entry)
    entry = GettextEntry()
    field = nil
  }

  /// Returns a text in quotation marks without them and C's escapes; `nil` if it is none.
  private static func unquoted(_ line: Substring) -> String? {
    var bytes: [UInt8] = []
    var text = PatternText(String(line.trimmed))
    guard text.take(UInt8(ascii: "\"")) else { return nil }
    while let byte = text.peek() {
      text.position += 1
      switch byte {
      case UInt8(ascii: "\""): return text.isAtEnd ? String(decoding: bytes, as: UTF8.self) : nil
      case UInt8(ascii: "\\"):
        guard let escaped = text.peek() else { return nil }
        text.position += 1
        switch Unicode.Scalar(escaped) {
        case "n": bytes.append(0x0A)
        case "t": bytes.append(0x09)
        case "r": bytes.append(0x0D)
        case "a", "b", "f", "v": break
        default: bytes.append(escaped)
        }
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private static func failure(
    _ seen: Substring,
    _ expected: String,
    _ position: SourcePosition
  ) -> DataFileError {
    DataFileError(.syntax, at: position, seen: "\"\(seen.prefix(40))\"", expected: expected)
  }
}

extension StringProtocol {
  fileprivate var trimmed: SubSequence {
    let rest = drop(while: \.isWhitespace)
    return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? rest
  }
}

extension String {
  /// The charset of a content type without blanks.
  fileprivate var charset: Substring? {
    let mark = "charset="
    guard let start = split(separator: ";").first(where: { $0.hasPrefix(mark) }) else { return nil }
    return start.dropFirst(mark.count)
  }
}
