// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Measure

/// A change that an operator asks for in a form: previewed first, and made when it is confirmed.
package struct ConsoleAction: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case purge, silence, annotate, rollback, eject, readmit, drain, undrain, maintenance, reopen
    case cancelRequest = "cancel-request"
    case logLevel = "log-level"
    case startRollout = "start-rollout"
    case steerRollout = "steer-rollout"
    case dryRun = "dry-run"
    case startPreview = "start-preview"
    case revokePreview = "revoke-preview"
    case createRecord = "create-record"
    case changeRecord = "change-record"
    case operateRecord = "operate-record"
    case deleteRecord = "delete-record"
    case undeleteRecord = "undelete-record"
    case addAttribute = "add-attribute"
    case changeType = "change-type"
    case removeType = "remove-type"
    case lockUser = "lock-user"
    case unlockUser = "unlock-user"
    case endSession = "end-session"
    case endSessions = "end-sessions"
    case removeSecondFactor = "remove-second-factor"
    case eraseUser = "erase-user"
    case replayLetters = "replay-letters"
    case sendMail = "send-mail"
    case retryMail = "retry-mail"
    case removeMail = "remove-mail"
    case newKey = "new-key"
    case withdrawKey = "withdraw-key"

    /// The address to which its form is sent.
    var address: Address { Address("\(StaticText.folder)\(rawValue)") }
  }

  package let kind: Kind
  /// The fields of the form, without the token that proves its origin.
  private let fields: [Address.Parameter]
  /// The confirmation: true once the operator has seen the preview and confirmed it.
  package let isConfirmed: Bool
  /// The token that proves that a page of the console sent the form.
  package let token: String

  private static let (tokenName, confirmedName) = ("token", "confirmed")

  /// The action of a form at an address; `nil` where no form is sent there.
  package init?(_ path: String, _ form: QueryParameters) {
    guard path.hasPrefix(StaticText.folder),
      let kind = Kind(rawValue: String(path.dropFirst(StaticText.folder.count)))
    else { return nil }
    self.kind = kind
    let own = [ConsoleAction.tokenName, ConsoleAction.confirmedName]
    fields = Address(path, form).parameters.filter { !own.contains($0.name) }
    isConfirmed = form[ConsoleAction.confirmedName] == "yes"
    token = form[ConsoleAction.tokenName] ?? ""
  }

  /// The value of a field; `nil` where it was left empty.
  package subscript(_ name: String) -> String? {
    fields.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// The beginning of the names of fields with values of attributes.
  static let attributePrefix = "attribute."

  /// The values that the form gives attributes, empty ones too.
  package var attributes: [(name: String, text: String)] {
    fields.filter { $0.name.hasPrefix(ConsoleAction.attributePrefix) }.map { field in
      (String(field.name.dropFirst(ConsoleAction.attributePrefix.count)), field.value)
    }
  }

  /// The page that shows the result.
  package var result: Address {
    let site = self["site"]
    switch kind {
    case .createRecord, .addAttribute, .changeType:
      return Address("/data/\(self["type"] ?? "")").with("site", site)
    case .removeType: return Address("/data").with("site", site)
    case .changeRecord, .operateRecord, .deleteRecord, .undeleteRecord:
      return RecordPages.record(self["id"] ?? "", of: self["type"] ?? "", on: site)
    case .lockUser, .unlockUser, .endSessions, .removeSecondFactor:
      return RecordPages.user(self["user"] ?? "", on: site)
    case .endSession: return Address("/sessions").with("site", site)
    case .eraseUser: return Address("/users").with("site", site)
    case .replayLetters, .sendMail, .retryMail, .removeMail: return Address("/sync")
    case .newKey, .withdrawKey: return Address("/apps").with("site", site)
    case .startPreview, .revokePreview: return PreviewsPage.report
    default: break
    }
    guard let backend = self["backend"] else { return kind.chapter.address }
    return PageLink.backend(backend, site: self["site"] ?? "")
  }

  /// The page that previews the change and asks for a confirmation.
  ///
  /// - Parameters:
  ///   - effect: the change, in sentences.
  ///   - details: tables of it.
  ///   - isPossible: whether it can be confirmed.
  package func preview(
    _ effect: [String],
    _ details: [FigureTable],
    isPossible: Bool,
    _ inspection: Inspection
  ) -> [UInt8] {
    var page = ActionPage(action: self, effect: effect, details: details, refusal: nil)
    page.isPossible = isPossible
    return PageFrame(page, at: page.address).html(inspection)
  }

  /// The page with the reason why the change is refused.
  package func refused(_ reason: String, _ inspection: Inspection) -> [UInt8] {
    let page = ActionPage(action: self, effect: [], details: [], refusal: reason)
    return PageFrame(page, at: page.address).html(inspection)
  }

  /// The page with a secret that the change has made, which is shown this once.
  package func shown(_ secret: String, _ inspection: Inspection) -> [UInt8] {
    let page = SecretPage(action: self, secret: secret)
    return PageFrame(page, at: page.address).html(inspection)
  }

  func writeFields(to html: inout HTMLWriter) {
    for field in fields { html.hidden(field.name, field.value) }
    html.hidden(ConsoleAction.confirmedName, "yes")
  }
}

