// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import FileShapes

extension SiteSettings {
  /// The emergency file, in the words of these settings.
  var overlay: Shape<Overlay> {
    Shape.object(Overlay()) {
      Member.editorMarker
      Member("maintenance", \.maintenance, maintenance, "Closes the site for maintenance.")
      Member(
        "hide",
        \.hidden,
        hidden.oneOrMore(),
        "Paths of documents that are hidden; * stands for any characters.",
        examples: [["legal/*"]]
      )
      Member(
        "force",
        \.forced,
        Shape<String>.text.dictionary(of: "the variant of").byKey(),
        "Variant that everybody gets, by the path of its document: its id, or body.",
        examples: [["screens/home": "body"]]
      )
      Member(
        "ttl",
        \.ttls,
        Overlay.TTLCap.caps,
        "Longest lifetime in seconds, of all documents or by path; * stands for any characters.",
        examples: [10, ["products/*": 10]]
      )
      Member(
        "banner",
        \.banner,
        Overlay.message,
        "Message that the config URL carries.",
        examples: ["We answer slowly today"]
      )
    }
  }

  private var maintenance: Shape<Maintenance> {
    Shape.object(Maintenance()) {
      Member(
        "when",
        \.conditions,
        ConditionShapes(of: self).conditions,
        "Visitors for whom the site is closed; everybody, unless given.",
        examples: [["country": "DE"]]
      )
      Member(
        "message",
        \.message,
        Overlay.message,
        "Message for these visitors: one text, or one for each language.",
        examples: [["en": "Back at noon", "fr": "De retour à midi"]]
      )
      Member(
        "retryAfter",
        \.retryAfter,
        .integer(1...86_400),
        "Seconds after which apps should ask again."
      )
    }
    .with("minProperties", 1)
    .adjusted { _, value, subject, context in
      guard case .dictionary(let members) = value.content, members.members.isEmpty else { return }
      context.badValue(
        value,
        "\(subject) is empty; expected a \"message\" for visitors of the closed site, or no \(subject) "
          + "while the site is open"
      )
    }
  }

  /// Paths of documents, but not that of the config URL.
  private var hidden: Shape<PathPattern> {
    let config = config
    return PathPattern.shape.checked { pattern, value, _, context in
      guard pattern.matches(config) else { return true }
      context.badValue(
        value,
        "\"\(pattern.text)\" hides \"\(config)\", the config URL, with which every app begins; use "
          + "\"maintenance\" to close the site"
      )
      return false
    }
  }
}

extension Overlay {
  /// A text for everybody, or one for each language.
  fileprivate static let message = Shape<[LanguageTag: String]>(
    schema: {
      ["anyOf": [.string, .dictionary(of: .string, names: LanguageTag.shape.schema())]]
    },
    read: { value, subject, context in
      switch value.content {
      case .string(let text): return [.undetermined: text]
      case .dictionary(let texts):
        var messages: [LanguageTag: String] = [:]
        for member in texts.members {
          if let tag = LanguageTag(member.key), case .string(let text) = member.value.content {
            messages[tag] = text
            continue
          }
          context.findings.error(
            .badValue,
            at: context.place(member.keyPosition),
            "\"\(member.key)\" of \(subject) is not a language with a string"
          )
        }
        return messages
      default:
        context.wrongKind(value, subject, "a string or a dictionary")
        return nil
      }
    }
  )
  .described("A text for everybody, or one for each language.")
  .named("message")
}

extension Overlay.TTLCap {
  /// A lifetime for all documents, or one for each pattern of paths.
  fileprivate static let caps = Shape<[Overlay.TTLCap]>(
    schema: { ["anyOf": [DocumentLifetimes.seconds.schema(), byPath.schema()]] },
    read: { value, subject, context in
      if case .dictionary = value.content { return byPath.read(value, subject, &context) }
      return DocumentLifetimes.seconds.read(value, subject, &context)
        .map { [Overlay.TTLCap(pattern: PathPattern("*"), seconds: $0)] }
    }
  )

  private static let byPath = DocumentLifetimes.seconds.dictionary(of: "the lifetime of").converted(
    to: { $0.map { Overlay.TTLCap(pattern: PathPattern($0.key), seconds: $0.value) } }
  )
}

/// Reads the emergency file by itself, in the words of the settings that are in force.
package struct OverlayReader {
  private let shape: Shape<Overlay>
  private let file: String

  package init(_ site: SiteSettings, file: String = Overlay.path) {
    shape = site.overlay
    self.file = file
  }

  /// The parts of a file that are without error; every error is noted.
  package func goodParts(of file: DataDictionary, _ findings: inout Findings) -> DataDictionary {
    _ = overlay(DataValue(.dictionary(file)), &findings)
    let good = file.members.filter { member in
      guard member.key != Member<Overlay>.editorMarker.name else { return false }
      var own = Findings()
      _ = overlay(DataValue(.dictionary(DataDictionary(unique: [member]))), &own)
      return !own.hasErrors
    }
    return DataDictionary(unique: good)
  }

  /// Reads the file; parts that cannot be read are noted, and the others hold all the same.
  package func overlay(_ value: DataValue, _ findings: inout Findings) -> Overlay {
    shape.value(of: value, .thing("the emergency file"), in: file, &findings) ?? Overlay()
  }
}
