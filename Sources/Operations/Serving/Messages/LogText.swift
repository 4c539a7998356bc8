// SPDX-License-Identifier: Apache-2.0

/// Escapes foreign texts for a log line: control characters that would end it or affect a terminal.
package enum LogText {
  package static func escaped(_ text: String, letters maximumLetters: Int = 200) -> String {
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
