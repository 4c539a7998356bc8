// SPDX-License-Identifier: Apache-2.0

import Glibc
import Reactor

/// The command: one subcommand a file, found by its first word.
@main
struct Portico {
  static let version = "0.1.0"

  /// Exit codes: 0 done, 1 failed, 2 typed wrong.
  static func main() async {
    ProcessSignals.ignoreBrokenPipes()
    let words = CommandLine.arguments.dropFirst()
    do {
      try await run(words)
    } catch let error as UsageError {
      let hint = error.command.map { " \($0.name)" } ?? ""
      StandardStream.errors.write(
        "portico\(hint): \(error.message)\nTry `portico\(hint) --help`.\n"
      )
      exit(2)
    } catch {
      StandardStream.errors.write("portico: \(error)\n")
      exit(1)
    }
  }

  private static func run(_ words: ArraySlice<String>) async throws {
    let commands = [ServeCommand.definition]
    switch words.first {
    case nil, "--help", "-h", "help": StandardStream.output.write(HelpPage.overview(commands))
    case "--version": StandardStream.output.write("portico \(version)\n")
    case ServeCommand.definition.name:
      guard !words.contains("--help") else {
        StandardStream.output.write(HelpPage.page(ServeCommand.definition))
        return
      }
      try await ServeCommand(Arguments(words.dropFirst(), for: ServeCommand.definition)).run()
    case let word?: throw UsageError("there is no command \(word)", nil)
    }
  }
}
