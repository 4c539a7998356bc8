// SPDX-License-Identifier: Apache-2.0

import Measure
import ResourceModel
import ResourceService
import Testing

@testable import Serving

@Suite struct `The alerts of a site's records` {
  private let conditions = RecordConditions(site: "shop", path: "/v1")
  private static let since = Timestamp(milliseconds: 1_795_000_000_000)

  @Test func `A store that is away is told of with its name and reason after a minute`() throws {
    var state = RecordMount.State()
    #expect(conditions.conditions(of: state, at: Self.since).isEmpty)
    state.outage = StoreOutage(
      of: "the PostgreSQL database shop",
      reason: "the store is not there",
      since: Self.since,
      next: Self.since
    )
    let alert = try #require(conditions.conditions(of: state, at: Self.since).first)
    #expect(alert.id == "records/shop" && alert.severity == .page && alert.patience == 60)
    #expect(alert.text.hasPrefix("the PostgreSQL database shop is not reached since "))
    #expect(alert.text.hasSuffix(": the store is not there"))
  }

  @Test(arguments: [
    (BeforeHook.Failure.refuse, AlertCondition.Severity.page), (.accept, .ticket),
  ])
  func `A webhook before writes that fails is told of as urgently as it stops them`(
    onFailure: BeforeHook.Failure,
    severity: AlertCondition.Severity
  ) throws {
    var hook = BeforeHook()
    hook.onFailure = onFailure
    var asked = AskedHook(of: "notes", hook)
    #expect(conditions.conditions(of: asked, at: Self.since).isEmpty)
    let failure = BeforeOutcome(of: "notes", .failed, reason: "it answers 500")
    asked.state.add(failure, at: Self.since)
    // One may be chance.
    #expect(conditions.conditions(of: asked, at: Self.since).isEmpty)
    asked.state.add(failure, at: Self.since)
    let alert = try #require(conditions.conditions(of: asked, at: Self.since).first)
    #expect(alert.id == "before/shop/notes" && alert.patience == 300 && alert.look == "/sync")
    #expect(alert.severity == severity)
    let effect = onFailure == .refuse ? "refused" : "accepted"
    #expect(
      alert.text
        == "the webhook before writes of notes: 2 of its last 2 questions failed, at \(Self.since): "
        + "it answers 500; writes that it gives no answer to are \(effect)"
    )
  }

  @Test func `Messages to users that were given up are told of with the page that lists them`()
    throws
  {
    #expect(conditions.conditions(ofDeadMails: 0).isEmpty)
    let alert = try #require(conditions.conditions(ofDeadMails: 2).first)
    #expect(alert.id == "mail/shop/dead" && alert.patience == 0 && alert.look == "/sync")
    #expect(alert.text == "2 messages to users were given up; /sync sends or removes them")
    let one = conditions.conditions(ofDeadMails: 1).first?.text
    #expect(one == "1 message to users was given up; /sync sends or removes them")
  }

  @Test func `A webhook with dead letters is named at once, with the place where they are seen`()
    throws
  {
    var state = HookState(.idle)
    #expect(conditions.conditions(of: "orders", state).isEmpty)
    state.deadLetters = 2
    let alert = try #require(conditions.conditions(of: "orders", state).first)
    #expect(alert.id == "hook/shop/orders/dead" && alert.patience == 0)
    #expect(
      alert.text
        == "the webhook orders has 2 dead letters; GET /v1/_hooks/orders of the site lists them"
    )
  }

  @Test(arguments: [
    (HookState.Word.retrying, 0, true), (.failing, 0, true), (.unsigned, 0, true),
    (.idle, 1, true), (.delivering, 1, true), (.idle, 0, false), (.delivering, 0, false),
    (.starting, 0, false), (.elsewhere, 0, false),
  ])
  func `A webhook that does not accept messages is named after five minutes`(
    word: HookState.Word,
    deferred: Int,
    isTold: Bool
  ) {
    var state = HookState(word, reason: "it answers 500", since: Self.since)
    state.deferred = deferred
    let alerts = conditions.conditions(of: "orders", state)
    #expect(alerts.map(\.id) == (isTold ? ["hook/shop/orders/failing"] : []))
    #expect(alerts.allSatisfy { $0.patience == 300 && $0.text.contains("webhook orders") })
  }
}
