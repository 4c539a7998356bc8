// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Editions
import FileShapes
import HTTPValues
import Measure
import Message
import Reactor
import Serving
import Signals

/// The order to show a draft to whoever has its link.
package struct PreviewOrder: OperatorOrder {
  private struct Body: Sendable {
    var candidate = CandidateKeys()
    var languages: String?
    var country: String?
    var device: String?
    var version: String?
    var app: String?
    var arms: String?
    var instant: UnixTime?
    var lifetime = Preview.usualLifetime
    var address: String?
    var site = SiteChoice.unsaid
  }

  private static let words = Shape.letters(1...400)

  static let definition = OrderDefinition(
    "preview",
    at: .previews,
    .preview,
    "Shows a draft on devices, by a link that ends by itself.",
    Shape.object(Body()) {
      CandidateKeys.members(in: \.candidate)
      Member(
        "languages",
        \.languages,
        words,
        "For readers of these languages.",
        examples: ["fr,de"]
      )
      Member("country", \.country, words, "For a country.", examples: ["CH"])
      Member("device", \.device, words, "For a device.", examples: ["phone"])
      Member("version", \.version, words, "For a version of the app.", examples: ["4.2"])
      Member("app", \.app, words, "For an app by its name in the store.")
      Member("arms", \.arms, words, "For arms of experiments.", examples: ["checkout/b"])
      Member("at", \.instant, .instant, "As of an instant.", examples: ["2026-12-24T18:00Z"])
      Member(
        "for",
        \.lifetime,
        .span(
          .seconds(Preview.lifetimes.lowerBound) ... .seconds(Preview.lifetimes.upperBound),
          called: "a time from 1m to 30d"
        ),
        "Until it ends.",
        examples: ["1d"]
      )
      Member(
        "address",
        \.address,
        words,
        "Scheme and host by which devices reach the service.",
        examples: ["https://shop.example"]
      )
      Member.site(\.site)
    }
  ) { try PreviewOrder($0) }

  package static var keys: [String] { definition.keys.map(\.name) }

  private let candidate: CandidateChoice
  private let choice: SiteChoice
  private let audience: PreviewAudience
  private let instant: UnixTime?
  private let lifetime: Int64
  private let address: String?

  private init(_ body: Body) throws {
    candidate = try body.candidate.choice()
    choice = body.site
    audience = try PreviewAudience(
      languages: body.languages,
      country: body.country,
      device: body.device,
      version: body.version,
      app: body.app,
      arms: body.arms
    )
    guard body.instant?.seconds ?? 0 >= 0 else {
      throw PlainError("\"at\" is before 1970; expected a time such as 2026-12-24T18:00Z")
    }
    instant = body.instant
    lifetime = body.lifetime
    address = try body.address.map { text throws(PlainError) in
      guard let origin = Origin(url: text) else {
        throw PlainError(
          "\"address\" is \"\(text)\"; expected scheme and host such as https://shop.example"
        )
      }
      return origin.description
    }
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let site = try state.site(choice)
    let (candidate, now) = (candidate, UnixTime.now)
    let edition = try await site.previews.worker.run {
      try site.previews.candidate(candidate, at: now)
    }
    let follows = if case .edition = candidate { "" } else { " It follows each save." }
    let audience = audience.words
    return OrderPreview([
      "Whoever has the link would be shown \(candidate.subject) of \(site.name), now edition \(edition.name), for "
        + "\(SpanWords.text(lifetime)).\(follows)",
      audience.isEmpty
        ? "Each app is shown it for itself: its language, country, device and version count."
        : "It is shown as for the audience \(audience), whoever opens the link.",
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    try candidate.checkRole(of: caller, to: "show")
    let site = try state.site(choice)
    var random = SystemRandomNumberGenerator()
    let preview = Preview(
      DraftID(by: &random),
      of: candidate,
      audience: audience.words,
      instant: instant,
      address: address,
      made: UnixTime.now,
      lasting: lifetime,
      by: caller.name
    )
    let shown = try await site.previews.worker.run { try site.previews.add(preview) }
    state.audit.record(
      .preview,
      by: caller,
      site: site.name,
      [
        EventFact(.preview, "\(preview.id)"), EventFact(.edition, shown.edition),
        EventFact(.annotation, "a preview of \(candidate.subject) until \(preview.expires)"),
      ]
    )
    return DataValue.members([
      ("site", .text(site.name)), ("id", .text("\(preview.id)")), ("link", .text(shown.link)),
      ("edition", .text(shown.edition)), ("expires", .text("\(preview.expires)")),
    ]).json
  }
}

/// The order to end a preview at once.
struct PreviewRevocation: OperatorOrder {
  static let definition = OrderDefinition(
    "revoke-preview",
    .preview,
    "Ends a preview at once.",
    Shape.object("") {
      Member(
        "preview",
        \.self,
        .text,
        isRequired: true,
        "Id of the preview, as GET /previews has it.",
        examples: ["c0ffee123456"]
      )
    }
  ) { try PreviewRevocation($0) }

  private let id: DraftID

  init(_ name: String) throws(PlainError) {
    guard let id = DraftID(name) else {
      throw PlainError("\"\(name.prefix(40))\" is no preview; expected 12 hexadecimal digits")
    }
    self.id = id
  }

  private func site(in state: AdminState) throws -> SiteService {
    let now = UnixTime.now
    for site in state.services.sites
    where site.previews.shown(at: now).contains(where: { $0.preview.id == id }) {
      return site
    }
    throw Refusal(.notFound, "there is no preview \(id); GET /previews has those that are")
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let site = try site(in: state)
    return OrderPreview([
      "The preview \(id) of \(site.name) would end at once, for everybody who has its link."
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let (site, id) = (try site(in: state), id)
    _ = try await site.previews.worker.run { try site.previews.revoke(id, at: UnixTime.now) }
    state.audit.record(
      .preview,
      by: caller,
      site: site.name,
      [EventFact(.preview, "\(id)"), EventFact(.annotation, "the preview \(id) is revoked")]
    )
    return DataValue.members([
      ("site", .text(site.name)), ("id", .text("\(id)")), ("revoked", .boolean(true)),
    ]).json
  }
}
