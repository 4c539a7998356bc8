// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// Carries what the reading of one file needs beside its values: the file's name, the names that it
/// declares for use elsewhere, and the findings so far.
package struct ReadingContext {
  /// A kind of thing that a file declares by name and refers to by that name.
  package struct NameKind: Sendable, Hashable {
    /// The kind in messages: "there is no backend \"x\"".
    package let noun: String

    package init(_ noun: String) { self.noun = noun }
  }

  package let file: String
  package var findings = Findings()
  /// An example of the key whose value is being read.
  var example: (key: String, value: DataValue)?
  private var names: [NameKind: [String]] = [:]
  private var unreadable: Set<NameKind> = []

  package init(file: String) { self.file = file }

  /// The names that have been declared of a kind, in the order of the file.
  package func names(of kind: NameKind) -> [String] { names[kind] ?? [] }

  package mutating func declare(_ names: [String], as kind: NameKind) { self.names[kind] = names }

  /// Whether the names of a kind are unknown, since what declares them could not be read: nothing
  /// that refers to them is wrong for that.
  package func isUnreadable(_ kind: NameKind) -> Bool { unreadable.contains(kind) }

  package mutating func markUnreadable(_ kind: NameKind) { unreadable.insert(kind) }

  package func place(_ position: SourcePosition) -> FilePlace { FilePlace(file, position) }

  package func place(of value: DataValue) -> FilePlace { FilePlace(file, value.position) }

  /// Adds that a value is not of the kind that is expected, with an example of its key.
  package mutating func wrongKind(_ value: DataValue, _ subject: Subject, _ expected: String) {
    var message = "\(subject) is \(value.kindName); expected \(expected)"
    if case .key(let key) = subject {
      if let example, example.key == key, example.value.kindName != value.kindName {
        message += ", such as \(String(decoding: example.value.json, as: UTF8.self))"
      } else if expected == "an integer",
        let digits = value.string?.prefix(while: { ("0"..."9").contains($0) }), !digits.isEmpty
      {
        // `60s` where seconds are meant.
        message += ", such as \(digits)"
      }
    }
    findings.error(.wrongKind, at: place(of: value), message)
  }

  /// Adds that a value names nothing that there is, with the name that may have been meant.
  package mutating func unknownName(
    _ name: some StringProtocol,
    at value: DataValue,
    _ message: String,
    among names: [String]
  ) {
    findings.error(
      .unknownName,
      at: place(of: value),
      message,
      suggestion: Suggestion.nearest(to: String(name), among: names)
    )
  }

  /// Adds that a value of the right kind cannot be.
  package mutating func badValue(_ value: DataValue, _ message: String) {
    findings.error(.badValue, at: place(of: value), message)
  }
}

/// The name of a value in messages.
package enum Subject: Sendable, CustomStringConvertible {
  /// A member, by its key.
  case key(String)
  /// An element of the array or dictionary behind a key.
  case element(of: String)
  /// A thing in words, such as `the backend "prices"`.
  case thing(String)

  package var description: String {
    switch self {
    case .key(let key): "\"\(key)\""
    case .element(let key): "an element of \"\(key)\""
    case .thing(let words): words
    }
  }

  /// An element of this value.
  package var element: Subject {
    switch self {
    case .key(let key), .element(of: let key): .element(of: key)
    case .thing(let words): .thing("an element of \(words)")
    }
  }
}

/// The rules that hold for the keys and values of every file.
extension FindingRule {
  package static let unknownKey = FindingRule("unknown-key")
  package static let missingKey = FindingRule("missing-key")
  package static let wrongKind = FindingRule("wrong-kind")
  package static let badValue = FindingRule("bad-value")
  package static let unknownName = FindingRule("unknown-name")
  package static let overBudget = FindingRule("over-budget")
}
