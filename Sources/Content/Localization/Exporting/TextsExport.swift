// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import DataFiles

/// A text that is to be translated.
package struct OwedText: Sendable {
  package let key: String
  /// The text in the source language.
  package let source: Message

  package init(_ key: String, _ source: Message) {
    self.key = key
    self.source = source
  }
}

/// The formats of files for translators.
package enum TextsFormat: String, Sendable, CaseIterable {
  case xliff
  case po
  case json
  case arb
  case android
  case resx

  /// The file's path in a folder.
  package func path(_ language: LanguageTag) -> String {
    switch self {
    case .xliff, .po, .json: "\(language).\(rawValue)"
    case .arb: "app_\("\(language)".replacing("-", with: "_")).arb"
    case .android: "\(TextsFormat.androidFolder(language))/strings.xml"
    case .resx: "Texts.\(language).resx"
    }
  }

  private static func androidFolder(_ language: LanguageTag) -> String {
    let parts = "\(language)".split(separator: "-")
    let isUsual = parts.count < 3 && parts.dropFirst().allSatisfy { $0.utf8.count == 2 }
    return isUsual
      ? "values-\(parts.joined(separator: "-r"))" : "values-b+\(parts.joined(separator: "+"))"
  }

  /// Returns a file with texts, and the names of those that the format cannot have.
  package func file(
    _ texts: [OwedText],
    from source: LanguageTag,
    to language: LanguageTag
  ) -> (text: String, left: [String]) {
    var written: [(key: String, text: ExportedText)] = []
    var left: [String] = []
    for owed in texts {
      if let text = text(owed.source, language) {
        written.append((owed.key, text))
      } else {
        left.append(owed.key)
      }
    }
    let text =
      switch self {
      case .xliff: TextsFormat.xliff(written, source, language)
      case .po: TextsFormat.gettext(written, language)
      case .json: TextsFormat.json(written, [])
      case .arb: TextsFormat.json(written, [("@@locale", .text("\(language)"))])
      case .android: TextsFormat.android(written)
      case .resx: TextsFormat.resources(written)
      }
    return (text, left)
  }

  private func text(_ message: Message, _ language: LanguageTag) -> ExportedText? {
    let text = ExportedText(message, in: language, isMessageFormat: self == .arb) {
      argument,
      texts in
      switch self {
      case .xliff, .android: VariationReader.counted(in: texts) == argument
      case .json: argument.name == "count"
      case .po, .arb, .resx: false
      }
    }
    if case .list? = text, self != .json, self != .android { return nil }
    return text
  }

  private static func xliff(
    _ texts: [(key: String, text: ExportedText)],
    _ source: LanguageTag,
    _ language: LanguageTag
  ) -> String {
    var units = ""
    func add(_ id: String, _ text: String) {
      units += """
              <trans-unit id="\(id.inXML)" xml:space="preserve">
                <source>\(text.inXML)</source>
              </trans-unit>

        """
    }
    for (key, text) in texts {
      switch text {
      case .text(let text): add(key, text)
      case .forms(let forms): for form in forms { add("\(key)|==|plural.\(form.name)", form.text) }
      case .list: break
      }
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
        <file original="Locales" source-language="\(source)" target-language="\(language)" datatype="plaintext">
          <body>
      \(units)    </body>
        </file>
      </xliff>

      """
  }

  private static func gettext(
    _ texts: [(key: String, text: ExportedText)],
    _ language: LanguageTag
  ) -> String {
    var file = """
      msgid ""
      msgstr ""
      "Language: \(language)\\n"
      "Content-Type: text/plain; charset=UTF-8\\n"

      """
    for case (let key, .text(let text)) in texts {
      file += """

        msgctxt \(key.inC)
        msgid \(text.inC)
        msgstr ""

        """
    }
    return file
  }

  private static func json(
    _ texts: [(key: String, text: ExportedText)],
    _ head: [(key: String, value: DataValue)]
  ) -> String {
    var lines = head
    for (key, text) in texts {
      let value: DataValue =
        switch text {
        case .text(let text): .text(text)
        case .forms(let forms): .members(forms.map { ($0.name, .text($0.text)) })
        case .list(let texts): .texts(texts)
        }
      lines.append((key, value))
    }
    func json(_ value: DataValue) -> String { String(decoding: value.json, as: UTF8.self) }
    let members = lines.map { "  \(json(.text($0.key))): \(json($0.value))" }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }

  private static func android(_ texts: [(key: String, text: ExportedText)]) -> String {
    var file = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n"
    for (key, text) in texts {
      let name = key.inXML
      switch text {
      case .text(let text): file += "  <string name=\"\(name)\">\(text.inAndroid)</string>\n"
      case .forms(let forms):
        file += "  <plurals name=\"\(name)\">\n"
        for form in forms {
          file += "    <item quantity=\"\(form.name)\">\(form.text.inAndroid)</item>\n"
        }
        file += "  </plurals>\n"
      case .list(let texts):
        file += "  <string-array name=\"\(name)\">\n"
        for text in texts { file += "    <item>\(text.inAndroid)</item>\n" }
        file += "  </string-array>\n"
      }
    }
    return file + "</resources>\n"
  }

  private static func resources(_ texts: [(key: String, text: ExportedText)]) -> String {
    var file = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<root>\n"
    for case (let key, .text(let text)) in texts {
      file += """
          <data name="\(key.inXML)" xml:space="preserve">
            <value>\(text.inXML)</value>
          </data>

        """
    }
    return file + "</root>\n"
  }
}

extension String {
  fileprivate var inXML: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
  }

  fileprivate var inAndroid: String {
    let text = replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      .replacing("\"", with: "\\\"").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    let isSpaced = text.hasPrefix(" ") || text.hasSuffix(" ") || text.contains("  ")
    let escaped = text.hasPrefix("@") || text.hasPrefix("?") ? "\\" + text : text
    let xml = escaped.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return isSpaced ? "\"\(xml)\"" : xml
  }

  fileprivate var inC: String {
    let text = replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t").replacing("\r", with: "\\r")
    return "\"\(text)\""
  }
}
