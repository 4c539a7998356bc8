// SPDX-License-Identifier: Apache-2.0

/// An order for which the console has a form.
package struct ConsoleOrder: Sendable {
  /// The end of the address to which its form is sent.
  package let name: String
  /// The part of the console that has its form.
  let chapter: Chapter
  /// The title of the page that asks whether it is meant.
  let question: String
  /// The text of the button that says yes.
  let answer: String
  /// Marks the button as dangerous: visitors may notice the order.
  let isGrave: Bool
  /// The page that shows the result.
  let result: @Sendable (ConsoleAction) -> Address

  private typealias Result = @Sendable (ConsoleAction) -> Address

  private static func usual(
    _ name: String,
    _ chapter: Chapter,
    _ question: String,
    _ answer: String,
    isGrave: Bool = false,
    then result: Result? = nil
  ) -> ConsoleOrder {
    ConsoleOrder(
      name: name,
      chapter: chapter,
      question: question,
      answer: answer,
      isGrave: isGrave,
      result: result ?? { _ in chapter.address }
    )
  }

  private static func grave(
    _ name: String,
    _ chapter: Chapter,
    _ question: String,
    _ answer: String,
    then result: Result? = nil
  ) -> ConsoleOrder {
    usual(name, chapter, question, answer, isGrave: true, then: result)
  }

  /// The address to which its form is sent.
  var address: Address { Address("\(StaticText.folder)\(name)") }
}

extension ConsoleOrder: Hashable {
  package static func == (first: ConsoleOrder, second: ConsoleOrder) -> Bool {
    first.name == second.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ConsoleOrder {
  /// Any order, by its name and members.
  package static let give = grave("order", .system, "Give this order?", "Give it", then: orders)
  package static let purge = grave("purge", .cache, "Purge?", "Purge now")
  package static let silence = usual("silence", .alerts, "Silence?", "Silence")
  package static let annotate = usual("annotate", .history, "Note this change?", "Note it")
  package static let rollback = grave("rollback", .content, "Serve this edition?", "Serve it")
  package static let eject = grave("eject", .backends, "Eject?", "Eject", then: backend)
  package static let readmit = usual("readmit", .backends, "Readmit?", "Readmit", then: backend)
  package static let drain = grave("drain", .system, "Drain this instance?", "Drain")
  package static let undrain = usual("undrain", .system, "Take visitors again?", "Take visitors")
  package static let maintenance = grave("maintenance", .content, "Close the site?", "Close")
  package static let reopen = usual("reopen", .content, "Open the site again?", "Open")
  package static let cancelRequest = grave(
    "cancel-request",
    .inflight,
    "Cancel this request?",
    "Cancel it"
  )
  package static let logLevel = usual("log-level", .system, "Change the level?", "Change")
  package static let startRollout = grave(
    "start-rollout",
    .content,
    "Roll this edition out?",
    "Begin"
  )
  package static let steerRollout = grave("steer-rollout", .content, "Change the rollout?", "Do it")
  package static let dryRun = usual("dry-run", .content, "Try this edition?", "Try it")
  package static let startPreview = usual(
    "start-preview",
    .content,
    "Show this draft?",
    "Show it",
    then: previews
  )
  package static let revokePreview = usual(
    "revoke-preview",
    .content,
    "End this preview?",
    "End it",
    then: previews
  )
  package static let createRecord = usual(
    "create-record",
    .data,
    "Create this record?",
    "Create",
    then: ofType
  )
  package static let changeRecord = grave(
    "change-record",
    .data,
    "Change this record?",
    "Change",
    then: record
  )
  package static let operateRecord = grave(
    "operate-record",
    .data,
    "Change this record?",
    "Change",
    then: record
  )
  package static let deleteRecord = grave(
    "delete-record",
    .data,
    "Delete this record?",
    "Delete",
    then: record
  )
  package static let undeleteRecord = usual(
    "undelete-record",
    .data,
    "Bring this record back?",
    "Bring back",
    then: record
  )
  package static let addAttribute = grave(
    "add-attribute",
    .data,
    "Declare this attribute?",
    "Declare",
    then: ofType
  )
  package static let changeType = grave(
    "change-type",
    .data,
    "Change this type?",
    "Change",
    then: ofType
  )
  package static let removeType = grave(
    "remove-type",
    .data,
    "Remove this type?",
    "Remove for ever",
    then: data
  )
  package static let lockUser = grave("lock-user", .data, "Lock this user?", "Lock", then: user)
  package static let unlockUser = usual(
    "unlock-user",
    .data,
    "Unlock this user?",
    "Unlock",
    then: user
  )
  package static let endSession = grave(
    "end-session",
    .data,
    "End this session?",
    "End",
    then: sessions
  )
  package static let endSessions = grave(
    "end-sessions",
    .data,
    "End all sessions?",
    "End",
    then: user
  )
  package static let removeSecondFactor = grave(
    "remove-second-factor",
    .data,
    "Remove this second factor?",
    "Remove",
    then: user
  )
  package static let eraseUser = grave(
    "erase-user",
    .data,
    "Erase this person?",
    "Erase for ever",
    then: users
  )
  package static let replayLetters = usual(
    "replay-letters",
    .data,
    "Send them once more?",
    "Send",
    then: sync
  )
  package static let sendMail = usual("send-mail", .data, "Send them now?", "Send", then: sync)
  package static let retryMail = usual(
    "retry-mail",
    .data,
    "Send them once more?",
    "Send",
    then: sync
  )
  package static let removeMail = grave("remove-mail", .data, "Remove them?", "Remove", then: sync)
  package static let newKey = grave("new-key", .data, "Make a new key?", "Make it", then: apps)
  package static let withdrawKey = grave(
    "withdraw-key",
    .data,
    "Withdraw the key?",
    "Withdraw",
    then: apps
  )

  package static let all: [ConsoleOrder] = [
    .give, .purge, .silence, .annotate, .rollback, .eject, .readmit, .drain, .undrain, .maintenance,
    .reopen, .cancelRequest, .logLevel, .startRollout, .steerRollout, .dryRun, .startPreview,
    .revokePreview, .createRecord, .changeRecord, .operateRecord, .deleteRecord, .undeleteRecord,
    .addAttribute, .changeType, .removeType, .lockUser, .unlockUser, .endSession, .endSessions,
    .removeSecondFactor, .eraseUser, .replayLetters, .sendMail, .retryMail, .removeMail, .newKey,
    .withdrawKey,
  ]
}

/// The pages that show results.
extension ConsoleOrder {
  private static let backend: Result = { action in
    action["backend"].map { PageLink.backend($0, site: action["site"] ?? "") }
      ?? Chapter.backends.address
  }
  private static let ofType: Result = {
    let type = $0["type"].map { "/\($0)" } ?? ""
    return Address("/data\(type)").with("site", $0["site"])
  }
  private static let data: Result = {
    Address("/data").with("site", $0["site"])
  }
  private static let record: Result = {
    RecordPages.record($0["id"] ?? "", of: $0["type"] ?? "", on: $0["site"])
  }
  private static let user: Result = {
    RecordPages.user($0["user"] ?? "", on: $0["site"])
  }
  private static let users: Result = {
    Address("/users").with("site", $0["site"])
  }
  private static let sessions: Result = {
    Address("/sessions").with("site", $0["site"])
  }
  private static let apps: Result = {
    Address("/apps").with("site", $0["site"])
  }
  private static let sync: Result = { _ in Address("/sync") }
  private static let orders: Result = { _ in OrdersPage.report }
  private static let previews: Result = { _ in PreviewsPage.report }
}
