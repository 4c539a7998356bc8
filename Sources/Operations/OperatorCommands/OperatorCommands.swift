// SPDX-License-Identifier: Apache-2.0

package import Commands

/// The commands of `portico` by which operators work with a running gateway and with what it keeps, in the
/// order of the help.
package let operatorCommands: [any Subcommand.Type] = [
  RolloutCommand.self,
  FleetCommand.self,
  PreviewCommand.self,
  PurgeCommand.self,
  TypesCommand.self,
  TopCommand.self,
  AlertsCommand.self,
  ModelCommand.self,
  OrderCommand.self,
  BenchCommand.self,
  LogCommand.self,
  BackupCommand.self,
  RestoreCommand.self,
  DataCommand.self,
  SecretsCommand.self,
]
