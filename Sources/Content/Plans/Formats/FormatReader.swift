// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import LocaleFormats

/// Reads what a body says of how values are written.
package struct FormatReader {
  package private(set) var faults: [TemplateReader.Fault] = []

  package init() {}

  /// Reads a dictionary; `nil`, and faults, if something is wrong in it.
  package mutating func declaration(_ dictionary: DataDictionary) -> FormatDeclaration? {
    guard let key = FormatKeys.written.first(where: { dictionary[$0] != nil }),
      let value = dictionary[key]
    else { return nil }
    refuseOthers(dictionary, key)
    let usesCountry = key == FormatKeys.money && dictionary[FormatKeys.currency] == nil
    var picked: DataValue?
    var code: CurrencyCode?
    if let currency = dictionary[FormatKeys.currency] {
      if FormatDeclaration.isLiteral(currency) {
        code = self.code(currency)
      } else {
        picked = currency
      }
    }
    let format = format(key, dictionary, code)
    let declaration = FormatDeclaration(
      format: format,
      value: value,
      currency: picked,
      usesCountry: usesCountry
    )
    check(declaration, key)
    return faults.isEmpty ? declaration : nil
  }

  private mutating func format(
    _ key: String,
    _ dictionary: DataDictionary,
    _ code: CurrencyCode?
  ) -> ValueFormat {
    switch key {
    case FormatKeys.number: return .number(digits: digits(dictionary).map { $0...$0 })
    case FormatKeys.percent: return .percent(digits: digits(dictionary))
    case FormatKeys.money:
      let word = word(
        dictionary,
        FormatKeys.symbol,
        CurrencyFormat.SymbolStyle.allCases.map(\.rawValue)
      )
      let symbol = word.flatMap { CurrencyFormat.SymbolStyle(rawValue: $0) } ?? .standard
      return .money(code, symbol: symbol, digits: digits(dictionary))
    default:
      let word = word(dictionary, FormatKeys.style, FormatKeys.dateStyles)
      let style = word.flatMap { DateFormat.Style(rawValue: $0) } ?? .medium
      let hasTime = self.word(dictionary, FormatKeys.time, FormatKeys.timeStyles) == "short"
      if style == .none, !hasTime, let value = dictionary[FormatKeys.style] {
        note(value, "neither a date nor a time is wanted; expected \"time\" to be short")
      }
      return .date(style, hasTime: hasTime, zone: zone(dictionary))
    }
  }

  /// A literal is of its kind; anything that is picked is known later.
  private mutating func check(_ declaration: FormatDeclaration, _ key: String) {
    let value = declaration.value
    guard let text = declaration.text else {
      guard case .dictionary(let dictionary) = value.content,
        dictionary[TemplateKeys.pick] != nil || dictionary[TemplateKeys.match] != nil
      else {
        note(
          value,
          "\"\(key)\" is \(value.kindName); expected \(FormatReader.expectation(of: key)) or a pick"
        )
        return
      }
      return
    }
    guard !Pick.isPick(text) else { return }
    let probe = CurrencyCode("EUR")
    guard declaration.format.text(of: text, currency: probe, in: .of(.undetermined)) == nil else {
      return
    }
    note(
      value,
      "\"\(key)\" is \"\(text)\"; expected \(FormatReader.expectation(of: key)) or a pick"
    )
  }

  private static func expectation(of key: String) -> String {
    key == FormatKeys.date
      ? "seconds of Unix time, an instant such as 2026-12-20T00:00Z, a day such as 2026-12-20"
      : "a number of at most \(DecimalText.maximumIntegerDigits) digits"
  }

  private mutating func code(_ value: DataValue) -> CurrencyCode? {
    let text = FormatDeclaration.text(of: value) ?? ""
    if let code = CurrencyCode(text), code.isKnown, code.description == text { return code }
    let nearest = Suggestion.nearest(to: text, among: CurrencyCode.known.map(\.description))
    note(
      value,
      "\"\(text)\" is no currency in use; expected the three letters of one or a pick"
        + (nearest.map { "; did you mean \($0)?" } ?? "")
    )
    return nil
  }

  private mutating func digits(_ dictionary: DataDictionary) -> Int? {
    guard let value = dictionary[FormatKeys.digits] else { return nil }
    if case .integer(let number) = value.content,
      NumberFormat.digits.contains(Int(clamping: number))
    {
      return Int(number)
    }
    let range = NumberFormat.digits
    note(value, "\"digits\" is no number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  private mutating func word(
    _ dictionary: DataDictionary,
    _ name: String,
    _ words: [String]
  ) -> String? {
    guard let value = dictionary[name] else { return nil }
    if case .string(let word) = value.content, words.contains(word) { return word }
    let seen = FormatDeclaration.text(of: value).map { "\"\($0)\"" } ?? value.kindName
    note(value, "\"\(name)\" is \(seen); expected \(words.joined(separator: ", "))")
    return nil
  }

  private mutating func zone(_ dictionary: DataDictionary) -> ClockZone {
    guard let value = dictionary[FormatKeys.zone] else { return .offset(offset(dictionary)) }
    if let offset = dictionary[FormatKeys.offset] {
      note(offset, "\"offset\" stands beside \"zone\", which says it; expected one of them")
    }
    guard case .string(let name) = value.content else {
      let example = ZoneDatabase.example
      note(value, "\"zone\" is \(value.kindName); expected the name of one such as \(example)")
      return .utc
    }
    do {
      return .rules(try ZoneDatabase.system.rules(of: name))
    } catch {
      note(value, FormatReader.message(error, name))
      return .utc
    }
  }

  private static func message(_ fault: ZoneDatabase.Fault, _ name: String) -> String {
    switch fault {
    case .noDatabase(let folder):
      return
        "\"zone\" is \"\(name)\", and this machine knows no zones: \(folder) is missing, which the "
        + "package tzdata has"
    case .unknown:
      let nearest = Suggestion.nearest(to: name, among: ZoneDatabase.system.names)
      return
        "\"zone\" is \"\(name)\", which is no zone of tzdata; expected the name of one such as "
        + ZoneDatabase.example + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .damaged(let file):
      return "\"zone\" is \"\(name)\", whose file \(file) cannot be read as one of tzdata"
    }
  }

  private mutating func offset(_ dictionary: DataDictionary) -> ZoneOffset {
    guard let value = dictionary[FormatKeys.offset] else { return .utc }
    if case .string(let text) = value.content, let offset = ZoneOffset(text) { return offset }
    let seen = FormatDeclaration.text(of: value).map { "\"\($0)\"" } ?? value.kindName
    note(value, "\"offset\" is \(seen); expected Z or a distance from UTC such as +01:00")
    return .utc
  }

  private mutating func refuseOthers(_ dictionary: DataDictionary, _ key: String) {
    let known = FormatKeys.members(of: key)
    for member in dictionary.members where !known.contains(member.key) {
      let nearest = Suggestion.nearest(to: member.key, among: known)
      faults.append(
        TemplateReader.Fault(
          position: member.keyPosition,
          message: "\"\(member.key)\" means nothing beside \"\(key)\""
            + (nearest.map { "; did you mean \($0)?" }
              ?? "; expected one of \(known.joined(separator: ", "))")
        )
      )
    }
  }

  private mutating func note(_ value: DataValue, _ message: String) {
    faults.append(TemplateReader.Fault(position: value.position, message: message))
  }
}
