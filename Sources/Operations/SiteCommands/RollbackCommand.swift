// SPDX-License-Identifier: Apache-2.0

import Commands
import Editions
import Reactor
import Serving

/// `portico rollback`: serves an earlier edition instead of the folder's content.
struct RollbackCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "rollback",
    summary:
      "Serve a kept edition until it is released; a running `portico serve` follows at once.",
    options: [Option("release", "Serve the folder again"), SiteOptions.site, SiteOptions.state],
    operands: "[EDITION]",
    examples: [
      "portico rollback 3b1f0c2a9d8e7f60": "Go back to this edition.",
      "portico rollback --release": "Follow the folder again.",
    ]
  )

  private let options: SiteOptions
  private let name: String?

  init(_ arguments: Arguments) throws {
    options = SiteOptions(arguments)
    name = arguments.operands.first
    guard (name == nil) == arguments.has("release"), arguments.operands.count <= 1 else {
      throw UsageError("expected the name of an edition, or --release")
    }
  }

  func run() throws -> ExitCode {
    if let name {
      // An edition that does not compile must not be pinned.
      _ = try options.edition(name)
    }
    try options.history.pin(name)
    StandardStream.output.write(
      name.map { "edition \($0) is served until `portico rollback --release`\n" }
        ?? "the folder is served again\n"
    )
    return .done
  }
}
