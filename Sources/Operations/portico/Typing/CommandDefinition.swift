// SPDX-License-Identifier: Apache-2.0

/// The name, arguments and summary of a subcommand, from which help, manual page and completions
/// are generated.
struct CommandDefinition: Sendable {
  let name: String
  let summary: String
  let options: [OptionDefinition]
  /// The arguments other than options; `nil` if there are none.
  var operands: String?
  let examples: [Example]

  struct Example: Sendable {
    let line: String
    let meaning: String
  }
}

/// An option of a subcommand: `--name VALUE`, or a plain `--name` if it takes no value.
struct OptionDefinition: Sendable {
  let name: String
  var value: String?
  let summary: String
  /// The default in words.
  var fallback: String?
  /// Whether it may be given more than once.
  var repeats = false
}
