// SPDX-License-Identifier: Apache-2.0

import Commands
import Measure
import ResourceModel
import ResourceService

/// The conditions of a site's records that operators should know of: a store that is not reached or full, and
/// webhooks that do not accept messages or give no answers.
package struct RecordConditions {
  /// The seconds for which a store may be away, and a webhook may refuse messages, without an alert.
  private static let (storePatience, hookPatience): (Int64, Int64) = (60, 300)

  let site: String
  /// The path of the records, such as `/v1`.
  let path: String

  /// Returns the conditions of the present state.
  func conditions(of state: RecordMount.State, at now: Timestamp) -> [AlertCondition] {
    let outage = state.outage.map { outage in
      AlertCondition(
        "records/\(site)",
        .page,
        site: site,
        look: OperatorPath.health.with("verbose"),
        patience: Self.storePatience,
        outage.text
      )
    }
    let hooks = (state.service?.runningHooks ?? []).flatMap { running in
      conditions(of: running.hook.name, running.state())
    }
    let asked = (state.service?.askedHooks ?? []).flatMap { conditions(of: $0, at: now) }
    let mail = conditions(ofDeadMails: state.service?.mails.deadCount ?? 0)
    return (outage.map { [$0] } ?? []) + hooks + asked + mail
  }

  /// Returns the condition of a webhook before writes: nobody can write without its answer, if it refuses then.
  func conditions(of asked: AskedHook, at now: Timestamp) -> [AlertCondition] {
    guard asked.isFailing(at: now), let trouble = asked.trouble(at: now) else { return [] }
    return [
      AlertCondition(
        "before/\(site)/\(asked.type)",
        asked.hook.onFailure == .refuse ? .page : .ticket,
        site: site,
        look: OperatorPath.sync.text,
        patience: Self.hookPatience,
        "the webhook before writes of \(asked.type): \(trouble)"
      )
    ]
  }

  /// Returns the condition of messages to users that were given up.
  func conditions(ofDeadMails count: Int) -> [AlertCondition] {
    guard count > 0 else { return [] }
    let messages = Counted.text(count, "message")
    return [
      AlertCondition(
        "mail/\(site)/dead",
        .ticket,
        site: site,
        look: OperatorPath.sync.text,
        "\(messages) to users \(count == 1 ? "was" : "were") given up; /sync sends or removes them"
      )
    ]
  }

  /// Returns the conditions of a webhook.
  func conditions(of hook: String, _ state: HookState) -> [AlertCondition] {
    let place = "GET \(path)/_hooks/\(hook) of the site lists them"
    var conditions: [AlertCondition] = []
    if state.deadLetters > 0 {
      let letters = Counted.text(state.deadLetters, "dead letter")
      conditions.append(
        AlertCondition(
          "hook/\(site)/\(hook)/dead",
          .ticket,
          site: site,
          look: OperatorPath.stats.with("filter=portico_hook"),
          "the webhook \(hook) has \(letters); \(place)"
        )
      )
    }
    if let problem = problem(of: state) {
      conditions.append(
        AlertCondition(
          "hook/\(site)/\(hook)/failing",
          .ticket,
          site: site,
          look: OperatorPath.stats.with("filter=portico_hook"),
          patience: Self.hookPatience,
          "the webhook \(hook) \(problem); GET \(path)/_hooks/\(hook) of the site shows its state"
        )
      )
    }
    return conditions
  }

  private func problem(of state: HookState) -> String? {
    let reason = state.reason.map { ": \($0)" } ?? ""
    switch state.word {
    case .unsigned: return "has no key to sign with, so nothing is sent"
    case .failing: return "cannot go on\(reason)"
    case .retrying: return "does not accept messages\(reason)"
    case .starting, .idle, .delivering, .elsewhere:
      guard state.deferred > 0 else { return nil }
      return "does not accept \(Counted.text(state.deferred, "message"))\(reason)"
    }
  }
}
