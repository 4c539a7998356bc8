// SPDX-License-Identifier: Apache-2.0

package import Commands

/// The commands of `portico` that work on the files of a site, in the order of the help. They need no
/// running gateway.
package let siteCommands: [any Subcommand.Type] = [
  NewCommand.self,
  CheckCommand.self,
  TryCommand.self,
  ExplainCommand.self,
  DiffCommand.self,
  AudiencesCommand.self,
  LanguagesCommand.self,
  TextsCommand.self,
  GenerateCommand.self,
  ExportCommand.self,
  EditionsCommand.self,
  RollbackCommand.self,
]
