// SPDX-License-Identifier: Apache-2.0

/// The name, arguments and summary of a subcommand, from which help, manual page and completions
/// are generated.
package struct CommandDefinition: Sendable {
  package let name: String
  package let summary: String
  package let options: [Option]
  /// The arguments other than options; `nil` if there are none.
  package let operands: String?
  /// Command lines, each with its meaning.
  package let examples: KeyValuePairs<String, String>

  package init(
    name: String,
    summary: String,
    options: [Option],
    operands: String? = nil,
    examples: KeyValuePairs<String, String>
  ) {
    (self.name, self.summary, self.options) = (name, summary, options)
    (self.operands, self.examples) = (operands, examples)
  }
}

/// An option of a subcommand: `--name VALUE`, or a plain `--name` if it takes no value.
package struct Option: Sendable {
  package let name: String
  package let value: String?
  package let summary: String
  /// The default in words.
  package let fallback: String?
  /// A repeatable option: it may be given more than once, and all of its values count.
  package let repeats: Bool

  /// - Parameter usage: its name, and behind a space what stands for its value.
  package init(_ usage: String, _ summary: String, fallback: String? = nil, repeats: Bool = false) {
    let words = usage.split(separator: " ", maxSplits: 1).map(String.init)
    name = words.first ?? ""
    value = words.dropFirst().first
    (self.summary, self.fallback, self.repeats) = (summary, fallback, repeats)
  }
}
