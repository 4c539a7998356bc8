// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import DataFiles
import Editions
import Reactor

/// `portico check`: says everything that is wrong with a site.
struct CheckCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "check",
    summary: "Check a site; exits with 1 if it has errors, with 0 if it has none or only warnings.",
    options: [SiteOptions.site, SiteOptions.json],
    examples: [
      .init(line: "portico check", meaning: "Check the site in this folder."),
      .init(
        line: "portico check --site shop --json",
        meaning: "The same for a script: every finding with its rule, file, line and column."
      ),
    ]
  )

  private let options: SiteOptions

  init(_ arguments: Arguments) { options = SiteOptions(arguments) }

  func run() throws -> ExitCode {
    let compilation = try checked()
    let errors = compilation.findings.count { $0.severity == .error }
    if options.isJSON {
      JSONOutput.members([
        ("edition", .optional(compilation.edition?.name)), ("errors", .number(errors)),
        ("warnings", .number(compilation.findings.count - errors)),
        ("findings", .list(compilation.findings.map { JSONOutput($0) })),
      ]).write()
    } else {
      show(compilation, errors)
    }
    return errors == 0 ? .done : .failed
  }

  /// The site, and what the emergency file would do over it.
  private func checked() throws -> Compilation {
    let compilation = try options.compilation()
    guard let edition = compilation.edition else { return compilation }
    var findings = Findings()
    findings.add(compilation.findings)
    var emergency = OverlayFile(SiteFolder(options.folder))
    _ = emergency.overlay(over: edition, &findings)
    return Compilation(edition: edition, findings: findings.sorted)
  }

  private func show(_ compilation: Compilation, _ errors: Int) {
    let paint = Paint()
    for finding in compilation.findings {
      let severity = finding.severity.rawValue
      let colour: Paint.Colour = finding.severity == .error ? .red : .yellow
      StandardStream.output.write(
        "\(finding)\n".replacing(
          ": \(severity): ",
          with: ": \(paint(severity, colour)): ",
          maxReplacements: 1
        )
      )
    }
    if let edition = compilation.edition {
      let warnings = compilation.findings.count
      StandardStream.output.write(
        "\(paint("good", .green)): \(edition.documentCount) documents in "
          + "\(edition.matcher.published.count) languages, \(warnings) warnings, "
          + "edition \(edition.name)\n"
      )
    } else {
      StandardStream.output.write("\(paint("\(errors) errors", .red)): nothing can be published\n")
    }
  }
}