extension ConsoleAction.Kind {
  /// The part of the console that has its form.
  var chapter: Chapter {
    switch self {
    case .purge: .cache
    case .silence: .alerts
    case .annotate: .history
    case .rollback, .startRollout, .steerRollout, .dryRun, .startPreview, .revokePreview,
      .maintenance, .reopen:
      .content
    case .eject, .readmit: .backends
    case .cancelRequest: .inflight
    case .drain, .undrain, .logLevel: .system
    case .createRecord, .changeRecord, .operateRecord, .deleteRecord, .undeleteRecord,
      .addAttribute, .changeType, .removeType, .lockUser,
      .unlockUser, .endSession, .endSessions, .removeSecondFactor, .eraseUser, .replayLetters,
      .sendMail,
      .retryMail, .removeMail, .newKey,
      .withdrawKey:
      .data
    }
  }

  /// The title of the page that asks whether it is meant.
  var question: String {
    switch self {
    case .purge: "Purge?"
    case .silence: "Silence?"
    case .annotate: "Note this change?"
    case .rollback: "Serve this edition?"
    case .startRollout: "Roll this edition out?"
    case .steerRollout: "Change the rollout?"
    case .dryRun: "Try this edition?"
    case .startPreview: "Show this draft?"
    case .revokePreview: "End this preview?"
    case .eject: "Eject?"
    case .cancelRequest: "Cancel this request?"
    case .readmit: "Readmit?"
    case .drain: "Drain this instance?"
    case .undrain: "Take visitors again?"
    case .maintenance: "Close the site?"
    case .reopen: "Open the site again?"
    case .logLevel: "Change the level?"
    case .createRecord: "Create this record?"
    case .changeRecord, .operateRecord: "Change this record?"
    case .deleteRecord: "Delete this record?"
    case .undeleteRecord: "Bring this record back?"
    case .addAttribute: "Declare this attribute?"
    case .changeType: "Change this type?"
    case .removeType: "Remove this type?"
    case .lockUser: "Lock this user?"
    case .unlockUser: "Unlock this user?"
    case .endSession: "End this session?"
    case .endSessions: "End all sessions?"
    case .removeSecondFactor: "Remove this second factor?"
    case .eraseUser: "Erase this person?"
    case .replayLetters, .retryMail: "Send them once more?"
    case .removeMail: "Remove them?"
    case .sendMail: "Send them now?"
    case .newKey: "Make a new key?"
    case .withdrawKey: "Withdraw the key?"
    }
  }

  /// The text of the button that says yes.
  var answer: String {
    switch self {
    case .purge: "Purge now"
    case .silence: "Silence"
    case .annotate: "Note it"
    case .rollback: "Serve it"
    case .startRollout: "Begin"
    case .steerRollout: "Do it"
    case .dryRun: "Try it"
    case .startPreview: "Show it"
    case .revokePreview: "End it"
    case .eject: "Eject"
    case .cancelRequest: "Cancel it"
    case .readmit: "Readmit"
    case .drain: "Drain"
    case .undrain: "Take visitors"
    case .maintenance: "Close"
    case .reopen: "Open"
    case .logLevel, .changeRecord, .operateRecord, .changeType: "Change"
    case .createRecord: "Create"
    case .deleteRecord: "Delete"
    case .undeleteRecord: "Bring back"
    case .addAttribute: "Declare"
    case .lockUser: "Lock"
    case .unlockUser: "Unlock"
    case .endSession, .endSessions: "End"
    case .eraseUser: "Erase for ever"
    case .removeType: "Remove for ever"
    case .replayLetters, .sendMail, .retryMail: "Send"
    case .removeMail, .removeSecondFactor: "Remove"
    case .newKey: "Make it"
    case .withdrawKey: "Withdraw"
    }
  }

  /// Marks the button as dangerous: visitors may notice the action.
  var isGrave: Bool {
    switch self {
    case .purge, .rollback, .startRollout, .steerRollout, .eject, .cancelRequest, .drain,
      .maintenance,
      .changeRecord, .operateRecord, .deleteRecord,
      .addAttribute, .changeType, .removeType, .lockUser, .endSession, .endSessions,
      .removeSecondFactor, .eraseUser, .removeMail,
      .newKey, .withdrawKey:
      true
    case .silence, .annotate, .dryRun, .startPreview, .revokePreview, .readmit, .undrain, .reopen,
      .logLevel, .createRecord,
      .undeleteRecord, .unlockUser, .replayLetters, .sendMail, .retryMail:
      false
    }
  }
}
