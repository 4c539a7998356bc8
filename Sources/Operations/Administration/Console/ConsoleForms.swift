// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import DataFiles
import FileShapes
import HTTPValues
import Serving

/// An order as a form of the console gives it, read by the rules of the request for the same change.
struct FormOrder: Sendable {
  let action: AuditLog.Action
  let make: @Sendable (_ form: ConsoleAction) throws -> any OperatorOrder

  init(
    _ action: AuditLog.Action,
    _ make: @escaping @Sendable (ConsoleAction) throws -> any OperatorOrder
  ) {
    (self.action, self.make) = (action, make)
  }

  /// A form whose fields have the names of the order's members.
  ///
  /// - Parameter fixed: members that no field has.
  init(_ definition: OrderDefinition, _ fixed: (String, DataValue)...) {
    self.init(definition.action) { form in
      try definition.order(texts: form.texts(of: definition), and: fixed)
    }
  }

  static let all: [ConsoleOrder: FormOrder] = [
    .give: .init(.annotation) { form in try form.given.order(texts: form.texts(of: form.given)) },
    .purge: .init(.purge) { form in try PurgeOrder.definition.order(form.purgeBody) },
    .rollback: .init(.rollback) { form in
      try RollbackOrder.definition.order(texts: form.rollback)
    },
    .startRollout: .init(RolloutOrder.definition, ("action", "start")),
    .steerRollout: .init(RolloutOrder.definition),
    .dryRun: .init(DryRunOrder.definition),
    .startPreview: .init(PreviewOrder.definition),
    .revokePreview: .init(PreviewRevocation.definition),
    .silence: .init(SilenceOrder.definition),
    .annotate: .init(AnnotationOrder.definition),
    .eject: .init(EjectionOrder.eject), .readmit: .init(EjectionOrder.readmit),
    .cancelRequest: .init(CancelOrder.definition),
    .drain: .init(DrainOrder.drain), .undrain: .init(DrainOrder.undrain),
    .maintenance: .init(MaintenanceOrder.definition, ("on", true)),
    .reopen: .init(MaintenanceOrder.definition, ("on", false)),
    .logLevel: .init(LogLevelOrder.definition),
    .createRecord: .init(.record) { form in try form.record(.create) },
    .changeRecord: .init(.record) { form in try form.record(.change) },
    .operateRecord: .init(.record) { form in try OperationOrder { form[$0] } },
    .deleteRecord: .init(.record) { form in try form.record(.delete) },
    .undeleteRecord: .init(.record) { form in try form.record(.undelete) },
    .addAttribute: .init(.declaration) { form in try DeclarationOrder { form[$0] } },
    .changeType: .init(.declaration) { form in try TypeOrder { form[$0] } },
    .removeType: .init(.declaration) { form in try TypeRemovalOrder { form[$0] } },
    .lockUser: .init(PeopleOrder.lock), .unlockUser: .init(PeopleOrder.unlock),
    .endSession: .init(PeopleOrder.endSession), .endSessions: .init(PeopleOrder.endSessions),
    .removeSecondFactor: .init(PeopleOrder.removeSecondFactor),
    .eraseUser: .init(PeopleOrder.erase),
    .newKey: .init(AppKeyOrder.renew), .withdrawKey: .init(AppKeyOrder.withdraw),
    .sendMail: .init(MailOrder.definition),
    .retryMail: .init(DeadMailOrder.retry), .removeMail: .init(DeadMailOrder.remove),
    .replayLetters: .init(ReplayOrder.definition),
  ]
}

extension ConsoleOrder {
  /// The action as the audit log names it; a form without an order needs the most rights.
  var audited: AuditLog.Action { FormOrder.all[self]?.action ?? .declaration }
}

extension ConsoleAction {
  var audited: AuditLog.Action {
    order == .give ? (try? given)?.action ?? .declaration : order.audited
  }

  /// The order that the form asks for.
  func made() throws -> any OperatorOrder {
    guard let order = FormOrder.all[order] else {
      throw PlainError("there is no order \(order.rawValue)")
    }
    return try order.make(self)
  }

  /// The order that a form of the page Orders names.
  fileprivate var given: OrderDefinition {
    get throws(PlainError) {
      let name = self["order"] ?? ""
      guard let definition = OrderDefinition.named(name) else {
        throw PlainError("there is no order \"\(name)\"; GET /orders has all")
      }
      return definition
    }
  }

  /// The fields that are filled in and that the order has.
  fileprivate func texts(of definition: OrderDefinition) -> [(name: String, text: String)] {
    definition.keys.compactMap { key in self[key.name].map { (key.name, $0) } }
  }

  /// The site and the edition, which stand in one field with a space between them; the word `files` is for no edition.
  fileprivate var rollback: [(name: String, text: String)] {
    get throws(PlainError) {
      let text = self["edition"] ?? ""
      guard let space = text.lastIndex(of: " ") else {
        throw PlainError("the edition is \(text), expected a site and an edition of it")
      }
      let edition = String(text[text.index(after: space)...])
      return [("site", String(text[..<space]))] + (edition == "files" ? [] : [("edition", edition)])
    }
  }

  fileprivate func record(_ change: RecordOrder.Change) throws(PlainError) -> RecordOrder {
    try RecordOrder(change, attributes) { self[$0] }
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
