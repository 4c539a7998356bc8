// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import ContentModel
import ContentResolution
import DataFiles
import Editions
import Explaining
import Reactor
import Serving
import Sites

/// `portico audiences`: lists the audiences that a site distinguishes.
struct AudiencesCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "audiences",
    summary: "List or count the audiences of documents, with the site's budget.",
    options: [SiteOptions.site, SiteOptions.state, SiteOptions.json],
    operands: "[PATH]",
    examples: [
      "portico audiences": "Count the audiences of every document.",
      "portico audiences screens/home": "List those of one document.",
    ]
  )

  private let options: SiteOptions
  private let path: String?

  init(_ arguments: Arguments) throws {
    options = SiteOptions(arguments)
    path = arguments.operands.first
    guard arguments.operands.count <= 1 else { throw UsageError("expected one path at most") }
  }

  func run() throws -> ExitCode {
    let edition = try options.shownEdition()
    if let path { try list(path, edition) } else { count(edition) }
    return .done
  }

  private func list(_ path: String, _ edition: Edition) throws {
    guard let number = edition.number(meantBy: path) else {
      throw PlainError.noDocument(path, in: edition)
    }
    let links = LinkWriter(seal: try options.seal())
    var tokens: Set<String> = []
    let isWhole = edition.forEachToken(of: number, limit: EditionDifference.Limits.whole.audiences)
    { tokens.insert(links.tokenText(of: number, for: AudienceToken($0), in: edition)) }
    if options.isJSON {
      DataValue.members([
        "path": .text(path),
        "audiences": .texts(tokens.sorted()),
        "whole": .boolean(isWhole),
      ]).print()
      return
    }
    for token in tokens.sorted() {
      StandardStream.output.write("\(token.isEmpty ? "everybody else" : token)\n")
    }
    if !isWhole { StandardStream.output.write("... and more\n") }
  }

  private func count(_ edition: Edition) {
    let budget = edition.site.budgets.audiences
    let rows = edition.drafts.indices.map { index in
      let number = DocumentNumber(rawValue: UInt32(index))
      return (
        path: edition.drafts[index].path, count: edition.audienceCount(of: number),
        dimensions: edition.dimensionNames(of: number)
      )
    }
    if options.isJSON {
      DataValue.members([
        "budget": .number(budget),
        "documents": .list(rows) { row in
          .members([
            "path": .text(row.path),
            "audiences": .number(row.count),
            "dimensions": .texts(row.dimensions),
          ])
        },
      ]).print()
      return
    }
    var table = Table("AUDIENCES", "DOCUMENT", "BY")
    for row in rows { table.add("\(row.count)", row.path, row.dimensions.joined(separator: ", ")) }
    let most = rows.map(\.count).max() ?? 0
    StandardStream.output.write(
      table.text(TextStyle()) + "at most \(most) audiences a document; the budget is \(budget)\n"
    )
  }
}
