// SPDX-License-Identifier: Apache-2.0

import ContentResolution

// As on Android: `[Ĥéļļö {name} one two]` shows texts that are not translated (without brackets),
// cut off (without the end), put together (brackets within) or that cannot show accents, and
// right-to-left marks around each word turn a layout without a translation. Markup and entities
// stay as they are.

extension Message {
  /// Returns the text as a pseudo-locale shows it.
  func pseudo(_ locale: PseudoLocale) -> Message {
    if isList {
      return Message(
        parts.map { part in
          guard case .list(let messages) = part else { return part }
          return .list(messages.map { $0.pseudo(locale) })
        }
      )
    }
    switch locale {
    case .accented:
      let padding = Message.padding(letterCount)
      return Message([.text("[")] + transformed { $0.accented } + [.text(padding + "]")])
    case .mirrored: return Message(transformed { $0.mirrored })
    }
  }

  private func transformed(_ change: (String) -> String) -> [Part] {
    parts.map { part in
      switch part {
      case .text(let text): .text(text.outsideMarkup(change))
      case .percent, .placeholder, .list: part
      case .choice(let choice):
        .choice(
          Choice(
            choice.selector,
            choice.cases.map { Choice.Case($0.key, Message($0.message.transformed(change))) }
          )
        )
      }
    }
  }

  /// The number of letters in the longest form.
  private var letterCount: Int {
    parts.reduce(0) { count, part in
      switch part {
      case .text(let text): count + text.count
      case .choice(let choice): count + (choice.cases.map(\.message.letterCount).max() ?? 0)
      case .percent, .placeholder, .list: count
      }
    }
  }

  /// Returns words that make a text longer: a short one twice as long, a long one by a third.
  private static func padding(_ count: Int) -> String {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    let wanted = count < 20 ? count : max(20, count / 3)
    var padding = ""
    var number = 0
    while padding.count < wanted {
      padding += " " + words[number % words.count]
      number += 1
    }
    return padding
  }
}

extension String {
  private static let plain = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz"
  private static let accents = "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļḾḿÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž"
  private static let accentOfLetter = Dictionary(
    uniqueKeysWithValues: zip(plain, accents)
  )

  fileprivate var accented: String { String(map { String.accentOfLetter[$0] ?? $0 }) }

  /// Each word in marks that turn it around.
  fileprivate var mirrored: String {
    var result = ""
    var isInWord = false
    for character in self {
      if character.isWhitespace == isInWord {
        result += isInWord ? "\u{202C}\u{200F}" : "\u{200F}\u{202E}"
        isInWord.toggle()
      }
      result.append(character)
    }
    return isInWord ? result + "\u{202C}\u{200F}" : result
  }

  /// Returns the text with a change to all but tags such as `<b>` and entities such as `&amp;`.
  fileprivate func outsideMarkup(_ change: (String) -> String) -> String {
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      let isTag = rest[start] == "<"
      let end = rest[start...].firstIndex(of: isTag ? ">" : ";")
      guard let end, isTag || rest[start..<end].dropFirst().allSatisfy({ $0.isLetter || $0 == "#" })
      else {
        result += change(String(rest[...start]))
        rest = rest[rest.index(after: start)...]
        continue
      }
      result += change(String(rest[..<start])) + rest[start...end]
      rest = rest[rest.index(after: end)...]
    }
    return result + change(String(rest))
  }
}
