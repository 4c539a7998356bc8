// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
package import FileShapes
package import HTTPValues

// The forms of the texts in declarations of services. Each has its pattern for editors beside its parser; a
// pattern accepts whatever the parser accepts, and tests hold the two against each other.

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

extension TextForm where Value == String {
  /// The form of field names other than some, with the reason that these are none.
  static func fieldName(
    _ noun: String,
    expected: String,
    besides reserved: Set<FieldName>,
    which reason: String
  ) -> TextForm {
    TextForm(
      noun,
      expected: expected,
      pattern: TextPatterns.token,
      accepts: { text in FieldName(text).map { !reserved.contains($0) } ?? false }
    )
    .hinting { text in FieldName(text) == nil ? nil : "another one: \(reason)" }
  }

  /// The form of values that fields may have.
  static func visible(_ noun: String, atMost bytes: Int) -> TextForm {
    TextForm(
      noun,
      expected: "1 to \(bytes) visible characters and blanks",
      pattern: "^[ -~]{1,\(bytes)}$",
      accepts: { text in
        (1...bytes).contains(text.utf8.count)
          && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      }
    )
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

extension TextForm where Value == FieldName {
  package static let field = TextForm(
    "name of a field",
    expected: "one such as cdn-cache-control",
    pattern: TextPatterns.token,
    parse: { FieldName($0) },
    print: { "\($0)" }
  )
}

extension ReadingContext.NameKind {
  package static let backend = ReadingContext.NameKind("backend")
}

extension FindingRule {
  package static let badPath = FindingRule("bad-path")
}

/// The patterns of addresses of services and of paths that are passed to them.
enum ServicePatterns {
  /// An address with a path behind it, or `unix:/run/prices.sock`.
  static let service =
    #"^unix:/(?!(?:.*/)?\.\.(?:/|$))[!-~]{0,105}[!-.0-~]$|\#(TextPatterns.address.dropLast())"#
    + #"(?:/|(?:\#(passedPart))+/?)?$"#

  /// `/`, `/account`, `/account/cards/`: no part is empty, one dot or two.
  static let passedPath = #"^(?:/|(?:\#(passedPart))+/?)$"#

  private static let passedPart = #"/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~!\$&'()*+,;=:@-]+"#
}
