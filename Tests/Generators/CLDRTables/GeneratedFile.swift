// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A Swift file that is committed, and never edited by hand.
package struct GeneratedFile: Sendable {
  /// Below the package's folder.
  package let path: String
  package let text: String

  /// An enumeration without cases whose constants are `tables`.
  ///
  /// - Parameter origin: the program that writes the file, and what it reads.
  package init(
    path: String,
    name: String,
    summary: String,
    origin: String = "`swift run cldr-tables` from CLDR 48",
    tables: [Constant]
  ) {
    self.path = path
    text =
      """
      // SPDX-License-Identifier: Apache-2.0
      // Made by \(origin), © Unicode, Inc., SPDX Unicode-3.0.
      // swift-format-ignore-file

      /// \(summary)
      enum \(name) {
      \(tables.map(\.source).joined(separator: "\n\n"))
      }

      """
  }

  /// Writes the file in the place of the one before, and says that it has.
  ///
  /// - Parameter package: the folder of Package.swift.
  package func write(to package: URL) throws {
    let target = package.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: target)
    print(path)
  }

  /// One constant of such a file.
  package enum Constant {
    /// Texts with `¦` or the end of a line between them; what cannot be seen is written as its
    /// number.
    case texts(name: String, summary: String, [String])
    /// Words with spaces between them.
    case words(name: String, summary: String, [String])
    /// Numbers of 64 bits.
    case numbers(name: String, summary: String, [UInt64])

    var source: String {
      switch self {
      case .texts(let name, let summary, let texts):
        """
          /// \(summary)
          static let \(name) = \"""
        \(packed(texts.map(visible)).map { "    " + $0 }.joined(separator: "\n"))
            \"""
        """
      case .words(let name, let summary, let words):
        """
          /// \(summary)
          static let \(name) = \"""
        \(lines(of: words, separator: " ").joined(separator: "\n"))
            \"""
        """
      case .numbers(let name, let summary, let numbers):
        """
          /// \(summary)
          static let \(name): [UInt64] = [
        \(lines(of: numbers.map { hexadecimal($0) + "," }, separator: " ").joined(separator: "\n"))
          ]
        """
      }
    }

    /// Lines of at most a hundred columns where texts are not longer.
    private func packed(_ texts: [String]) -> [String] {
      var lines: [String] = []
      for text in texts {
        if let line = lines.last, line.count + text.count < 95 {
          lines[lines.count - 1] = line + "¦" + text
        } else {
          lines.append(text)
        }
      }
      return lines
    }

    private func visible(_ text: String) -> String {
      var visible = ""
      for (index, scalar) in text.unicodeScalars.enumerated() {
        let isSeen =
          scalar == " "
          ? index > 0 && index < text.unicodeScalars.count - 1
          : !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
            && !scalar.properties.isBidiControl && scalar.properties.generalCategory != .format
            && scalar != "\\" && scalar != "\""
        visible +=
          isSeen ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
      return visible
    }

    /// Lines of at most a hundred columns.
    private func lines(of words: [String], separator: String) -> [String] {
      var lines: [String] = []
      var line = "   "
      for word in words {
        if line.utf8.count + word.utf8.count + 1 > 100 {
          lines.append(line)
          line = "   "
        }
        line += separator + word
      }
      return lines + [line]
    }

    private func hexadecimal(_ number: UInt64) -> String {
      let digits = String(number, radix: 16)
      let padded = String(repeating: "0", count: 16 - digits.count) + digits
      var text = "0x"
      for (index, digit) in padded.enumerated() {
        if index > 0, index % 4 == 0 { text += "_" }
        text.append(digit)
      }
      return text
    }
  }
}
