// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import DataFiles
import Editions
import Reactor
import Serving

/// `portico diff`: lists the audiences whose answers change in another edition.
struct DiffCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "diff",
    summary: "List every document and audience that changes between two editions.",
    options: [SiteOptions.site, SiteOptions.state, SiteOptions.json],
    operands: "OLD [NEW]",
    examples: [
      "portico diff 3b1f0c2a9d8e7f60": "What publishing the folder would change, and for whom.",
      "portico diff 3b1f0c2a9d8e7f60 77aa01b2c3d4e5f6": "What changed between two kept editions.",
    ]
  )

  private let options: SiteOptions
  private let names: [String]

  init(_ arguments: Arguments) throws {
    options = SiteOptions(arguments)
    names = arguments.operands
    guard (1...2).contains(names.count) else {
      throw UsageError("expected the names of one or two editions")
    }
  }

  func run() throws -> ExitCode {
    let old = try options.edition(names[0])
    let new = try options.edition(names.count > 1 ? names[1] : nil)
    let difference = EditionDifference(
      from: old,
      to: new,
      at: UnixTime.now,
      links: LinkWriter(seal: try options.seal())
    )
    if options.isJSON {
      json(difference, old, new).print()
      return .done
    }
    let style = TextStyle()
    for document in difference.documents {
      let sign =
        switch document.change {
        case .added: style("+", .green)
        case .removed: style("-", .red)
        case .changed: style("~", .yellow)
        }
      var line = "\(sign) \(document.path)"
      if document.change == .changed {
        line += "  for \(document.audiences.count) of \(document.compared) audiences"
        if document.isPartial { line += " (and more that were not compared)" }
        let shown = document.audiences.prefix(8).map { $0.isEmpty ? "everybody else" : $0 }
        line += ": \(shown.joined(separator: " "))\(document.audiences.count > 8 ? " ..." : "")"
      }
      StandardStream.output.write(line + "\n")
    }
    StandardStream.output.write(
      "\(difference.documents.count) documents, \(difference.pairCount) pairs of document and "
        + "audience change from \(old.name) to \(new.name)\n"
    )
    return .done
  }

  private func json(_ difference: EditionDifference, _ old: Edition, _ new: Edition) -> DataValue {
    .members([
      "from": .text(old.name),
      "to": .text(new.name),
      "pairs": .number(difference.pairCount),
      "documents": .list(difference.documents) { document in
        .members([
          "path": .text(document.path),
          "change": .text(document.change.rawValue),
          "audiences": .texts(document.audiences),
          "compared": .number(document.compared),
          "partial": .boolean(document.isPartial),
        ])
      },
    ])
  }
}
