// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
package import FileShapes
import HTTPValues

/// A text that a site's file has, or that the machine has in its environment or in a file.
package struct DeclaredValue: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case fixed(String)
    /// The name of a variable of the environment.
    case environment(String)
    /// The absolute path of a file.
    case file(String)
  }

  package var source: Source
  /// Stands before a value of the machine, such as `Bearer `.
  package var prefix = ""

  package init(_ source: Source) { self.source = source }
}

extension DeclaredValue {
  /// A text, or the place where the machine has one.
  package static let shape = Shape.object(DeclaredValue(.fixed("")), needsOneOf: ["$env", "$file"])
  {
    Member(
      "$env",
      \.variable,
      .text(.variable),
      "Name of the environment variable with the value.",
      examples: ["PRICES_KEY"]
    )
    Member(
      "$file",
      \.file,
      .text(.secretFile),
      "Path of the file with the value, which is read again when the file changes.",
      examples: ["/run/secrets/prices-key"]
    )
    Member(
      "before",
      \.before,
      .text(.sentText),
      "Text before that value.",
      examples: ["Bearer "]
    )
  }
  .with("anyOf", [["required": ["$env"]], ["required": ["$file"]]])
  .with("not", ["required": ["$env", "$file"]])
  .adjusted { _, value, subject, context in
    guard value["$env"] != nil, value["$file"] != nil else { return }
    context.badValue(value, "\(subject) has both \"$env\" and \"$file\"; expected one")
  }
  .orText(
    Shape.text(.sentText).converted(
      to: { DeclaredValue(.fixed($0)) },
      // What the file fixes may be a secret all the same.
      from: { _ in "fixed" }
    )
  )
  .named("sentValue")

  private var variable: String? {
    get { if case .environment(let name) = source { name } else { nil } }
    set { if let newValue { source = .environment(newValue) } }
  }

  private var file: String? {
    get { if case .file(let path) = source { path } else { nil } }
    set { if let newValue { source = .file(newValue) } }
  }

  private var before: String? {
    get { prefix.isEmpty ? nil : prefix }
    set { prefix = newValue ?? "" }
  }
}
