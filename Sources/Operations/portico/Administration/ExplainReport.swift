// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import FourM
import HTTPValues

/// The report `/explain`: the answer that a visitor gets for a document of the served edition, and
/// its reasons.
enum ExplainReport {
  private static let ownNames = ["path", "site", "token", "at"]

  static func tables(_ query: QueryParameters, _ services: SiteServices) throws -> [FigureTable] {
    let claimed = VisitorClaims.Claim.names
    for pair in query.pairs where !(ownNames + claimed).contains(pair.name) && pair.name != "colour"
    {
      throw AdminReport.Refusal(
        .badRequest,
        "\"\(pair.name)\" means nothing; expected \((ownNames + claimed).joined(separator: ", "))"
      )
    }
    do {
      let choice = query["site"].map { SiteChoice.named($0) } ?? .unsaid
      guard let site = try services.chosen(choice, meansAll: false).first,
        let edition = site.publisher.publication?.edition
      else { throw AdminReport.Refusal(.notFound, "no edition of the site is served") }
      let path = String((query["path"] ?? "").drop { $0 == "/" })
      guard let number = edition.number(meantBy: path) else {
        throw NoDocument(path: path, edition: edition)
      }
      let visitor = try visitor(query)
      let explanation = edition.explain(
        number,
        for: try visitor.token(in: edition, seal: site.seal),
        at: visitor.instant,
        links: LinkWriter(seal: site.seal)
      )
      return [outcome(explanation, path, of: site.name), steps(explanation)]
    } catch let refusal as AdminReport.Refusal {
      throw refusal
    } catch let error as UsageError {
      throw AdminReport.Refusal(.badRequest, error.message)
    } catch {
      throw AdminReport.Refusal(.badRequest, "\(error)")
    }
  }

  private static func visitor(_ query: QueryParameters) throws -> VisitorOptions {
    var claims = VisitorClaims()
    for name in VisitorClaims.Claim.names {
      if let value = query[name] { claims.field[name] = value }
    }
    guard let text = query["at"] else {
      return VisitorOptions(token: query["token"], claims, at: SiteOptions.now)
    }
    guard let instant = UnixTime(text) else {
      throw AdminReport.Refusal(
        .badRequest,
        "at is \(text); expected a time such as \(UnixTime.example)"
      )
    }
    return VisitorOptions(token: query["token"], claims, at: instant)
  }

  private static func outcome(
    _ explanation: DocumentExplanation,
    _ path: String,
    of site: String
  ) -> FigureTable {
    var table = FigureTable(
      "explanation",
      [
        .init("site", "site", "The site."), .init("document", "document", "The document."),
        .init("edition", "edition", "The edition that is served."),
        .init("instant", "at", "The instant that is asked about."),
        .init("variant", "variant", "The variant that is left; none if there is no body."),
        .init("language", "language", "The language of the answer."),
        .init("reason", "because", "Why it is that language, or none."),
        .init("address", "address", "The path with the audience of the visitor."),
        .init("expire", "expires", "The end of the answer's freshness."),
        .init("nextChange", "changes", "The next change by schedule."),
      ]
    )
    let token = explanation.token.isEmpty ? "" : "/\(explanation.token)"
    table.add(
      [
        .text(site), .text(explanation.path), .text(explanation.edition),
        .text("\(explanation.instant)"), explanation.variant.map { .text($0) } ?? .none,
        explanation.language.map { .text("\($0)") } ?? .none, .text(explanation.languageReason),
        .text("\(token)/\(path)"), .text("\(explanation.freshness.expire)"),
        explanation.nextChange.map { .text("\($0)") } ?? .none,
      ],
      tone: explanation.variant == nil ? .warning : .usual
    )
    return table
  }

  private static func steps(_ explanation: DocumentExplanation) -> FigureTable {
    var table = FigureTable(
      "steps",
      [
        .init("step", "step", "variant, language or row: what was looked at."),
        .init("subject", "which", "The variant, the language, or the place of the row."),
        .init("outcome", "outcome", "out: it is for others; in: it is what the visitor gets."),
        .init("reason", "because", "The reason."),
      ]
    )
    for step in explanation.steps {
      table.add([
        .text("variant"), .text(step.variant), .text("out"),
        .text("\(step.reason) (\(step.place))"),
      ])
    }
    if let variant = explanation.variant {
      table.add([
        .text("variant"), .text(variant), .text("in"), .text("it is the first that is left"),
      ])
    }
    for step in explanation.languages {
      let missing = step.missing.prefix(5).joined(separator: ", ")
      table.add([
        .text("language"), .text("\(step.language)"), .text(missing.isEmpty ? "in" : "out"),
        .text(missing.isEmpty ? explanation.languageReason : "it lacks \(missing)"),
      ])
    }
    for row in explanation.droppedRows {
      table.add([.text("row"), .text("\(row)"), .text("out"), .text("it is for others")])
    }
    return table
  }
}
