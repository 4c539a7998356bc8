// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPValues
import Measure
import Message
import Reactor
import Serving
import Signals
import Sites

/// The order to show a draft to whoever has its link: `{}`, `{"edition": "3b1f0c2a9d8e7f60"}`,
/// `{"folder": "/srv/draft", "languages": "fr", "country": "CH", "at": "2026-12-24T18:00Z", "for": "2h"}`.
package struct PreviewOrder: OperatorOrder {
  package static let audience = ["languages", "country", "device", "version", "app", "arms"]
  package static let keys = CandidateChoice.keys + audience + ["at", "for", "address", "site"]
  private static let longest = 1...400

  private let candidate: CandidateChoice
  private let choice: SiteChoice
  private let audience: PreviewAudience
  private let instant: UnixTime?
  private let lifetime: Int64
  private let address: String?

  init(_ body: [UInt8]) throws(PlainError) {
    let order = try OrderBody(
      body,
      keys: PreviewOrder.keys,
      example: "{\"folder\": \"/srv/draft\", \"languages\": \"fr\"}",
      isOptional: true
    )
    candidate = try CandidateChoice(order)
    choice = try order.site()
    func text(_ key: String) throws(PlainError) -> String? {
      try order.text(key, in: PreviewOrder.longest, expected: "a text of at most 400 letters")
    }
    let (languages, country) = (try text("languages"), try text("country"))
    let (device, version) = (try text("device"), try text("version"))
    let (app, arms) = (try text("app"), try text("arms"))
    audience = try PreviewAudience(
      languages: languages,
      country: country,
      device: device,
      version: version,
      app: app,
      arms: arms
    )
    if let moment = try text("at") {
      guard let known = UnixTime(moment), known.seconds >= 0 else {
        throw PlainError(
          "\"at\" is \"\(moment)\"; expected a time such as 2026-12-24T18:00Z"
        )
      }
      instant = known
    } else {
      instant = nil
    }
    lifetime = try order.span("for") ?? Preview.usualLifetime
    guard Preview.lifetimes.contains(lifetime) else {
      throw PlainError("\"for\" is too long; expected a time from 1m to 30d")
    }
    if let origin = try text("address") {
      guard let known = Origin(url: origin) else {
        throw PlainError(
          "\"address\" is \"\(origin)\"; expected scheme and host such as https://shop.example"
        )
      }
      address = known.description
    } else {
      address = nil
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
    let shown = try await site.previews.worker.run {
      try site.previews.add(preview)
    }
    state.audit.record(
      .preview,
      .done,
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
  private let id: DraftID

  init(_ name: String) throws(PlainError) {
    guard let id = DraftID(name) else {
      throw PlainError(
        "\"\(name.prefix(40))\" is no preview; expected 12 hexadecimal digits"
      )
    }
    self.id = id
  }

  private func site(in state: AdminState) throws -> SiteService {
    let now = UnixTime.now
    for site in state.services.sites
    where site.previews.shown(at: now).contains(where: { $0.preview.id == id }) {
      return site
    }
    throw AdminReport.Refusal(
      .notFound,
      "there is no preview \(id); GET /previews has those that are"
    )
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let site = try site(in: state)
    return OrderPreview([
      "The preview \(id) of \(site.name) would end at once, for everybody who has its link."
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let (site, id) = (try site(in: state), id)
    _ = try await site.previews.worker.run {
      try site.previews.revoke(id, at: UnixTime.now)
    }
    state.audit.record(
      .preview,
      .done,
      by: caller,
      site: site.name,
      [EventFact(.preview, "\(id)"), EventFact(.annotation, "the preview \(id) is revoked")]
    )
    return DataValue.members([
      ("site", .text(site.name)), ("id", .text("\(id)")), ("revoked", .boolean(true)),
    ]).json
  }
}
