// SPDX-License-Identifier: Apache-2.0

/// What a subcommand is called, takes and does: help is printed from it, and so is everything else
/// that tells people or shells about the command.
struct CommandDefinition: Sendable {
  let name: String
  let summary: String
  let options: [OptionDefinition]
  /// What the arguments without a dash are; `nil` when there are none.
  var operands: String?
  let examples: [Example]

  struct Example: Sendable {
    let line: String
    let meaning: String
  }
}

/// An option of a subcommand: `--name VALUE`, or a plain `--name` when it takes no value.
struct OptionDefinition: Sendable {
  let name: String
  var value: String?
  let summary: String
  /// What holds when the option is not given, in words.
  var fallback: String?
  /// Whether it may be given more than once.
  var repeats = false
}
