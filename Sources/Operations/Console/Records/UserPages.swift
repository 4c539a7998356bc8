// SPDX-License-Identifier: Apache-2.0

import Measure

/// The users of a site's records.
struct UsersPage: Page {
  let title = "Users"
  let chapter = Chapter.data
  let address: Address

  private var report: Address { Address(.users).with(["filter", "page", "site"], of: address) }

  var reports: [Address] { [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    html.query(Address(.users)) { html in
      RecordPages.writeFilter(address, example: "email = \"ann@*\" OR roles:\"editor\"", to: &html)
      html.button("Show")
    }
    html.tables([.init("users", empty: "No user matches.", link: link)], of: report)
    RecordPages.writeNext(report, of: address, to: &html)
  }

  private var link: ReportPage.Link {
    { [site = address["site"]] record, key in
      [.user, .email].contains(key) ? RecordPages.user(record.text(.user), on: site) : nil
    }
  }
}

/// One user: the sessions, the second factor, the reasons why the user may do something or not, and the
/// forms that lock the user out, remove the second factor or erase the person.
struct UserPage: Page {
  private let id: String
  private let address: Address

  init(_ id: String, _ address: Address) { (self.id, self.address) = (id, address) }

  var title: String { "User" }
  var chapter: Chapter { .data }

  private var report: Address {
    Address(.users, below: id).with(["may", "type", "record", "site"], of: address)
  }

  var reports: [Address] { [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    let site = address["site"]
    html.tables(
      [
        .init("users") { record, key in
          key == .user ? RecordPages.record(record.text(.user), of: "users", on: site) : nil
        },
        .init("sessions", "Sessions", empty: "The user has none.") { record, key in
          key == .session
            ? LogLink.events("session = \(LogLink.quoted(record.text(.session)))") : nil
        },
        .init("factor", "Second factor", empty: "The user has none."),
        .init("decision", "May the user do it?"),
        .init("trials", "The rules", empty: "The type has no rules."),
      ],
      of: report
    )
    html.element("p") { html in
      html.link(
        Address(.data, ["as": id]).with("site", site),
        "Look at the records as the user sees them"
      )
    }
    html.section("Why may the user do something, or not?") { question(&$0) }
    guard let user = inspection.table(report, "users")?.records.first else { return }
    let isLocked = user.text(.state) == "locked"
    form(isLocked ? .unlockUser : .lockUser, isLocked ? "Unlock" : "Lock", &html)
    if inspection.table(report, "sessions")?.rows.isEmpty == false {
      form(.endSessions, "End all sessions", &html)
    }
    if inspection.table(report, "factor")?.rows.isEmpty == false {
      form(.removeSecondFactor, "Remove the second factor", &html)
    }
    form(.eraseUser, "Erase the person", &html)
  }

  private func form(_ action: ConsoleOrder, _ heading: String, _ html: inout HTMLWriter) {
    html.section(heading, for: action) { html in
      html.form(action) { html in
        if let site = address["site"] { html.hidden("site", site) }
        html.hidden("user", id)
        html.button("Preview")
      }
    }
  }

  private func question(_ html: inout HTMLWriter) {
    html.query(Address(.users, below: id)) { html in
      if let site = address["site"] { html.hidden("site", site) }
      html.choice(
        "May",
        "may",
        ["fetch", "insert", "update", "delete"].map { ($0, $0) },
        selected: address["may"] ?? ""
      )
      html.field("Type", "type", address["type"] ?? "")
      html.field("or record", "record", address["record"] ?? "")
      html.button("Explain")
    }
  }
}

/// The sessions of all users.
struct SessionsPage: Page {
  let title = "Sessions"
  let chapter = Chapter.data
  let address: Address

  private var report: Address {
    Address(.sessions).with(["user", "device", "page", "site"], of: address)
  }

  var reports: [Address] { [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    let site = address["site"]
    html.query(Address(.sessions)) { html in
      if let site { html.hidden("site", site) }
      html.field("User", "user", address["user"] ?? "", [.set(.size, "34")])
      html.field("Device", "device", address["device"] ?? "", [.set(.size, "34")])
      html.button("Show")
      html.link(Address(.data, below: "devices").with("site", site), "All devices")
    }
    html.tables(
      [
        .init("sessions", empty: "There is no such session.") { record, key in
          switch key {
          case .device: RecordPages.record(record.text(.device), of: "devices", on: site)
          case .session: LogLink.events("session = \(LogLink.quoted(record.text(.session)))")
          case .user: RecordPages.user(record.text(.user), on: site)
          default: nil
          }
        }
      ],
      of: report
    )
    RecordPages.writeNext(report, of: address, to: &html)
    let sessions = inspection.table(report, "sessions")?.records ?? []
    guard !sessions.isEmpty else { return }
    html.section("End a session", for: .endSession) { html in
      for user in Set(sessions.map { $0.text(.user) }).sorted() {
        html.form(.endSession) { html in
          if let site { html.hidden("site", site) }
          html.hidden("user", user)
          let own = sessions.filter { $0.text(.user) == user }.map { $0.text(.session) }
          html.choice("Of \(user)", "session", own.map { ($0, $0) }, selected: own.first ?? "")
          html.button("Preview")
        }
      }
    }
  }
}
