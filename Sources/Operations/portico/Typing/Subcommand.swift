// SPDX-License-Identifier: Apache-2.0

/// One thing that `portico` does.
protocol Subcommand: SendableMetatype {
  static var definition: CommandDefinition { get }

  init(_ arguments: Arguments) throws

  /// Does it, and says how it went.
  func run() async throws -> ExitCode
}

/// How a command ended, for scripts.
enum ExitCode: Int32 {
  case done = 0
  /// It could not be done, or what was looked at is not as it should be.
  case failed = 1
  /// What was typed makes no sense.
  case misused = 2
}
