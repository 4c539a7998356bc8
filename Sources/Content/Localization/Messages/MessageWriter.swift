// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import ContentResolution
package import DataFiles
import LocaleFormats

// A choice whose number is unknown is not made here: the answer contains all forms by category, and
// the app chooses. Placeholders without a value stay as written.

/// Formats a message for an app: as a string, or a dictionary of plural forms.
package struct MessageWriter {
  private let language: LanguageTag
  private let locale: LocaleFormat
  private let values: DataDictionary
  private let device: DeviceClass?

  /// - Parameters:
  ///   - language: the language of the message.
  ///   - values: arguments by name, or by position from "1" on.
  package init(_ language: LanguageTag, values: DataDictionary, device: DeviceClass?) {
    self.language = language
    locale = LocaleFormat.of(language)
    self.values = values
    self.device = device
  }

  package func value(of message: Message) -> DataValue {
    guard case .list(let messages)? = message.parts.first else {
      return value(of: message, chosen: [:])
    }
    return DataValue(.array(messages.map { value(of: $0) }))
  }

  private func value(of message: Message, chosen: [Choice.Selector: Choice.Key]) -> DataValue {
    guard let open = openChoice(in: message, chosen) else {
      return DataValue(.string(text(of: message, chosen)))
    }
    var keys: [Choice.Key] = []
    for key in open.cases.map(\.key) where !keys.contains(key) { keys.append(key) }
    var members: [DataDictionary.Member] = []
    for key in keys {
      var chosen = chosen
      chosen[open.selector] = key
      let value = value(of: message, chosen: chosen)
      members.append(DataDictionary.Member(key.name, value))
    }
    return DataValue(.dictionary(DataDictionary(lastOf: members)))
  }

  /// Returns the first choice that cannot be made here.
  private func openChoice(
    in message: Message,
    _ chosen: [Choice.Selector: Choice.Key]
  ) -> Choice? {
    for case .choice(let choice) in message.parts {
      guard let key = chosen[choice.selector] ?? key(of: choice) else { return choice }
      if let inner = choice.message(for: key), let open = openChoice(in: inner, chosen) {
        return open
      }
    }
    return nil
  }

  private func key(of choice: Choice) -> Choice.Key? {
    switch choice.selector {
    case .device: return device.map { .device($0) } ?? .other
    case .word(let argument): return text(of: argument).map { .word($0) }
    case .plural(let argument, let isOrdinal, let offset):
      guard let text = text(of: argument) else { return nil }
      if let number = Int64(text) {
        if choice.cases.contains(where: { $0.key == .exactly(number) }) { return .exactly(number) }
        let (shown, overflow) = number.subtractingReportingOverflow(offset)
        return key(of: PluralOperands(overflow ? number : shown), isOrdinal)
      }
      return PluralOperands(digits: text).map { key(of: $0, isOrdinal) }
    }
  }

  private func key(of number: PluralOperands, _ isOrdinal: Bool) -> Choice.Key {
    let rules = PluralRules(language, isOrdinal ? .ordinal : .cardinal)
    return Choice.Key(rules.category(of: number))
  }

  private func text(
    of message: Message,
    _ chosen: [Choice.Selector: Choice.Key]
  ) -> String {
    var text = ""
    let isFormatted = !hasOpenPlaceholder(message, chosen)
    add(message, chosen, isFormatted, to: &text)
    return text
  }

  private func add(
    _ message: Message,
    _ chosen: [Choice.Selector: Choice.Key],
    _ isFormatted: Bool,
    to text: inout String
  ) {
    for part in message.parts {
      switch part {
      case .text(let piece): text += piece
      case .percent: text += isFormatted ? "%" : "%%"
      case .placeholder(let placeholder):
        text += value(of: placeholder) ?? placeholder.written
      case .choice(let choice):
        guard let key = chosen[choice.selector] ?? key(of: choice),
          let inner = choice.message(for: key)
        else { continue }
        add(inner, chosen, isFormatted, to: &text)
      // A list is a value of its own, never part of a text.
      case .list: break
      }
    }
  }

  /// Returns whether the app has placeholders to fill in, so that percent signs must be escaped for
  /// its formatting.
  private func hasOpenPlaceholder(
    _ message: Message,
    _ chosen: [Choice.Selector: Choice.Key]
  ) -> Bool {
    message.parts.contains { part in
      switch part {
      case .text, .percent: false
      case .placeholder(let placeholder): value(of: placeholder) == nil
      case .choice(let choice):
        (chosen[choice.selector] ?? key(of: choice)).flatMap { choice.message(for: $0) }
          .map { hasOpenPlaceholder($0, chosen) } ?? false
      case .list: false
      }
    }
  }

  private func value(of placeholder: Placeholder) -> String? {
    guard let text = shown(placeholder) else { return nil }
    return placeholder.format.map { $0.text(of: text, in: locale) ?? text } ?? text
  }

  /// Returns the value of a placeholder before it is formatted.
  private func shown(_ placeholder: Placeholder) -> String? {
    guard let text = text(of: placeholder.argument) else { return nil }
    guard placeholder.offset != 0, let number = Int64(text) else { return text }
    let (shown, overflow) = number.subtractingReportingOverflow(placeholder.offset)
    return overflow ? text : "\(shown)"
  }

  /// Returns whether all values given have the types that the text needs.
  func fits(_ message: Message) -> Bool {
    message.parts.allSatisfy { part in
      switch part {
      case .text, .percent: true
      case .placeholder(let placeholder):
        placeholder.format.flatMap { format in
          shown(placeholder).map { format.text(of: $0, in: locale) != nil }
        } ?? true
      case .choice(let choice):
        fits(choice) && choice.cases.allSatisfy { fits($0.message) }
      case .list(let messages): messages.allSatisfy { fits($0) }
      }
    }
  }

  private func fits(_ choice: Choice) -> Bool {
    guard case .plural(let argument, isOrdinal: _, offset: _) = choice.selector else { return true }
    return text(of: argument).map { PluralOperands(digits: $0) != nil } ?? true
  }

  private func text(of argument: Argument) -> String? {
    let value =
      argument.name.flatMap { values[$0] } ?? argument.position.flatMap { values["\($0)"] }
    switch value?.content {
    case .string(let text): return text
    case .integer(let number): return "\(number)"
    case .decimal(let decimal): return decimal.text
    default: return nil
    }
  }
}
