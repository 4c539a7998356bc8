// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import Editions
package import HTTPValues
package import Measure
package import Reactor
package import Serving

/// The report `/explain`: the answer that a visitor gets for a document of the served edition, its
/// reasons, and the answer itself.
package enum ExplainReport {
  package static func tables(
    _ query: QueryParameters,
    of services: SiteServices,
    _ turns: ExplanationTurns,
    on readers: WorkerPool
  ) async throws -> [FigureTable] {
    let question = try ExplainQuestion(query)
    guard let turn = turns.begin() else {
      throw Refusal(
        .serviceUnavailable,
        "\(ExplanationTurns.most) explanations are being made already; expected a request later"
      )
    }
    defer { turn.end() }
    do {
      guard let site = try services.chosen(question.site, meansAll: false).first,
        let edition = site.publisher.publication?.edition
      else { throw Refusal(.notFound, "no edition of the site is served") }
      let (subject, explanation) = try await readers.run {
        let subject = try question.subject(in: edition, seal: site.seal)
        let explanation = edition.explain(
          subject.number,
          for: subject.token,
          at: question.visitor.instant,
          links: LinkWriter(seal: site.seal)
        )
        return (subject, explanation)
      }
      let answer = try await ExplainedAnswer(
        to: question,
        about: subject,
        audience: explanation.token,
        of: edition,
        on: site
      )
      return try await readers.run {
        [
          outcome(explanation, subject.path, of: site.name), steps(explanation),
          languages(explanation),
        ] + answer.tables
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch let error as UsageError {
      throw Refusal(.badRequest, error.message)
    } catch {
      throw Refusal(.badRequest, "\(error)")
    }
  }

  private static func outcome(
    _ explanation: DocumentExplanation,
    _ path: String,
    of site: String
  ) -> FigureTable {
    var table = FigureTable("explanation").columns([
      .init(.site, "The site."), .init(.document, "The document."),
      .init(.edition, "The edition that is served."),
      .init(.instant, "at", "The instant that is asked about."),
      .init(.variant, "The variant that is left; none if there is no body."),
      .init(.language, "The language of the answer."),
      .init(.reason, "because", "Why it is that language, or none."),
      .init(.address, "The path with the audience of the visitor."),
      .init(
        .expire,
        "expires",
        "The end of the document's freshness; services' answers in it may end that of the answer earlier."
      ),
      .init(.nextChange, "changes", "The next change by schedule."),
    ])
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
    var table = FigureTable("steps").columns([
      .init(.step, "variant or row: what was looked at."),
      .init(.subject, "which", "The variant, or the place of the row."),
      .init(.outcome, "out: it is for others; in: it is what the visitor gets."),
      .init(.reason, "because", "The reason."),
    ])
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
    for row in explanation.droppedRows {
      table.add([.text("row"), .text("\(row)"), .text("out"), .text("it is for others")])
    }
    return table
  }

  /// The most missing texts that are named.
  private static let mostMissing = 5

  /// The languages that the visitor wants, in their order, and the one that is taken.
  private static func languages(_ explanation: DocumentExplanation) -> FigureTable {
    var table = FigureTable("languages").columns([
      .init(.place, "The place in the order of preference."), .init(.language, "The language."),
      .init(.outcome, "out: it is incomplete; in: it is taken; or not looked at."),
      .init(.reason, "because", "The reason."),
    ])
    func add(_ language: LanguageTag, _ outcome: String, _ reason: String) {
      let place = Int64(table.rows.count + 1)
      table.add([.count(place), .text("\(language)"), .text(outcome), .text(reason)])
    }
    var isFound = false
    for step in explanation.languages {
      let missing = step.missing.prefix(mostMissing).joined(separator: ", ")
      isFound = isFound || step.language == explanation.language
      if step.language == explanation.language {
        add(step.language, "in", explanation.languageReason)
      } else {
        add(step.language, "out", missing.isEmpty ? "it is not offered" : "it lacks \(missing)")
      }
    }
    let reason =
      explanation.languages.isEmpty ? explanation.languageReason : "one before it was taken"
    for language in explanation.untriedLanguages { add(language, "not looked at", reason) }
    if !isFound, let language = explanation.language {
      add(language, "in", explanation.languageReason)
    }
    return table
  }
}
