// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import ContentResolution
import DataFiles
import Editions
import Localization
import Reactor
import Serving
import Sites

/// `portico languages`: lists the texts and documents in each language, and the missing ones.
struct LanguagesCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "languages",
    summary: "Show in which languages each document is complete, and which texts are missing.",
    options: [
      Option("missing", "List the missing texts"), SiteOptions.site,
      SiteOptions.state, SiteOptions.json,
    ],
    examples: [
      "portico languages": "Show the matrix.",
      "portico languages --missing": "List what translators have to do.",
    ]
  )

  private let options: SiteOptions
  private let listsMissing: Bool

  init(_ arguments: Arguments) {
    options = SiteOptions(arguments)
    listsMissing = arguments.has("missing")
  }

  private struct Row {
    let path: String
    /// The missing texts of each published language.
    let missing: [[String]]
  }

  func run() throws -> ExitCode {
    let edition = try options.shownEdition()
    let languages = edition.matcher.published
    let rows = edition.drafts.compactMap { row(of: $0, edition) }
    if options.isJSON {
      json(rows, languages).print()
    } else if listsMissing {
      for (index, language) in languages.enumerated() {
        let missing = Set(rows.flatMap { $0.missing[index] }).sorted()
        for key in missing { StandardStream.output.write("\(language)\t\(key)\n") }
      }
    } else {
      show(rows, languages)
    }
    return .done
  }

  private func row(of draft: DocumentDraft, _ edition: Edition) -> Row? {
    let keys = Set(draft.texts.map(\.key)).sorted()
    guard !keys.isEmpty else { return nil }
    let missing = edition.matcher.published.indices.map { index in
      keys.filter { key in
        edition.texts.coverage(of: key)?.contains(LanguageIndex(rawValue: UInt8(index))) != true
      }
    }
    return Row(path: draft.path, missing: missing)
  }

  private func show(_ rows: [Row], _ languages: [LanguageTag]) {
    let style = TextStyle()
    var table = Table(["DOCUMENT"] + languages.map { "\($0)" })
    for row in rows {
      table.add([row.path] + row.missing.map { $0.isEmpty ? "yes" : "-\($0.count)" })
    }
    StandardStream.output.write(rows.isEmpty ? "no document has texts\n" : table.text(style))
  }

  private func json(_ rows: [Row], _ languages: [LanguageTag]) -> DataValue {
    .list(
      rows.map { row in
        .members([
          "path": .text(row.path),
          "missing": .members(zip(languages, row.missing).map { ("\($0)", DataValue.texts($1)) }),
        ])
      }
    )
  }
}
