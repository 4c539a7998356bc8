// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import ContentResolution
import DataFiles
import Editions
import Reactor
import Serving
import Sites

/// `portico check`: reports all errors and warnings of a site.
struct CheckCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "check",
    summary: "Check a site; exits with 1 if it has errors, with 0 if it has none or only warnings.",
    options: [
      Option("strict", "Treat warnings as errors"),
      Option(
        "forecast",
        "Also tell what publishing would make of the last day's traffic: audiences, hits,"
          + " calls of services, room in the cache"
      ),
      Option(
        "dry-run",
        "Also replay the newest recorded requests against the served edition and this one, and"
          + " tell what changes for whom"
      ),
      Option(
        "rate CALLS",
        "With --dry-run: ask services for what is not kept, at so many calls a second",
        fallback: "no calls"
      ),
      Option("live", "Also run each document's plan against the real services"),
      Option(
        "types FILE",
        "Also check the types of records in a file of portico types export against what versions"
          + " of apps decode"
      ), SiteOptions.site, SiteOptions.state, SiteOptions.json,
    ],
    examples: [
      "portico check": "Check the site in this folder.",
      "portico check --site shop --json":
        "The same for a script: every finding with its rule, file, line and column.",
      "portico check --strict": "Fail for a warning too, such as a translation that is left out.",
      "portico check --live":
        "Also call the services, and fail if an answer is missing or not as declared.",
      "portico check --forecast":
        "Also forecast the first day after publishing, beside the served edition.",
      "portico check --dry-run --site draft --state shop/.portico --rate 5":
        "What changes for whom if the folder draft is published in place of shop, with 5 calls"
        + " of services a second for what is not kept.",
    ]
  )

  private let options: SiteOptions
  private let isStrict: Bool
  private let forecasts: Bool
  private let replays: Bool
  /// Calls a second of a dry run; `nil` for none.
  private let rate: Int?
  private let callsServices: Bool
  private let typesFile: String?

  init(_ arguments: Arguments) throws(UsageError) {
    options = SiteOptions(arguments)
    isStrict = arguments.has("strict")
    forecasts = arguments.has("forecast")
    replays = arguments.has("dry-run")
    let rates = DryRun.rates
    rate = try arguments.value(
      "rate",
      expected: "\(rates.lowerBound) to \(rates.upperBound) calls a second"
    ) { Int($0, in: rates) }
    callsServices = arguments.has("live")
    typesFile = arguments.value("types")
    try arguments.check("rate", need: "dry-run")
  }

  func run() async throws -> ExitCode {
    let compilation = isStrict ? strict(try checked()) : try checked()
    let errors = compilation.findings.count { $0.severity == .error }
    var forecast: ForecastReport?
    if forecasts, errors == 0, let edition = compilation.edition {
      forecast = try ForecastReport(of: edition, options)
    }
    var dryRun: DryRunReport?
    if replays, errors == 0, let edition = compilation.edition {
      let outcome = try await DryRun(of: edition, options, rate: rate).run()
      dryRun = DryRunReport(outcome, of: edition.name, rate: rate)
    }
    var live: LiveCheck?
    if callsServices, errors == 0, let edition = compilation.edition {
      live = try await LiveCheck(of: edition, options)
    }
    if options.isJSON {
      let members: [(String, DataValue)] = [
        ("edition", .text(compilation.edition?.name)), ("errors", .number(errors)),
        ("warnings", .number(compilation.findings.count - errors)),
        ("findings", .list(compilation.findings.map { DataValue($0) })),
      ]
      let parts = [("forecast", forecast?.data), ("dryRun", dryRun?.data), ("live", live?.data)]
      let further = parts.compactMap { name, data in data.map { (name, $0) } }
      DataValue.members(members + further).print()
    } else {
      show(compilation, errors)
      if let forecast { StandardStream.output.write(forecast.text(TextStyle())) }
      if let dryRun { StandardStream.output.write(dryRun.text(TextStyle())) }
      if let live { StandardStream.output.write(live.text(TextStyle())) }
    }
    return errors == 0 && live?.isGood ?? true ? .done : .failed
  }

  /// Compiles the site with its emergency file.
  private func checked() throws -> Compilation {
    let compilation = try options.compilation()
    guard let edition = compilation.edition else { return compilation }
    var findings = Findings()
    findings.add(compilation.findings)
    var emergency = OverlayFile(SiteFolder(options.folder))
    _ = emergency.overlay(over: edition, &findings)
    ExportCheck(edition).run(&findings)
    ExpiryCheck(edition, at: UnixTime.now).run(&findings)
    if let typesFile { try TypesFile(typesFile).check(against: edition.locks, &findings) }
    return Compilation(edition: edition, findings: findings.sorted)
  }

  /// Returns the compilation with warnings as errors.
  private func strict(_ compilation: Compilation) -> Compilation {
    Compilation(edition: compilation.edition, findings: compilation.findings.map(\.asError))
  }

  private func show(_ compilation: Compilation, _ errors: Int) {
    let style = TextStyle()
    for finding in compilation.findings {
      let severity = finding.severity.rawValue
      let colour: TextStyle.Colour = finding.severity == .error ? .red : .yellow
      StandardStream.output.write(
        "\(finding)\n".replacing(
          ": \(severity): ",
          with: ": \(style(severity, colour)): ",
          maxReplacements: 1
        )
      )
    }
    guard errors == 0, let edition = compilation.edition else {
      let count = style(Counted.text(errors, "error"), .red)
      let meaning =
        compilation.edition == nil
        ? "nothing can be published"
        : isStrict
          ? "warnings are errors with --strict"
          : compilation.findings.contains { $0.rule == .cannotDecode }
            ? "the types would not be imported" : "the emergency file is not taken over"
      StandardStream.output.write("\(count): \(meaning)\n")
      return
    }
    let warnings = compilation.findings.count
    StandardStream.output.write(
      "\(style("good", .green)): \(Counted.text(edition.documentCount, "document")) in "
        + "\(Counted.text(edition.matcher.published.count, "language")), "
        + "\(Counted.text(warnings, "warning")), edition \(edition.name)\n"
    )
  }
}
