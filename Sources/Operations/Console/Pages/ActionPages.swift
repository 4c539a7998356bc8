// SPDX-License-Identifier: Apache-2.0

package import FourM
package import HTTPValues

/// A change that an operator asks for in a form: previewed first, and made when it is confirmed.
package struct ConsoleAction: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case purge, silence, annotate, rollback, eject, readmit, drain, undrain, maintenance, reopen
    case cancelRequest = "cancel-request"
    case logLevel = "log-level"
    case startRollout = "start-rollout"
    case steerRollout = "steer-rollout"
    case dryRun = "dry-run"
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
  /// Whether the operator has seen and confirmed the preview.
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
    case .lockUser, .unlockUser, .endSessions:
      return RecordPages.user(self["user"] ?? "", on: site)
    case .endSession: return Address("/sessions").with("site", site)
    case .eraseUser: return Address("/users").with("site", site)
    case .replayLetters, .sendMail, .retryMail, .removeMail: return Address("/sync")
    case .newKey, .withdrawKey: return Address("/apps").with("site", site)
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

  fileprivate func writeFields(to html: inout HTMLWriter) {
    for field in fields { html.hidden(field.name, field.value) }
    html.hidden(ConsoleAction.confirmedName, "yes")
  }
}

extension ConsoleAction.Kind {
  /// The part of the console that has its form.
  fileprivate var chapter: Chapter {
    switch self {
    case .purge: .cache
    case .silence: .alerts
    case .annotate: .history
    case .rollback, .startRollout, .steerRollout, .dryRun, .maintenance, .reopen: .content
    case .eject, .readmit: .backends
    case .cancelRequest: .inflight
    case .drain, .undrain, .logLevel: .system
    case .createRecord, .changeRecord, .operateRecord, .deleteRecord, .undeleteRecord,
      .addAttribute, .changeType, .removeType, .lockUser,
      .unlockUser, .endSession, .endSessions, .eraseUser, .replayLetters, .sendMail,
      .retryMail, .removeMail, .newKey,
      .withdrawKey:
      .data
    }
  }

  /// The title of the page that asks whether it is meant.
  fileprivate var question: String {
    switch self {
    case .purge: "Purge?"
    case .silence: "Silence?"
    case .annotate: "Note this change?"
    case .rollback: "Serve this edition?"
    case .startRollout: "Roll this edition out?"
    case .steerRollout: "Change the rollout?"
    case .dryRun: "Try this edition?"
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
    case .eraseUser: "Erase this person?"
    case .replayLetters, .retryMail: "Send them once more?"
    case .removeMail: "Remove them?"
    case .sendMail: "Send them now?"
    case .newKey: "Make a new key?"
    case .withdrawKey: "Withdraw the key?"
    }
  }

  /// The text of the button that says yes.
  fileprivate var answer: String {
    switch self {
    case .purge: "Purge now"
    case .silence: "Silence"
    case .annotate: "Note it"
    case .rollback: "Serve it"
    case .startRollout: "Begin"
    case .steerRollout: "Do it"
    case .dryRun: "Try it"
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
    case .removeMail: "Remove"
    case .newKey: "Make it"
    case .withdrawKey: "Withdraw"
    }
  }

  /// Whether visitors may notice it.
  fileprivate var isGrave: Bool {
    switch self {
    case .purge, .rollback, .startRollout, .steerRollout, .eject, .cancelRequest, .drain,
      .maintenance,
      .changeRecord, .operateRecord, .deleteRecord,
      .addAttribute, .changeType, .removeType, .lockUser, .endSession, .endSessions, .eraseUser,
      .removeMail,
      .newKey, .withdrawKey:
      true
    case .silence, .annotate, .dryRun, .readmit, .undrain, .reopen, .logLevel, .createRecord,
      .undeleteRecord, .unlockUser, .replayLetters, .sendMail, .retryMail:
      false
    }
  }
}

/// The preview of an action, or why there is none.
private struct ActionPage: Page {
  let action: ConsoleAction
  let effect: [String]
  let details: [FigureTable]
  let refusal: String?
  /// Whether the change can be confirmed.
  var isPossible = true

  let reports: [Address] = []

  var address: Address { action.kind.address }
  var chapter: Chapter { action.kind.chapter }
  var title: String { isRefused ? "This cannot be done" : action.kind.question }

  private var isRefused: Bool { refusal != nil || !isPossible }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1") { html in
      html.mark(isRefused ? .failure : .warning)
      html.text(title)
    }
    if let refusal {
      let parts = refusal.split(separator: "\n", maxSplits: 1).map(String.init)
      html.element("p", parts.first ?? "")
      if parts.count == 2 { html.element("pre", parts[1]) }
      writeText(inspection, &html)
      return html.element("p") { $0.link(action.result, "Back") }
    }
    for sentence in effect { html.element("p", sentence) }
    for table in details {
      TableView(table, on: address, empty: "Nothing is concerned.", isSortable: false).write(
        to: &html
      )
    }
    guard isPossible else {
      writeText(inspection, &html)
      return html.element("p") { $0.link(action.result, "Back") }
    }
    html.form(address, inspection, [.class("action")]) { html in
      action.writeFields(to: &html)
      html.button(action.kind.answer, .class(action.kind.isGrave ? "danger" : ""))
      html.link(action.result, "Leave it")
    }
    html.note("The audit log records it.")
    writeText(inspection, &html)
  }

  /// Writes the text of a declaration, to be changed and tried once more.
  private func writeText(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard action.kind == .changeType, let text = action["declaration"] else { return }
    html.section("The declaration", for: .changeType, inspection) { html in
      RecordForms.writeDeclaration(
        text,
        of: action["type"] ?? "",
        on: action["site"],
        knowing: action["known"] ?? "",
        inspection,
        to: &html
      )
    }
  }
}

/// A secret that nobody can look up later.
private struct SecretPage: Page {
  let action: ConsoleAction
  let secret: String

  let title = "The new key"
  let reports: [Address] = []

  var address: Address { action.kind.address }
  var chapter: Chapter { action.kind.chapter }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.element("p") { $0.element("code", secret) }
    html.element("p", "It is shown this once: only its digest is stored.")
    html.element("p") { $0.link(action.result, "Back") }
  }
}

/// The page on which an operator signs in with the token.
package enum SignInPage {
  package static let path = "\(StaticText.folder)enter"
  package static let leavePath = "\(StaticText.folder)leave"

  /// - Parameters:
  ///   - next: the page that is shown then.
  ///   - fault: why the last attempt was refused.
  package static func html(next: Address, fault: String?, version: String) -> [UInt8] {
    var html = HTMLWriter()
    PageFrame.bare("Sign in", version: version, to: &html) { html in
      html.element("h1", "Operators only")
      if let fault {
        html.element("p", [.set(.role, "alert")]) { html in
          html.mark(.failure)
          html.text(fault)
        }
      }
      html.element(
        "form",
        [.set(.method, "post"), .action(Address(path)), .class("action")]
      ) { html in
        html.hidden("next", next.text)
        html.element("label", [.class("wide")]) { html in
          html.element("span", "Your token for this listener")
          html.void(
            "input",
            [
              .set(.type, "password"), .set(.name, "word"), .flag(.required),
              .set(.autocomplete, "current-password"),
            ]
          )
        }
        html.button("Sign in")
      }
      html.note(
        "The session has the role of the token. It ends after eight hours, when you sign out, and when the"
          + " token changes."
      )
    }
    return html.bytes
  }
}
