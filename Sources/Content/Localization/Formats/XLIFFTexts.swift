// SPDX-License-Identifier: Apache-2.0

import DataFiles

// Xcode exports the forms of one text as separate units, whose ids tell the form:
// `roses|==|plural.one` or `roses|==|device.iphone.plural.one` for string catalogs, and
// `/roses:dict/count:dict/one:dict/:string` for `.stringsdict` files.

/// Joins the units of one XLIFF `<file>` to texts.
struct XLIFFTexts {
  private static let separator = "|==|"
  private static let format = "NSStringLocalizedFormatKey"

  /// The texts of one key in one language.
  private struct Text {
    var variations: Variations
    var state = TranslationState.finished
  }

  private let language: String
  private let isEcho: Bool
  private var texts: [String: Text] = [:]
  /// In the order of the file.
  private var keys: [String] = []

  init(_ language: String, isEcho: Bool) {
    self.language = language
    self.isEcho = isEcho
  }

  mutating func add(
    _ id: String,
    _ text: String?,
    _ state: TranslationState,
    at position: SourcePosition,
    _ draft: inout TextsDraft
  ) {
    let (key, path) = XLIFFTexts.parts(of: id)
    if texts[key] == nil {
      texts[key] = Text(variations: Variations(at: position))
      keys.append(key)
    } else if path.isEmpty, let earlier = texts[key]?.variations.text, let text, earlier != text {
      draft.findings.warning(
        .duplicateText,
        at: FilePlace(draft.file, position),
        "the unit \"\(id)\" is repeated in its file with another text; the last one is "
          + "served"
      )
      texts[key]?.variations.position = position
    }
    texts[key]?.state.lower(to: text == nil ? .unfinished : state)
    guard let text, state != .unfinished else { return }
    if texts[key]?.variations.set(text, at: path[...], position: position) != true {
      draft.error(
        .textKind,
        at: position,
        "the unit \"\(id)\" says \"\(path.joined(separator: "."))\"; expected plural, device or "
          + "substitutions, each with a name"
      )
    }
  }

  /// Adds the texts to a draft.
  func finish(_ draft: inout TextsDraft) {
    for key in keys {
      guard let text = texts[key], text.state != .unfinished else { continue }
      if text.state == .needsReview { draft.review(key, language, at: text.variations.position) }
      let message = VariationReader.message(
        key,
        text.variations,
        language,
        isEcho: isEcho,
        &draft
      )
      guard let message else { continue }
      draft.add(key, language, message, at: text.variations.position, role: isEcho ? .echo : .text)
    }
  }

  /// Splits a unit's id into the key and the path of a variation.
  private static func parts(of id: String) -> (key: String, path: [String]) {
    if let mark = id.range(of: separator) {
      return (
        String(id[..<mark.lowerBound]),
        id[mark.upperBound...].split(separator: ".").map(String.init)
      )
    }
    guard id.hasPrefix("/"), id.hasSuffix(":dict/:string") else { return (id, []) }
    let parts = id.dropFirst().dropLast("/:string".utf8.count).components(endingWith: ":dict")
    guard let key = parts.first, parts.count >= 2 else { return (id, []) }
    if parts.count == 2 { return parts[1] == format ? (key, []) : (id, []) }
    return (key, ["substitutions", parts[1], "plural", parts[2]])
  }
}

extension Substring {
  /// Returns the range of the first occurrence of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      formIndex(after: &start)
    }
    return nil
  }

  /// Returns the parts between slashes, without the suffix that each has.
  fileprivate func components(endingWith ending: String) -> [String] {
    var rest = self
    var parts: [String] = []
    while let end = rest.range(of: ending + "/") {
      parts.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    if rest.hasSuffix(ending) { parts.append(String(rest.dropLast(ending.utf8.count))) }
    return parts
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? { self[...].range(of: text) }
}
