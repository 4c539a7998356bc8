// SPDX-License-Identifier: Apache-2.0

/// A text as a terminal shows it: without control characters, measured and wrapped by columns.
struct TerminalText {
  /// The paragraphs.
  private let paragraphs: [Substring]

  /// - Parameter text: a text of the content; an escape sequence in it has no effect.
  init(_ text: String) {
    let shown = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n" ? scalar : scalar == "\t" ? " " : nil
      case .format: scalar == "\u{200C}" || scalar == "\u{200D}" ? scalar : nil
      case .lineSeparator, .paragraphSeparator: "\n"
      case .surrogate, .privateUse, .unassigned: "\u{FFFD}"
      default: scalar
      }
    }
    var clean = String.UnicodeScalarView()
    clean.append(contentsOf: shown)
    paragraphs = String(clean).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The text on one line.
  var line: String { paragraphs.joined(separator: " ") }

  /// Returns lines of at most `width` columns, broken between words where possible.
  func wrapped(to width: Int) -> [String] {
    let width = max(width, 2)
    var lines: [String] = []
    for paragraph in paragraphs {
      var (line, used) = ("", 0)
      for word in paragraph.split(separator: " ") {
        let needed = TerminalText.columns(word)
        if used > 0, used + 1 + needed <= width {
          line += " " + word
          used += 1 + needed
          continue
        }
        if used > 0 { lines.append(line) }
        (line, used) = ("", 0)
        for character in word {
          let columns = TerminalText.columns(character)
          if used + columns > width {
            lines.append(line)
            (line, used) = ("", 0)
          }
          line.append(character)
          used += columns
        }
      }
      lines.append(line)
    }
    return lines
  }

  /// The columns that a text takes.
  static func columns(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns($1) }
  }

  /// The columns that a character takes: two for the wide ones of East Asia and most emoji.
  private static func columns(_ character: Character) -> Int {
    var columns = 0
    for scalar in character.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: continue
      default: columns = max(columns, isWide(scalar) ? 2 : 1)
      }
    }
    // A variation selector asks for the picture of a character that is a text otherwise.
    return character.unicodeScalars.contains("\u{FE0F}") ? 2 : columns
  }

  /// Whether a scalar is wide (Unicode Standard Annex 11), by the blocks in use.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
