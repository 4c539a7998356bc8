// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentModel
import DataFiles
package import FileShapes
import HTTPValues
import JSONValues

// The forms of the texts of a plan, each with its pattern for editors beside its parser.

extension TextForm where Value == String {
  static let callName = TextForm(
    "name of a call",
    expected: "letters, digits and underscores, and neither "
      + Pick.rootNames.joined(separator: " nor "),
    pattern: "^(?!(?:\(Pick.rootNames.joined(separator: "|")))$)[A-Za-z0-9_]+$",
    accepts: { isWord($0) && !Pick.rootNames.contains($0) }
  )

  /// The name of a key or a variable of a list.
  static func word(_ noun: String) -> TextForm {
    TextForm(
      noun,
      expected: "letters, digits and underscores",
      pattern: "^[A-Za-z0-9_]+$",
      accepts: isWord
    )
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }
}

extension DeviceClass {
  package static let shape = Shape.text(.device).schema(.one(of: words)).named("device")
  /// Several of them, each once.
  package static let listed = shape.oneOrMore(atLeast: 1).converted(to: { Set($0).sorted() })

  fileprivate static let words = allCases.map(\.rawValue)
}

extension TextForm where Value == DeviceClass {
  fileprivate static let device = TextForm(
    "device",
    expected: "one of \(DeviceClass.words.joined(separator: ", "))",
    pattern: DeviceClass.words.joined(separator: "|"),
    rule: .unknownName,
    parse: { DeviceClass(rawValue: $0) },
    print: \.rawValue,
    suggest: { Suggestion.nearest(to: $0, among: DeviceClass.words) }
  )
}

extension URITemplate {
  /// A template that begins with a slash.
  static let shape = Shape<URITemplate>(
    schema: { .string(like: "^/", called: "a path that begins with a slash") },
    read: { value, subject, context in
      guard let text = Shape<String>.text.read(value, subject, &context) else { return nil }
      guard text.hasPrefix("/") else {
        context.badValue(value, "\"\(text)\" does not begin with a slash")
        return nil
      }
      do throws(TextFault) {
        return try URITemplate(parsing: text)
      } catch {
        context.findings.error(
          .badValue,
          at: context.place(of: value),
          "this is no URI template: \(error.message)",
          quote: Finding.Quote(text, at: error.offset)
        )
        return nil
      }
    }
  )
}

extension JSONPath {
  /// A path that begins with a mark: `$` for an answer, `@` for an item.
  static func shape(from root: String, called words: String) -> Shape<JSONPath> {
    Shape(
      schema: { .string(like: root == "$" ? #"^\$"# : "^\(root)", called: words) },
      read: { value, subject, context in
        guard let text = Shape<String>.text.read(value, subject, &context) else { return nil }
        guard text.hasPrefix(root) else {
          context.badValue(value, "\"\(text)\" does not begin with \(root)")
          return nil
        }
        do throws(TextFault) {
          return try JSONPath("$" + text.dropFirst())
        } catch {
          context.findings.error(
            .badValue,
            at: context.place(of: value),
            error.message,
            quote: Finding.Quote(text, at: error.offset)
          )
          return nil
        }
      }
    )
  }
}

extension JSONDocument {
  /// Any value, as services would answer it.
  static let shape = Shape<JSONDocument>(
    schema: { .anything },
    read: { value, subject, context in
      do {
        return try JSONDocument(JSONWriter().bytes(of: value))
      } catch {
        context.badValue(value, "\(subject) cannot be written as JSON: \(error)")
        return nil
      }
    }
  )
}

extension PlanArgument {
  static let arguments = shape.dictionary(of: "the variable").byKey()

  /// A value, or a pick.
  private static let shape = Shape<PlanArgument>(
    schema: { ["type": ["string", "integer"]] },
    read: { value, subject, context in
      switch value.content {
      case .string(let text) where Pick.isPick(text):
        // The fault has been reported; the name counts as given all the same.
        return pick(text, value, &context).map { .pick($0) } ?? .literal("")
      case .string(let text): return .literal(text)
      case .integer(let number): return .literal("\(number)")
      default:
        context.wrongKind(value, subject, "a string, an integer or a pick")
        return nil
      }
    }
  )

  private static func pick(
    _ text: String,
    _ value: DataValue,
    _ context: inout ReadingContext
  ) -> Pick? {
    do {
      let pick = try Pick(text)
      if pick.root != .item { return pick }
      context.badValue(value, "\"@\" means an item, and there is none here")
    } catch {
      context.findings.error(
        .badValue,
        at: context.place(of: value),
        error.description,
        quote: Finding.Quote(text, at: error.offset)
      )
    }
    return nil
  }
}
