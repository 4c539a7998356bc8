// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// Describes values that are written as texts of a form, such as durations, versions and hosts.
package struct TextForm<Value>: Sendable {
  /// The value in messages, behind "is no": "language"; `nil` where its key says what it is.
  package let noun: String?
  /// The form in words: "a tag such as en or zh-Hant".
  package let expected: String
  /// A regular expression, in JSON Schema's dialect, that accepts every right text.
  package let pattern: String
  package let rule: FindingRule
  package let parse: @Sendable (String) -> Value?
  package let print: @Sendable (Value) -> String
  /// Whether a wrong text may be a secret in the wrong place, which no message repeats.
  private var isSecret = false
  /// Finds the right text that a wrong one may stand for.
  package let suggest: @Sendable (String) -> String?
  /// Says what is expected in place of one wrong text, where more can be said than of all.
  private var hint: @Sendable (String) -> String? = { _ in nil }

  package init(
    _ noun: String?,
    expected: String,
    pattern: String,
    rule: FindingRule = .badValue,
    parse: @escaping @Sendable (String) -> Value?,
    print: @escaping @Sendable (Value) -> String,
    suggest: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.noun = noun
    self.expected = expected
    self.pattern = pattern
    self.rule = rule
    self.parse = parse
    self.print = print
    self.suggest = suggest
  }

  /// The same form, for texts of which no message repeats a wrong one: it may be a secret in the wrong place.
  package var secret: TextForm {
    var form = self
    form.isSecret = true
    return form
  }

  /// The same form, with what is expected in place of some wrong texts.
  package func hinting(_ hint: @escaping @Sendable (String) -> String?) -> TextForm {
    var form = self
    form.hint = hint
    return form
  }

  /// The value of a text; notes a wrong one.
  ///
  /// - Parameter subject: the name of the value, for a form without a noun.
  package func value(
    of text: String,
    _ subject: Subject? = nil,
    at place: FilePlace,
    _ findings: inout Findings
  ) -> Value? {
    if let value = parse(text) { return value }
    let suggestion = suggest(text)
    let seen = isSecret ? "this" : "\"\(text)\""
    var message = noun.map { "\(seen) is no \($0)" } ?? "\(subject ?? .thing("it")) is \(seen)"
    if suggestion == nil { message += "; expected \(hint(text) ?? expected)" }
    findings.error(rule, at: place, message, suggestion: suggestion)
    return nil
  }

  package var schema: SchemaNode { .string(like: pattern, called: expected) }
}

extension TextForm where Value == String {
  /// Texts that are kept as they are written.
  package init(
    _ noun: String,
    expected: String,
    pattern: String,
    rule: FindingRule = .badValue,
    accepts: @escaping @Sendable (String) -> Bool
  ) {
    self.init(
      noun,
      expected: expected,
      pattern: pattern,
      rule: rule,
      parse: { accepts($0) ? $0 : nil },
      print: { $0 }
    )
  }
}

extension Shape {
  /// A text of a form.
  package static func text(_ form: TextForm<Value>) -> Shape {
    Shape(
      schema: { form.schema },
      read: { value, subject, context in
        guard case .string(let text) = value.content else {
          context.wrongKind(value, subject, "a string")
          return nil
        }
        return form.value(of: text, subject, at: context.place(of: value), &context.findings)
      },
      write: { DataValue(.string(form.print($0))) }
    )
  }
}
