// SPDX-License-Identifier: Apache-2.0

/// The name, arguments and summary of a subcommand, from which help, manual page and completions
/// are generated.
package struct CommandDefinition: Sendable {
  package let name: String
  package let summary: String
  package let options: [OptionDefinition]
  /// The arguments other than options; `nil` if there are none.
  package let operands: String?
  package let examples: [Example]

  package struct Example: Sendable {
    package let line: String
    package let meaning: String

    package init(line: String, meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  package init(
    name: String,
    summary: String,
    options: [OptionDefinition],
    operands: String? = nil,
    examples: [Example]
  ) {
    self.name = name
    self.summary = summary
    self.options = options
    self.operands = operands
    self.examples = examples
  }
}

/// An option of a subcommand: `--name VALUE`, or a plain `--name` if it takes no value.
package struct OptionDefinition: Sendable {
  package let name: String
  package let value: String?
  package let summary: String
  /// The default in words.
  package let fallback: String?
  /// A repeatable option: it may be given more than once, and all of its values count.
  package let repeats: Bool

  package init(
    name: String,
    value: String? = nil,
    summary: String,
    fallback: String? = nil,
    repeats: Bool = false
  ) {
    self.name = name
    self.value = value
    self.summary = summary
    self.fallback = fallback
    self.repeats = repeats
  }
}
