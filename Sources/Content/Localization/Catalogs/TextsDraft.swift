// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// What one file of texts says, before it is known whether it fits the other files.
package struct TextsDraft: Sendable {
  /// One text in one language.
  package struct Entry: Sendable {
    package let key: String
    /// As the file names it.
    package let language: String
    package let message: Message
    package let place: FilePlace
    /// Whether the file only repeats what a translator has seen of the source language.
    package let isEcho: Bool
  }

  /// A text that is served, and that somebody should look at again.
  struct Review: Sendable {
    let key: String
    /// As the file names it.
    let language: String
    let place: FilePlace
  }

  /// The path of the file from the site's folder.
  package let file: String
  package private(set) var entries: [Entry] = []
  /// The languages of the file, those without a text in it among them.
  package private(set) var languages: Set<String> = []
  /// The arguments that the file declares of texts, beside those in the texts.
  private(set) var declaredArguments: [String: [String: Placeholder.Kind]] = [:]
  private(set) var reviews: [Review] = []
  package var findings = Findings()
  /// Whether files with such a name are read as texts.
  package internal(set) var isOfKnownKind = true

  init(file: String) { self.file = file }

  /// A file that could not be read at all.
  package init(unreadable finding: Finding) {
    self.init(file: finding.place.file)
    findings.add(finding)
  }

  /// Notes a language that the file is in.
  mutating func declare(_ language: String) { languages.insert(language) }

  /// Notes an argument that a program has for a text, whether the text shows it or not.
  mutating func declare(argument: String, _ kind: Placeholder.Kind, of key: String) {
    declaredArguments[key, default: [:]][argument] = kind
  }

  /// Notes a text that needs review.
  mutating func review(_ key: String, _ language: String, at position: SourcePosition) {
    reviews.append(Review(key: key, language: language, place: FilePlace(file, position)))
  }

  mutating func add(
    _ key: String,
    _ language: String,
    _ message: Message,
    at position: SourcePosition,
    isEcho: Bool = false
  ) {
    declare(language)
    entries.append(
      Entry(
        key: key,
        language: language,
        message: message,
        place: FilePlace(file, position),
        isEcho: isEcho
      )
    )
  }

  mutating func error(_ rule: FindingRule, at position: SourcePosition, _ message: String) {
    findings.error(rule, at: FilePlace(file, position), message)
  }

  /// Notes a value that is no text.
  mutating func wrongKind(_ value: DataValue, _ subject: String, expected: String) {
    error(.textKind, at: value.position, "\(subject) is \(value.kindName); expected \(expected)")
  }

  /// Notes why a text is no pattern.
  mutating func refuse(
    _ key: String,
    _ text: String,
    at position: SourcePosition,
    _ fault: PatternFault
  ) {
    findings.error(
      .textPattern,
      at: FilePlace(file, position),
      "the text \"\(key)\": \(fault)",
      quote: Finding.Quote(text, at: fault.offset)
    )
  }
}
