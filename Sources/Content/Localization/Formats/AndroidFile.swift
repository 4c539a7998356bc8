// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

// As Android's build tools read them: white space counts once and not at the ends, unless it is
// between quotation marks; a backslash escapes. `getString` gives an app no markup, so it is left
// out here too. Of texts by product the default one is read.

/// Android's string resources, `values-fr/strings.xml`: texts of one language, with plural forms
/// and arrays.
struct AndroidFile {
  /// The folder with the texts of the source language.
  private static let sourceFolder = "values"
  /// The most references from text to text.
  private static let maximumReferences = 8

  private let language: String
  /// The elements `<string>` by their names.
  private let strings: [String: XMLElement]

  static func read(_ root: XMLElement, _ language: String, into draft: inout TextsDraft) {
    guard root.name == "resources" else {
      draft.error(
        .textKind,
        at: root.position,
        "the file begins with <\(root.name)>; expected <resources>, as in Android's strings.xml"
      )
      return
    }
    draft.declare(language)
    let elements = root.elements.filter { ($0["product"] ?? "default") == "default" }
    let strings = elements.filter { $0.name == "string" }
      .compactMap { element in element["name"].map { ($0, element) } }
    let file = AndroidFile(
      language: language,
      strings: Dictionary(strings) { _, last in last }
    )
    for element in elements { file.read(element, into: &draft) }
  }

  private func read(_ element: XMLElement, into draft: inout TextsDraft) {
    guard ["string", "plurals", "string-array"].contains(element.name) else { return }
    guard let key = element["name"] else {
      draft.error(.textKind, at: element.position, "a <\(element.name)> has no name")
      return
    }
    var variations = Variations(at: element.position)
    switch element.name {
    case "string": variations.text = text(of: element, key, &draft)
    case "plurals":
      for item in element.elements(named: "item") {
        guard let form = item["quantity"] else {
          draft.error(.pluralForm, at: item.position, "an <item> of \"\(key)\" has no quantity")
          return
        }
        var inner = Variations(at: item.position)
        inner.text = text(of: item, key, &draft)
        variations.plurals.append((form, inner))
      }
    default:
      let messages = element.elements(named: "item").compactMap { item in
        var inner = Variations(at: item.position)
        inner.text = text(of: item, key, &draft)
        return VariationReader.message(key, inner, language, &draft)
      }
      if !messages.isEmpty {
        draft.add(key, language, Message([.list(messages)]), at: element.position)
      }
      return
    }
    guard let message = VariationReader.message(key, variations, language, &draft) else { return }
    draft.add(key, language, message, at: element.position)
  }

  /// Returns the text of an element, or of the string that it refers to.
  private func text(of element: XMLElement, _ key: String, _ draft: inout TextsDraft) -> String {
    let prefix = "@string/"
    var element = element
    for _ in 0..<AndroidFile.maximumReferences {
      let written = element.text.trimmingSpace
      guard written.hasPrefix(prefix) else { return AndroidFile.unescaped(element.text) }
      guard let next = strings[String(written.dropFirst(prefix.count))] else {
        draft.error(
          .textPattern,
          at: element.position,
          "the text \"\(key)\" is \"\(written)\", and no string of the file has that name"
        )
        return ""
      }
      element = next
    }
    draft.error(
      .textPattern,
      at: element.position,
      "the text \"\(key)\" refers to itself, or over more than \(AndroidFile.maximumReferences) others"
    )
    return ""
  }

  /// Returns a text without Android's escapes.
  private static func unescaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    var isQuoted = false
    var hasSpace = false
    func finishSpace(_ result: inout String.UnicodeScalarView) {
      if hasSpace, !result.isEmpty { result.append(" ") }
      hasSpace = false
    }
    while let scalar = scalars.next() {
      switch scalar {
      case " ", "\t", "\n", "\r":
        if isQuoted { result.append(scalar) } else { hasSpace = true }
      case "\"":
        finishSpace(&result)
        isQuoted.toggle()
      case "\\":
        finishSpace(&result)
        switch scalars.next() {
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "u":
          var digits = ""
          while digits.utf8.count < 4, let digit = scalars.next() {
            digits.unicodeScalars.append(digit)
          }
          if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
            result.append(scalar)
          }
        case let escaped?: result.append(escaped)
        case nil: break
        }
      default:
        finishSpace(&result)
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The meaning of a folder's name.
  enum Folder {
    case language(String)
    /// A word that chooses by something else than the language, such as `land`.
    case unfit(String)
  }

  /// Reads a folder's name such as `values-pt-rBR` or `values-b+sr+Latn`; `nil` for one of another kind.
  static func folder(_ name: String) -> Folder? {
    guard name == sourceFolder || name.hasPrefix(sourceFolder + "-") else { return nil }
    let words = name.dropFirst(sourceFolder.count + 1).split(separator: "-").map(String.init)
    guard let first = words.first else { return .language(TextsLinker.baseName) }
    if first.hasPrefix("b+") {
      let tag = first.dropFirst(2).split(separator: "+").joined(separator: "-")
      return words.count == 1 ? .language(tag) : .unfit(words[1])
    }
    guard (2...3).contains(first.utf8.count), LanguageTag(first) != nil else {
      return .unfit(first)
    }
    guard words.count > 1 else { return .language(first) }
    guard words.count == 2, words[1].hasPrefix("r"), words[1].utf8.count == 3 else {
      return .unfit(words.last ?? "")
    }
    return .language("\(first)-\(words[1].dropFirst())")
  }
}

extension String {
  fileprivate var trimmingSpace: Substring {
    let rest = self[...].drop(while: \.isWhitespace)
    return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
  }
}
