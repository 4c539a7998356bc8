// SPDX-License-Identifier: Apache-2.0

/// A subcommand of `portico`.
package protocol Subcommand: SendableMetatype {
  static var definition: CommandDefinition { get }

  init(_ arguments: Arguments) throws

  /// Runs it and returns the exit code.
  func run() async throws -> ExitCode
}

/// The exit code of the command.
package enum ExitCode: Int32 {
  case done = 0
  /// The operation failed, or a check found errors.
  case failed = 1
  /// Wrong use of the command.
  case misused = 2
}
