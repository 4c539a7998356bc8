// SPDX-License-Identifier: Apache-2.0

import Commands
import Conformance
import DataFiles
import Glibc
import OperatorCommands
import Reactor
import Serving
import SiteCommands

/// The `portico` command, which dispatches to a subcommand by its first argument.
@main
struct Portico {
  private static let subcommands: [any Subcommand.Type] =
    [ServeCommand.self] + siteCommands + [SchemaCommand.self] + operatorCommands
    + [ConformanceCommand.self, InstallTextCommand.self]

  /// The definitions of all subcommands, in the order of the help.
  static var definitions: [CommandDefinition] { subcommands.map { $0.definition } }

  static func main() async {
    ProcessSignals.ignoreBrokenPipes()
    do {
      exit(try await run(CommandLine.arguments.dropFirst()).rawValue)
    } catch let error as UsageError {
      let word = CommandLine.arguments.dropFirst().first
      let hint = definitions.first { $0.name == word }.map { " \($0.name)" } ?? ""
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
      let subject = words.dropFirst().first { $0 != "--help" && $0 != "-h" }
      try refuseMore(words.dropFirst(subject == nil ? 1 : 2))
      let page = try subject.map { HelpPage.page(try subcommand($0).definition) }
      StandardStream.output.write(page ?? HelpPage.overview(definitions))
      return .done
    case "--version":
      try refuseMore(words.dropFirst())
      StandardStream.output.write("portico \(Release.version)\n")
      return .done
    case let word?:
      let subcommand = try subcommand(word)
      let definition = subcommand.definition
      guard !words.contains("--help"), !words.contains("-h") else {
        StandardStream.output.write(HelpPage.page(definition))
        return .done
      }
      return try await subcommand.init(Arguments(words.dropFirst(), for: definition)).run()
    }
  }

  private static func subcommand(_ word: String) throws(UsageError) -> any Subcommand.Type {
    if let known = subcommands.first(where: { $0.definition.name == word }) { return known }
    guard !word.hasPrefix("-") else {
      throw UsageError("there is no option \(word) before a command")
    }
    let nearest = Suggestion.nearest(to: word, among: definitions.map(\.name))
    throw UsageError(
      "there is no command \(word)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    )
  }

  private static func refuseMore(_ words: ArraySlice<String>) throws(UsageError) {
    let others = words.filter { $0 != "--help" && $0 != "-h" }
    guard others.isEmpty else { throw UsageError("unexpected: \(others.joined(separator: " "))") }
  }
}
