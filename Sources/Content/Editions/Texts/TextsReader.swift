// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

/// Reads the files of `Locales`: `fr.json`, flat or with members within members, and
/// `fr.lproj/anything.strings`.
struct TextsReader {
  private struct Placed {
    let text: String
    let place: FilePlace
  }

  private let matcher: LanguageMatcher
  private var tables: [[String: Placed]]
  private(set) var findings = Findings()

  init(_ matcher: LanguageMatcher) {
    self.matcher = matcher
    tables = Array(repeating: [:], count: matcher.published.count)
  }

  var texts: SiteTexts {
    SiteTexts(tables.map { $0.mapValues(\.text) }, matcher: matcher)
  }

  /// Takes a file of texts.
  mutating func read(_ file: String, _ bytes: [UInt8]) {
    let parts = file.dropFirst(SiteFolder.localesFolder.count + 1).split(separator: "/")
    guard let last = parts.last, let kind = last.split(separator: ".").last,
      let name = TextsReader.language(of: parts, kind: String(kind))
    else {
      findings.error(
        .unreadable,
        at: FilePlace(file),
        "texts are read from files such as fr.json and fr.lproj/Localizable.strings, and not from "
          + "this one"
      )
      return
    }
    guard let tag = LanguageTag(name), let language = matcher.index(of: tag) else {
      findings.error(
        .unknownName,
        at: FilePlace(file),
        "\"\(name)\" is no language that the site publishes",
        suggestion: Suggestion.nearest(to: name, among: matcher.published.map { "\($0)" })
      )
      return
    }
    do {
      let value = try DataValue(
        reading: bytes.span,
        fileExtension: String(kind),
        rules: .documents
      )
      add(value, named: "", to: Int(language.rawValue), file)
    } catch {
      findings.error(
        .unreadable,
        at: FilePlace(file, error.position),
        "\(error.kind.rawValue): found \(error.seen), expected \(error.expected)"
      )
    }
  }

  /// The language that a path names; `nil` for a kind of file that is not read.
  private static func language(of parts: [Substring], kind: String) -> String? {
    switch kind {
    case "json", "json5":
      guard parts.count == 1 else { return nil }
      return String(parts[0].dropLast(kind.count + 1))
    case "strings":
      guard parts.count == 2, parts[0].hasSuffix(".lproj") else { return nil }
      return String(parts[0].dropLast(".lproj".count))
    default: return nil
    }
  }

  private mutating func add(_ value: DataValue, named key: String, to table: Int, _ file: String) {
    let place = FilePlace(file, value.position)
    switch value.content {
    case .dictionary(let dictionary):
      for member in dictionary.members {
        let name = key.isEmpty ? member.key : "\(key).\(member.key)"
        add(member.value, named: name, to: table, file)
      }
    case .string(let text) where !key.isEmpty:
      if let other = tables[table][key] {
        findings.error(
          .duplicateText,
          at: place,
          "the text \"\(key)\" is there twice in \(matcher.published[table])",
          parties: [Finding.Party(other.place, "the other one")]
        )
      }
      tables[table][key] = Placed(text: text, place: place)
    default:
      findings.error(
        .wrongKind,
        at: place,
        "\(key.isEmpty ? "a file of texts" : "the text \"\(key)\"") is \(value.kindName); expected "
          + (key.isEmpty ? "a dictionary" : "a string")
      )
    }
  }
}
