// SPDX-License-Identifier: Apache-2.0

import Measure

/// An order for which the console has a form, by the end of the address to which the form is sent.
package enum ConsoleOrder: String, CaseIterable, Sendable {
  /// Any order, by its name and members.
  case give = "order"
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

  /// The part of the console that has its form, the title of the page that asks whether it is meant, and the text of
  /// the button that says yes.
  private var words: (chapter: Chapter, question: String, answer: String) {
    switch self {
    case .give: (.system, "Give this order?", "Give it")
    case .purge: (.cache, "Purge?", "Purge now")
    case .silence: (.alerts, "Silence?", "Silence")
    case .annotate: (.history, "Note this change?", "Note it")
    case .rollback: (.content, "Serve this edition?", "Serve it")
    case .eject: (.backends, "Eject?", "Eject")
    case .readmit: (.backends, "Readmit?", "Readmit")
    case .drain: (.system, "Drain this instance?", "Drain")
    case .undrain: (.system, "Take visitors again?", "Take visitors")
    case .maintenance: (.content, "Close the site?", "Close")
    case .reopen: (.content, "Open the site again?", "Open")
    case .cancelRequest: (.inflight, "Cancel this request?", "Cancel it")
    case .logLevel: (.system, "Change the level?", "Change")
    case .startRollout: (.content, "Roll this edition out?", "Begin")
    case .steerRollout: (.content, "Change the rollout?", "Do it")
    case .dryRun: (.content, "Try this edition?", "Try it")
    case .startPreview: (.content, "Show this draft?", "Show it")
    case .revokePreview: (.content, "End this preview?", "End it")
    case .createRecord: (.data, "Create this record?", "Create")
    case .changeRecord: (.data, "Change this record?", "Change")
    case .operateRecord: (.data, "Change this record?", "Change")
    case .deleteRecord: (.data, "Delete this record?", "Delete")
    case .undeleteRecord: (.data, "Bring this record back?", "Bring back")
    case .addAttribute: (.data, "Declare this attribute?", "Declare")
    case .changeType: (.data, "Change this type?", "Change")
    case .removeType: (.data, "Remove this type?", "Remove for ever")
    case .lockUser: (.data, "Lock this user?", "Lock")
    case .unlockUser: (.data, "Unlock this user?", "Unlock")
    case .endSession: (.data, "End this session?", "End")
    case .endSessions: (.data, "End all sessions?", "End")
    case .removeSecondFactor: (.data, "Remove this second factor?", "Remove")
    case .eraseUser: (.data, "Erase this person?", "Erase for ever")
    case .replayLetters: (.data, "Send them once more?", "Send")
    case .sendMail: (.data, "Send them now?", "Send")
    case .retryMail: (.data, "Send them once more?", "Send")
    case .removeMail: (.data, "Remove them?", "Remove")
    case .newKey: (.data, "Make a new key?", "Make it")
    case .withdrawKey: (.data, "Withdraw the key?", "Withdraw")
    }
  }

  /// The part of the console that has its form.
  var chapter: Chapter { words.chapter }

  /// The title of the page that asks whether it is meant.
  var question: String { words.question }

  /// The text of the button that says yes.
  var answer: String { words.answer }

  /// Marks the button as dangerous: visitors may notice the order.
  var isGrave: Bool {
    switch self {
    case .give, .purge, .rollback, .eject, .drain, .maintenance, .cancelRequest, .startRollout,
      .steerRollout, .changeRecord, .operateRecord, .deleteRecord, .addAttribute, .changeType,
      .removeType, .lockUser, .endSession, .endSessions, .removeSecondFactor, .eraseUser,
      .removeMail, .newKey, .withdrawKey:
      true
    default: false
    }
  }

  /// The address to which its form is sent.
  var address: Address { Address(asked: "\(StaticText.folder)\(rawValue)") }

  /// The page that shows the result.
  func result(_ action: ConsoleAction) -> Address {
    let (site, type) = (action["site"], action["type"])
    return switch self {
    case .give: OrdersPage.report
    case .eject, .readmit:
      action["backend"].map { PageLink.backend($0, site: site ?? "") } ?? chapter.address
    case .startPreview, .revokePreview: PreviewsPage.report
    case .createRecord, .addAttribute, .changeType:
      (type.map { Address(.data, below: $0) } ?? Address(.data)).with("site", site)
    case .removeType: Address(.data).with("site", site)
    case .changeRecord, .operateRecord, .deleteRecord, .undeleteRecord:
      RecordPages.record(action["id"] ?? "", of: type ?? "", on: site)
    case .lockUser, .unlockUser, .endSessions, .removeSecondFactor:
      RecordPages.user(action["user"] ?? "", on: site)
    case .eraseUser: Address(.users).with("site", site)
    case .endSession: Address(.sessions).with("site", site)
    case .newKey, .withdrawKey: Address(.apps).with("site", site)
    case .replayLetters, .sendMail, .retryMail, .removeMail: Address(.sync)
    default: chapter.address
    }
  }
}
