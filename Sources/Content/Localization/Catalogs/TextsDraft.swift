// SPDX-License-Identifier: Apache-2.0

import Bytes
package import DataFiles

/// The texts of one file, before they are checked against other files.
package struct TextsDraft: Sendable {
  /// One text in one language.
  package struct Entry: Sendable {
    package let key: String
    /// The language's name in the file.
    package let language: String
    package let message: Message
    /// The text as it is where apostrophes do not quote, if that makes a difference.
    let unquoted: Message?
    package let place: FilePlace
    package let role: Role
  }

  /// The meaning of a text in its file.
  package enum Role: Sendable {
    case text
    /// The source text that a translator has seen, which the file only repeats.
    case echo
    /// The name of the text, which stands in for the source text where there is none.
    case name
  }

  /// A text that is served but needs review.
  struct Review: Sendable {
    let key: String
    /// The language's name in the file.
    let language: String
    let place: FilePlace
  }

  /// The path relative to the site's folder.
  package let file: String
  package private(set) var entries: [Entry] = []
  /// The languages of the file, including those without texts.
  package private(set) var languages: Set<String> = []
  /// The arguments that the file declares for texts, beside those that the texts contain.
  private(set) var declaredArguments: [String: [String: Placeholder.Kind]] = [:]
  private(set) var reviews: [Review] = []
  package var findings = Findings()
  /// Whether the file's name is one of a text format.
  package internal(set) var isOfKnownKind = true

  init(file: String) { self.file = file }

  /// Creates the draft of a file that could not be read.
  package init(unreadable finding: Finding) {
    self.init(file: finding.place.file)
    findings.add(finding)
  }

  /// Adds a language of the file.
  mutating func declare(_ language: String) { languages.insert(language) }

  /// Adds an argument that a program provides for a text, whether the text shows it or not.
  mutating func declare(argument: String, _ kind: Placeholder.Kind, of key: String) {
    declaredArguments[key, default: [:]][argument] = kind
  }

  /// Records a text that needs review.
  mutating func review(_ key: String, _ language: String, at position: SourcePosition) {
    reviews.append(Review(key: key, language: language, place: FilePlace(file, position)))
  }

  mutating func add(
    _ key: String,
    _ language: String,
    _ message: Message,
    at position: SourcePosition,
    unquoted: Message? = nil,
    role: Role = .text
  ) {
    declare(language)
    entries.append(
      Entry(
        key: key,
        language: language,
        message: message,
        unquoted: unquoted,
        place: FilePlace(file, position),
        role: role
      )
    )
  }

  mutating func error(_ rule: FindingRule, at position: SourcePosition, _ message: String) {
    findings.error(rule, at: FilePlace(file, position), message)
  }

  /// Records that the file cannot be read.
  mutating func refuse(_ error: DataFileError) {
    self.error(
      .unreadable,
      at: error.position,
      "\(error.kind.rawValue): found \(error.seen), expected \(error.expected)"
    )
  }

  /// Records a value that is not a text.
  mutating func wrongKind(_ value: DataValue, _ subject: String, expected: String) {
    error(.textKind, at: value.position, "\(subject) is \(value.kindName); expected \(expected)")
  }

  /// Records a syntax error in a text.
  mutating func refuse(
    _ key: String,
    _ text: String,
    at position: SourcePosition,
    _ fault: TextFault
  ) {
    findings.error(
      .textPattern,
      at: FilePlace(file, position),
      "the text \"\(key)\": \(fault.message)",
      quote: Finding.Quote(text, at: fault.offset)
    )
  }
}

/// The state of a translation, as its file gives it.
enum TranslationState: Int {
  /// Not served.
  case unfinished
  /// Served with a warning.
  case needsReview
  case finished

  /// Takes the lower of two, since a text is only as finished as each of its parts.
  mutating func lower(to other: TranslationState) { if other.rawValue < rawValue { self = other } }
}
