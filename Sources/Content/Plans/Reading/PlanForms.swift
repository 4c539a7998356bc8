// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentModel
import DataFiles
package import FileShapes
package import HTTPValues
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

extension Duration {
  package static let shape = Shape.text(.duration).named("duration")
}

extension TextForm where Value == Duration {
  private static let range: ClosedRange<Duration> = .milliseconds(1) ... .seconds(60)

  fileprivate static let duration = TextForm(
    nil,
    expected: "1ms to 60s, such as 800ms or 2s",
    pattern: "^0*(?:(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|60000)ms|(?:[1-9]|[1-5][0-9]|60)s)$",
    parse: { text in
      let digits = text.prefix { $0.isNumber }
      let unit = text.dropFirst(digits.count)
      guard let number = Int64(digits), number <= 1_000_000 else { return nil }
      let read: Duration? =
        unit == "ms" ? .milliseconds(number) : unit == "s" ? .seconds(number) : nil
      return read.flatMap { range.contains($0) ? $0 : nil }
    },
    print: { duration in
      let milliseconds = duration / .milliseconds(1)
      return milliseconds.truncatingRemainder(dividingBy: 1_000) == 0
        ? "\(Int(milliseconds / 1_000))s" : "\(Int(milliseconds))ms"
    }
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
      var bytes: [UInt8] = []
      do {
        try JSONWriter().write(value, to: &bytes)
        return try JSONDocument(bytes)
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

extension TextForm where Value == Origin {
  /// The form of a server's address, by its name in messages.
  package static func address(_ noun: String, expected: String) -> TextForm {
    TextForm(
      noun,
      expected: expected,
      pattern: TextPatterns.address,
      parse: { Origin(url: $0) },
      print: { $0.withPort }
    )
  }
}

extension HTTPValues.Method {
  /// The form of a request method in capitals other than CONNECT, by its name in messages.
  package static func form(_ noun: String, expected: String) -> TextForm<HTTPValues.Method> {
    TextForm(
      noun,
      expected: expected,
      pattern: TextPatterns.method,
      parse: { name in
        guard let method = HTTPValues.Method(name), method != .connect, name == name.uppercased()
        else { return nil }
        return method
      },
      print: { $0.name }
    )
  }
}
