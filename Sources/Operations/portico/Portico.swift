// SPDX-License-Identifier: Apache-2.0

import Glibc
import Reactor

/// The command: one subcommand a file, found by its first word.
@main
struct Portico {
  static let version = "0.1.0"

  private static let subcommands: [any Subcommand.Type] = [
    ServeCommand.self, NewCommand.self, CheckCommand.self, ExplainCommand.self, DiffCommand.self,
    AudiencesCommand.self, LanguagesCommand.self, EditionsCommand.self, RollbackCommand.self,
    SchemaCommand.self, ExportCommand.self, InstallTextCommand.self,
  ]

  /// What there is, in the order of the help.
  static var definitions: [CommandDefinition] { subcommands.map { $0.definition } }

  static func main() async {
    ProcessSignals.ignoreBrokenPipes()
    do {
      exit(try await run(CommandLine.arguments.dropFirst()).rawValue)
    } catch let error as UsageError {
      let hint = error.command.map { " \($0.name)" } ?? ""
      StandardStream.errors.write(
        "portico\(hint): \(error.message)\nTry `portico\(hint) --help`.\n"
      )
      exit(ExitCode.misused.rawValue)
    } catch {
      StandardStream.errors.write("portico: \(error)\n")
      exit(ExitCode.failed.rawValue)
    }
  }

  private static func run(_ words: ArraySlice<String>) async throws -> ExitCode {
    switch words.first {
    case nil, "--help", "-h", "help":
      StandardStream.output.write(HelpPage.overview(definitions))
      return .done
    case "--version":
      StandardStream.output.write("portico \(version)\n")
      return .done
    case let word?:
      guard let subcommand = subcommands.first(where: { $0.definition.name == word }) else {
        throw UsageError("there is no command \(word)", nil)
      }
      let definition = subcommand.definition
      guard !words.contains("--help") else {
        StandardStream.output.write(HelpPage.page(definition))
        return .done
      }
      return try await subcommand.init(Arguments(words.dropFirst(), for: definition)).run()
    }
  }
}
