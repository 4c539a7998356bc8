// SPDX-License-Identifier: Apache-2.0

/// Others' texts as a line of a log may have them: nothing in them ends it or moves a terminal.
enum Shown {
  static func text(_ text: String, letters maximumLetters: Int = 200) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(maximumLetters) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > maximumLetters ? shown + "…" : shown
  }
}
