// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import DataFiles
import HTTPValues
import Serving

/// An order as a form of the console gives it, read by the rules of the request for the same change.
struct FormOrder: Sendable {
  let action: AuditLog.Action
  let make: @Sendable (_ form: ConsoleAction, _ now: Int64) throws -> any OperatorOrder

  init(
    _ action: AuditLog.Action,
    _ make: @escaping @Sendable (ConsoleAction, Int64) throws -> any OperatorOrder
  ) {
    self.action = action
    self.make = make
  }

  static let all: [ConsoleOrder: FormOrder] = [
    .purge: .init(.purge) { form, _ in try PurgeOrder(form.purgeBody) },
    .rollback: .init(.rollback) { form, _ in try RollbackOrder(form["edition"] ?? "") },
    .startRollout: .init(.rollout) { form, _ in
      let start = ("action", DataValue.text(RolloutOrder.start))
      return try RolloutOrder(form.body(given: CandidateChoice.keys + ["site"], and: start))
    },
    .steerRollout: .init(.rollout) { form, _ in
      try RolloutOrder(form.body(given: ["action", "site"]))
    },
    .dryRun: .init(.dryRun) { form, _ in
      try DryRunOrder(form.body(given: CandidateChoice.keys + ["site"]))
    },
    .startPreview: .init(.preview) { form, _ in
      try PreviewOrder(form.body(given: PreviewOrder.keys))
    },
    .revokePreview: .init(.preview) { form, _ in try PreviewRevocation(form["preview"] ?? "") },
    .silence: .init(.silence) { form, now in
      let seconds = form["seconds"].flatMap { Int($0) }.map { DataValue.number($0) } ?? .null
      return try SilenceOrder(
        form.body(given: ["alert", "starts", "author", "reason"], and: ("seconds", seconds)),
        at: now
      )
    },
    .annotate: .init(.annotation) { form, now in
      try AnnotationOrder(
        form.body(("kind", .text(form["kind"])), ("text", .text(form["text"]))),
        at: now
      )
    },
    .eject: .init(.ejection) { form, _ in
      let body = form.body(given: ["endpoint", "site", "for"])
      return try EjectionOrder(of: form["backend"] ?? "", isEjecting: true, body)
    },
    .readmit: .init(.ejection) { form, _ in
      let body = form.body(given: ["endpoint", "site"])
      return try EjectionOrder(of: form["backend"] ?? "", isEjecting: false, body)
    },
    .cancelRequest: .init(.cancellation) { form, _ in
      try CancelOrder(form.body(given: ["request"]))
    },
    .drain: .init(.drain) { _, _ in try DrainOrder([], isOn: true) },
    .undrain: .init(.drain) { _, _ in try DrainOrder([], isOn: false) },
    .maintenance: .init(.maintenance) { form, now in
      let on = ("on", DataValue.boolean(true))
      return try MaintenanceOrder(form.body(given: ["message", "for", "site"], and: on), at: now)
    },
    .reopen: .init(.maintenance) { form, now in
      try MaintenanceOrder(form.body(given: ["site"], and: ("on", .boolean(false))), at: now)
    },
    .logLevel: .init(.logLevel) { form, _ in
      try LogLevelOrder(form.body(given: ["level", "for"]), QueryParameters([]))
    },
    .createRecord: .init(.record) { form, _ in try form.record(.create) },
    .changeRecord: .init(.record) { form, _ in try form.record(.change) },
    .operateRecord: .init(.record) { form, _ in try OperationOrder { form[$0] } },
    .deleteRecord: .init(.record) { form, _ in try form.record(.delete) },
    .undeleteRecord: .init(.record) { form, _ in try form.record(.undelete) },
    .addAttribute: .init(.declaration) { form, _ in try DeclarationOrder { form[$0] } },
    .changeType: .init(.declaration) { form, _ in try TypeOrder { form[$0] } },
    .removeType: .init(.declaration) { form, _ in try TypeRemovalOrder { form[$0] } },
    .lockUser: .init(.user) { form, _ in try form.people(.lock) },
    .unlockUser: .init(.user) { form, _ in try form.people(.unlock) },
    .endSession: .init(.user) { form, _ in try form.people(.endSession(form["session"] ?? "")) },
    .endSessions: .init(.user) { form, _ in try form.people(.endSessions) },
    .removeSecondFactor: .init(.secondFactor) { form, _ in
      try form.people(.removeSecondFactor)
    },
    .eraseUser: .init(.erasure) { form, _ in try form.people(.erase) },
    .newKey: .init(.appKey) { form, _ in
      try AppKeyOrder(.renew, of: form["app"], on: form["site"])
    },
    .withdrawKey: .init(.appKey) { form, _ in
      try AppKeyOrder(.withdraw, of: form["app"], on: form["site"])
    },
    .sendMail: .init(.replay) { form, _ in MailOrder(on: form["site"]) },
    .retryMail: .init(.replay) { form, _ in
      DeadMailOrder(.retry, form["message"], on: form["site"])
    },
    .removeMail: .init(.replay) { form, _ in
      DeadMailOrder(.remove, form["message"], on: form["site"])
    },
    .replayLetters: .init(.replay) { form, _ in
      try ReplayOrder(form["letter"], of: form["hook"], on: form["site"])
    },
  ]
}

extension ConsoleOrder {
  /// The action as the audit log names it; a form without an order needs the most rights.
  var audited: AuditLog.Action { FormOrder.all[self]?.action ?? .declaration }
}

extension ConsoleAction {
  var audited: AuditLog.Action { order.audited }

  /// The order that the form asks for.
  func made(at now: Int64) throws -> any OperatorOrder {
    guard let order = FormOrder.all[order] else {
      throw PlainError("there is no order \(order.name)")
    }
    return try order.make(self, now)
  }

  fileprivate func record(_ change: RecordOrder.Change) throws(PlainError) -> RecordOrder {
    try RecordOrder(change, attributes) { self[$0] }
  }

  fileprivate func people(_ change: PeopleOrder.Change) throws(PlainError) -> PeopleOrder {
    try PeopleOrder(change, of: self["user"], on: self["site"])
  }

  fileprivate func body(_ members: (String, DataValue)...) -> [UInt8] {
    DataValue.members(members).json
  }

  /// The fields that are filled in as texts, and some members more.
  fileprivate func body(given names: [String], and others: (String, DataValue)...) -> [UInt8] {
    let given = names.compactMap { name in self[name].map { (name, DataValue.text($0)) } }
    return DataValue.members(given + others).json
  }

  fileprivate var purgeBody: [UInt8] {
    let scope = self["scope"] ?? ""
    var members: [(String, DataValue)] = [
      (scope, scope == "all" ? .boolean(true) : .text(self["value"])),
      ("hard", .boolean(self["strength"] == "hard")),
    ]
    if let site = self["site"] { members.append(("site", .text(site))) }
    return DataValue.members(members).json
  }
}
