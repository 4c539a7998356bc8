// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import ContentModel
import DataFiles
import Editions
import FileShapes
import Learning
import Measure
import Message
import Reactor
import Serving
import Signals

/// The order to roll out an edition, or about the rollout that is on.
package struct RolloutOrder: OperatorOrder {
  private struct Body: Sendable {
    var action = Word.start
    var candidate = CandidateKeys()
    var site = SiteChoice.unsaid
  }

  /// The action of an order about a rollout.
  package enum Word: String, CaseIterable, Sendable {
    case start, next, pause, resume, `return`, finish
  }

  static let definition = OrderDefinition(
    "rollout",
    at: .rollout,
    .rollout,
    "Gives an edition to a rising share of installations, or steers the rollout that is on.",
    Shape.object(Body()) {
      Member(
        "action",
        \.action,
        .choice,
        isRequired: true,
        "What is to be done.",
        examples: ["start"]
      )
      CandidateKeys.members(in: \.candidate)
      Member.site(\.site)
    }
  ) { try RolloutOrder($0) }

  private enum Action {
    case start(CandidateChoice)
    case go(RolloutOrderKind)
  }

  private let action: Action
  private let choice: SiteChoice

  private init(_ body: Body) throws(PlainError) {
    choice = body.site
    let candidate = try body.candidate.choice()
    guard let kind = RolloutOrderKind(rawValue: body.action.rawValue) else {
      action = .start(candidate)
      return
    }
    guard candidate == .files else {
      throw PlainError(
        "an edition means nothing to \"\(body.action.rawValue)\"; expected it with start only"
      )
    }
    action = .go(kind)
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let site = try state.site(choice)
    switch action {
    case .start(let choice):
      return try await site.rollout.worker.run { try RolloutOrder.preview(choice, of: site) }
    case .go(let kind):
      guard let machine = site.rollout.current, machine.isRunning else {
        throw PlainError("no rollout of \(site.name) is on")
      }
      return OrderPreview([RolloutOrder.effect(of: kind, on: machine)])
    }
  }

  private static func preview(
    _ choice: CandidateChoice,
    of site: SiteService
  ) throws -> OrderPreview {
    let candidate = try site.rolloutCandidate(choice).edition
    guard let published = site.publisher.publication?.edition,
      let settings = published.site.rollout
    else { throw PlainError("nothing is published of \(site.name)") }
    let difference = PublicationDifference(
      from: published,
      to: candidate,
      at: UnixTime.now,
      links: LinkWriter(seal: site.seal)
    )
    let shares = settings.shares.map { RolloutVerdict.percent(Double($0) / 10_000) }
    return OrderPreview(
      [
        "\(site.name) would give edition \(candidate.name) to \(shares.joined(separator: ", then ")) of the "
          + "installations, each step for at least \(SpanWords.text(Int64(settings.hold))), and then to "
          + "everybody. \(Counted.text(difference.documents.documents.count, "document")) would change.",
        "Edition \(published.name) is pinned meanwhile, and gets everybody back by itself if the new one "
          + "does worse.",
      ],
      [DifferenceTable.table(of: [(site.name, difference)])]
    )
  }

  private static func effect(of kind: RolloutOrderKind, on machine: RolloutMachine) -> String {
    let (edition, published) = (machine.rollout.edition, machine.rollout.published)
    let next = machine.rollout.step + 1
    switch kind {
    case .next where next < machine.settings.steps.count:
      let share = RolloutVerdict.percent(machine.settings.steps[next] / 100)
      return "Edition \(edition) would be given to \(share) of the installations at once."
    case .next, .finish: return "Edition \(edition) would be published for everybody at once."
    case .pause:
      return
        "Edition \(edition) would stay with those who have it until the rollout is resumed, and would still "
        + "be returned by itself if it does worse."
    case .resume: return "The rollout of edition \(edition) would go on."
    case .return:
      return "Everybody would get edition \(published) again, and edges would be purged of edition "
        + "\(edition). Edition \(published) stays pinned until the files are followed again."
    }
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let site = try state.site(choice)
    let told =
      switch action {
      case .start(let choice): try await site.startRollout(choice)
      case .go(let kind): try await site.order(kind)
      }
    guard let machine = site.rollout.current else {
      throw PlainError("no rollout of \(site.name) is on")
    }
    let (rollout, text) = (machine.rollout, machine.sentence)
    state.audit.record(
      .rollout,
      by: caller,
      site: site.name,
      [EventFact(.edition, rollout.edition), EventFact(.annotation, text)]
    )
    let answer: [(String, DataValue)] = [
      ("site", .text(site.name)), ("edition", .text(rollout.edition)),
      ("published", .text(rollout.published)), ("state", .text(rollout.state.rawValue)),
      ("share", .number(machine.share)), ("reason", .text(rollout.reason)),
    ]
    return DataValue.members(answer + AdminState.members(of: told, site)).json
  }
}
