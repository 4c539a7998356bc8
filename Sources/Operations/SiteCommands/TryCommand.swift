// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import ContentModel
import Editions
import Explaining
import HTTPValues
import Reactor
import Serving
import Sites

/// `portico try`: runs a document's plan against the real services.
struct TryCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "try",
    summary: "Run a document's plan against the real services, and show each call with its answer.",
    options: [
      Option("live", "Call the services, which is needed")
    ] + VisitorOptions.options + [SiteOptions.site, SiteOptions.state, SiteOptions.json],
    operands: "PATH",
    examples: [
      "portico try screens/home --live":
        "Each call with its status, time and size, its answer beside the declared shape, and the body.",
      "portico try 'items/0101?limit=2' --live --token fr.ca.phone.3":
        "One of the paths of items/{id}, for an audience.",
      "portico try screens/home --live --header 'Authorization: Bearer abc'":
        "With a visitor's credentials, for services that see them.",
    ]
  )

  private let options: SiteOptions
  private let visitor: VisitorOptions
  private let path: String

  init(_ arguments: Arguments) throws {
    options = SiteOptions(arguments)
    visitor = try VisitorOptions(arguments)
    guard let path = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("expected the path of one document")
    }
    guard arguments.has("live") else {
      throw UsageError("expected --live, since the services of the site are called")
    }
    self.path = path
  }

  func run() async throws -> ExitCode {
    let edition = try options.edition()
    let seal = try options.seal()
    let address = AskedAddress(path)
    let subject = try address.subject(in: edition, for: visitor, seal: seal)
    guard let document = edition.planned(subject.number) else {
      throw PlainError("\"\(subject.path)\" has no plan")
    }
    let token = edition.explain(
      subject.number,
      for: subject.token,
      at: visitor.instant,
      links: LinkWriter(seal: seal)
    ).token
    var fields = Fields()
    for (name, value) in visitor.headers.sorted(by: { $0.key < $1.key }) {
      if let name = FieldName(name) { fields.append(name, value) }
    }
    let trial = try await LiveTrial(edition, options.source, seal: seal)
    let target = (token.isEmpty ? "/" : "/\(token)/") + subject.path + address.query
    guard let answer = await trial.answer(target, fields) else {
      throw PlainError.noDocument(path, in: edition)
    }
    let report = LiveReport(path, answer, document.plan)
    if options.isJSON {
      report.data.print()
    } else {
      StandardStream.output.write(report.text(TextStyle()))
    }
    return report.isGood ? .done : .failed
  }
}
