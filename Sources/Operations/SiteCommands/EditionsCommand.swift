// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import Editions
import Reactor
import Serving

/// `portico editions`: lists the editions kept.
struct EditionsCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "editions",
    summary: "List the editions that are kept, the newest first.",
    options: [SiteOptions.site, SiteOptions.state, SiteOptions.json],
    examples: ["portico editions": "List them."]
  )

  private let options: SiteOptions

  init(_ arguments: Arguments) { options = SiteOptions(arguments) }

  func run() -> ExitCode {
    let pinned = options.history.pinned
    let entries = options.history.entries()
    if options.isJSON {
      DataValue.list(
        entries.map { entry in
          .members([
            "name": .text(entry.name),
            "published": .text("\(entry.published)"),
            "files": .number(entry.fileCount),
            "pinned": .boolean(entry.name == pinned),
          ])
        }
      ).print()
      return .done
    }
    var table = Table("EDITION", "PUBLISHED", "FILES", "")
    for entry in entries {
      table.add(
        entry.name,
        "\(entry.published)",
        "\(entry.fileCount)",
        entry.name == pinned ? "pinned" : ""
      )
    }
    StandardStream.output.write(
      entries.isEmpty
        ? "no editions are kept in \(options.state) yet; `portico serve` keeps what it publishes\n"
        : table.text(TextStyle())
    )
    return .done
  }
}
