// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import Files
import Reactor

/// `portico new`: creates a site to start from.
struct NewCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "new",
    summary: "Create a small site with two languages to start from.",
    options: [],
    operands: "FOLDER",
    examples: ["portico new shop && portico check --site shop": "Create a site and check it."]
  )

  private let folder: String

  init(_ arguments: Arguments) throws {
    guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("expected one folder")
    }
    self.folder = folder
  }

  func run() throws -> ExitCode {
    for (path, _) in NewCommand.files where Files.exists("\(folder)/\(path)") {
      throw PlainError("\(folder)/\(path) already exists; nothing was changed")
    }
    for (path, text) in NewCommand.files {
      let file = "\(folder)/\(path)"
      let folder = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex))
      try Files.makeFolder(folder, isPublic: true)
      try Files.write(Array(text.utf8), to: file, isPublic: true)
      StandardStream.output.write("made \(file)\n")
    }
    StandardStream.output.write("Try: portico check --site \(folder)\n")
    return .done
  }

  private static let files: [(path: String, text: String)] = [
    (
      "Content/site.json5",
      """
      // Settings of the site as a whole.
      {
        languages: {
          published: ["en", "fr"],
          source: "en",    // texts are written in this language first
          default: "en",   // for visitors in whose languages there is nothing
        },
        regions: { dach: ["DE", "AT", "CH"] },
        apps: { "com.example.shop": { versions: ["1.0", "2.0"] } },
        defaults: { ttl: 300 },
        config: "config",  // the document behind the one URL that apps ship with
      }

      """
    ),
    (
      "Content/config.json5",
      """
      // The first document that an app gets: everything else follows from its links.
      {
        datatype: "config",
        ttl: 60,
        body: { home: { $ref: "screens/home" } },
      }

      """
    ),
    (
      "Content/screens/home.json5",
      """
      {
        datatype: "screen",
        body: {
          title: { $t: "home.title" },
          rows: [
            { text: { $t: "home.welcome" } },
            { text: { $t: "home.call" }, url: "tel:+15550100", device: "phone" },
          ],
        },
        variants: [
          { id: "dach", when: { country: "dach" }, patch: { currency: "EUR" } },
        ],
      }

      """
    ),
    (
      "Locales/en.json",
      """
      { "home.title": "Welcome", "home.welcome": "Nice to see you", "home.call": "Call us" }

      """
    ),
    (
      "Locales/fr.json",
      """
      { "home.title": "Bienvenue", "home.welcome": "Ravis de vous voir", "home.call": "Appelez-nous" }

      """
    ),
  ]
}
