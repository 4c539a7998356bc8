// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import LocaleFormats

/// A text in the notation of a file for translators.
enum ExportedText {
  case text(String)
  /// The forms that the translation needs, each with the source text to be translated.
  case forms([(name: String, text: String)])
  case list([String])

  /// - Parameters:
  ///   - hasForms: whether a file can have plural forms by this argument, with these texts.
  ///   - isMessageFormat: whether all texts are ICU's MessageFormat.
  /// - Returns: `nil` for a text that cannot be written.
  init?(
    _ message: Message,
    in language: LanguageTag,
    isMessageFormat: Bool,
    hasForms: (Argument, [String]) -> Bool
  ) {
    if case .list(let messages)? = message.parts.first {
      let texts = messages.compactMap { ExportedText.plain($0, isMessageFormat: isMessageFormat) }
      guard texts.count == messages.count else { return nil }
      self = .list(texts)
    } else if let text = ExportedText.plain(message, isMessageFormat: isMessageFormat) {
      self = .text(text)
    } else if !isMessageFormat, let forms = ExportedText.forms(message, language, hasForms) {
      self = .forms(forms)
    } else if let text = message.messageFormat() {
      self = .text(text)
    } else {
      return nil
    }
  }

  /// Returns a text without choices and types.
  private static func plain(_ message: Message, isMessageFormat: Bool) -> String? {
    if isMessageFormat { return message.hasChoices ? nil : message.messageFormat() }
    var text = ""
    for part in message.parts {
      switch part {
      case .text(let piece): text += piece
      case .percent: text += "%%"
      case .placeholder(let placeholder): text += placeholder.written
      case .choice, .list: return nil
      }
    }
    // One with types is MessageFormat as a whole.
    return Message.isMessageFormat(text) ? message.messageFormat() : text
  }

  private static func forms(
    _ message: Message,
    _ language: LanguageTag,
    _ hasForms: (Argument, [String]) -> Bool
  ) -> [(name: String, text: String)]? {
    guard message.parts.count == 1, case .choice(let choice)? = message.parts.first,
      case .plural(let argument, isOrdinal: false, offset: 0) = choice.selector
    else { return nil }
    var known: [Choice.Key: String] = [:]
    for choiceCase in choice.cases {
      guard let text = plain(choiceCase.message, isMessageFormat: false) else { return nil }
      known[choiceCase.key] = text
    }
    guard let other = known[.other], hasForms(argument, Array(known.values)) else { return nil }
    let needed = PluralForms(language, .cardinal).needed
    var forms = PluralCategory.allCases.filter(needed.contains).map { category in
      (category.rawValue, known[Choice.Key(category)] ?? other)
    }
    for case .exactly(let number) in known.keys where known[.category(.one)] == nil || number != 1 {
      guard number == 0, !needed.contains(.zero), let none = known[.exactly(0)] else { return nil }
      forms.insert((PluralCategory.zero.rawValue, none), at: 0)
    }
    return forms
  }
}

extension Message {
  fileprivate var hasChoices: Bool {
    parts.contains { if case .choice = $0 { true } else { false } }
  }

  /// Returns the text as ICU's MessageFormat; `nil` for one with other placeholders than names in
  /// braces.
  fileprivate func messageFormat(plural: Argument? = nil) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let piece): text += Message.quoted(piece, isInPlural: plural != nil)
      case .percent: text += "%"
      case .placeholder(let placeholder):
        guard placeholder.written.hasPrefix("{") || placeholder.written == "#" else { return nil }
        let isNumber =
          plural == placeholder.argument && placeholder.format == .number(digits: nil)
          && !placeholder.written.contains(",")
        text += isNumber ? "#" : placeholder.written
      case .choice(let choice):
        guard let written = choice.messageFormat(plural: plural) else { return nil }
        text += written
      case .list: return nil
      }
    }
    return text
  }

  private static func quoted(_ text: String, isInPlural: Bool) -> String {
    text.reduce(into: "") { quoted, character in
      switch character {
      case "'": quoted += "''"
      case "{", "}": quoted += "'\(character)'"
      case "#" where isInPlural: quoted += "'#'"
      default: quoted.append(character)
      }
    }
  }
}

extension Choice {
  fileprivate func messageFormat(plural: Argument?) -> String? {
    guard let argument = selector.argument, let name = argument.name else { return nil }
    var head = "{\(name), select,"
    var inner = plural
    if case .plural(_, let isOrdinal, let offset) = selector {
      head = "{\(name), \(isOrdinal ? "selectordinal" : "plural"),"
      if offset != 0 { head += " offset:\(offset)" }
      inner = argument
    }
    var text = head
    for choiceCase in cases {
      guard let message = choiceCase.message.messageFormat(plural: inner) else { return nil }
      text += " \(choiceCase.key.name) {\(message)}"
    }
    return text + "}"
  }
}
