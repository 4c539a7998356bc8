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

/// `portico explain`: shows the answer that a visitor gets, with its reasons.
struct ExplainCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "explain",
    summary: "Explain what a visitor gets for a document, step by step.",
    options: VisitorOptions.options + [
      Option("edition NAME", "A kept edition", fallback: "the site's folder as it is"),
      Option("plan", "Show the document's plan instead: its calls, and which wait for which"),
      Option("svg", "With --plan, as a picture in SVG"),
      SiteOptions.site, SiteOptions.state, SiteOptions.json,
    ],
    operands: "PATH",
    examples: [
      "portico explain screens/home --token fr.ca.phone.3": "A visitor with this token.",
      "portico explain screens/home --languages fr-CA,de --country CA --version 2.3"
        + " --at 2026-12-24T18:00Z": "A visitor with these properties, at Christmas.",
      "portico explain screens/home --header 'X-App: version=2.10, country=CA'":
        "A visitor who sends this field, with its malformed members.",
      "portico explain '/fr.ca/items/0101.plist?limit=2'":
        "An address from a link or the log; one of the paths of items/{id}.",
      "portico explain 'items/{id}' --plan": "The calls of a document's plan.",
    ]
  )

  private let showsPlan: Bool
  private let isPicture: Bool
  private let options: SiteOptions
  private let visitor: VisitorOptions
  private let address: AskedAddress
  private let edition: String?

  init(_ arguments: Arguments) throws {
    options = SiteOptions(arguments)
    visitor = try VisitorOptions(arguments)
    edition = arguments.value("edition")
    showsPlan = arguments.has("plan")
    isPicture = arguments.has("svg")
    try arguments.check("svg", need: "plan")
    guard let path = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("expected the path of one document")
    }
    address = AskedAddress(path)
  }

  func run() throws -> ExitCode {
    let edition = try options.shownEdition(edition)
    let seal = try options.seal()
    let subject = try address.subject(in: edition, for: visitor, seal: seal)
    if showsPlan { return try show(planOf: subject.number, in: edition) }
    let explanation = edition.explain(
      subject.number,
      for: subject.token,
      at: visitor.instant,
      links: LinkWriter(seal: seal)
    )
    if options.isJSON {
      json(explanation).print()
    } else {
      show(explanation, subject.path, edition)
    }
    return .done
  }

  private func show(planOf number: DocumentNumber, in edition: Edition) throws -> ExitCode {
    guard let document = edition.planned(number) else {
      throw PlainError("\"\(address.path)\" has no plan")
    }
    let light = try edition.callsOfLightView(of: number)
    let embeds = edition.draft(number).links.filter { $0.role == .embed }.map(\.path)
    let drawing = PlanDrawing(document, light: light, embeds: Set(embeds).sorted())
    if isPicture {
      StandardStream.output.write(drawing.svg)
    } else if options.isJSON {
      drawing.json.print()
    } else {
      StandardStream.output.write(drawing.text)
    }
    return .done
  }

  private func show(_ explanation: DocumentExplanation, _ path: String, _ edition: Edition) {
    let style = TextStyle()
    // The URL may be one of many of a document.
    let address = edition.number(of: path) == nil ? path : explanation.path
    let meaning = address == explanation.path ? "" : " for \(address)"
    var lines = [
      "\(style(explanation.path, .bold))\(meaning) at \(explanation.instant), edition "
        + explanation.edition
    ]
    lines += appLines(style)
    if !explanation.steps.isEmpty { lines.append("\nVariants") }
    for step in explanation.steps {
      lines.append("  \(style("-", .red)) \(step.variant) \(step.reason)  (\(step.place))")
    }
    lines.append(
      explanation.variant.map { "  \(style("=", .green)) \($0)" }
        ?? "  \(style("=", .yellow)) no body for this visitor"
    )
    lines.append("\nLanguage")
    for step in explanation.languages where !step.missing.isEmpty {
      let missing = step.missing.prefix(5).joined(separator: ", ")
      lines.append("  \(style("-", .red)) \(step.language) lacks \(missing)")
    }
    let language = explanation.language.map { "\($0)" } ?? "none"
    lines.append("  \(style("=", .green)) \(language): \(explanation.languageReason)")
    if !explanation.droppedRows.isEmpty {
      lines.append("\nRows left out")
      lines += explanation.droppedRows.map { "  \(style("-", .red)) \($0)" }
    }
    let link = explanation.token.isEmpty ? "" : "/\(explanation.token)"
    lines.append("\nAddress    \(link)/\(address)\(self.address.query)")
    lines.append("Expires at \(explanation.freshness.expire)")
    if let change = explanation.nextChange { lines.append("Changes at \(change) by schedule") }
    StandardStream.output.write(lines.joined(separator: "\n") + "\n")
  }

  /// Returns the ignored members of `X-App`, with the reasons.
  private func appLines(_ style: TextStyle) -> [String] {
    guard let app = visitor.app, !app.dropped.isEmpty || !app.ignored.isEmpty else { return [] }
    return ["\nX-App"]
      + app.dropped.map { "  \(style("-", .red)) \($0.text) is dropped; expected \($0.expected)" }
      + app.ignored.map { "  \(style("-", .yellow)) \($0) is unknown" }
  }

  private func json(_ explanation: DocumentExplanation) -> DataValue {
    .members([
      "path": .text(explanation.path),
      "edition": .text(explanation.edition),
      "at": .text("\(explanation.instant)"),
      "dropped": .list(visitor.app?.dropped ?? []) { member in
        .members([
          "member": .text(member.name),
          "text": .text(member.text),
          "expected": .text(member.expected),
        ])
      },
      "ignored": .texts(visitor.app?.ignored ?? []),
      "eliminated": .list(explanation.steps) { step in
        .members([
          "variant": .text(step.variant),
          "reason": .text(step.reason),
          "place": .text("\(step.place)"),
        ])
      },
      "variant": .text(explanation.variant),
      "languages": .list(explanation.languages) { step in
        .members(["language": .text("\(step.language)"), "missing": .texts(step.missing)])
      },
      "language": .text(explanation.language.map { "\($0)" }),
      "languageReason": .text(explanation.languageReason),
      "droppedRows": .texts(explanation.droppedRows.map { "\($0)" }),
      "token": .text(explanation.token),
      "expire": .text("\(explanation.freshness.expire)"),
      "nextChange": .text(explanation.nextChange.map { "\($0)" }),
    ])
  }
}
