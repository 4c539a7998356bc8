// SPDX-License-Identifier: Apache-2.0

import Measure

/// The rights of roles to records of each type, and those that groups were granted.
struct RolesPage: Page {
  let title = "Roles"
  let chapter = Chapter.data
  let address: Address

  private static let report = Address(.roles)
  private static let grants = Address(.grants)
  private static let rolePrefix = "role."

  var reports: [Address] { [RolesPage.report, RolesPage.grants] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    html.element(
      "p",
      "Which role may do what with the records of which type. A cell leads to why one user may, or not."
    )
    html.tables(
      [
        .init(
          "matrix",
          "Roles and types",
          empty: "No type is declared yet; the page Types has a form.",
          link: RolesPage.cell,
          linkOfName: RolesPage.role
        ),
        .init("rights", "The rules", empty: "No type is declared yet; the page Types has a form.") {
          record,
          key in
          key == .type ? RecordPages.type(record.text(.type), on: record.text(.site)) : nil
        },
      ],
      of: RolesPage.report
    )
    // Groups are records, which are not for everybody who may see the rules.
    guard inspection.refusal(of: RolesPage.grants) == nil else { return }
    html.tables(
      [
        .init(
          "granted",
          "Granted to groups and organizations",
          empty: "Nothing is granted to a group."
        ) { record, key in
          let site = record.text(.site)
          return switch key {
          case .group, .name: RecordPages.record(record.text(.group), of: "groups", on: site)
          case .type: RecordPages.type(record.text(.type), on: site)
          case .right:
            Address(
              .access,
              ["site": site, "type": record.text(.type), "group": record.text(.group)]
            )
          default: nil
          }
        }
      ],
      of: RolesPage.grants
    )
  }

  /// The address behind a cell of the matrix.
  private static func cell(_ record: FigureTable.Record, _ key: ColumnKey) -> Address? {
    switch key {
    case .type: RecordPages.type(record.text(.type), on: record.text(.site))
    case .mount: access(to: record)
    default: nil
    }
  }

  private static func role(_ record: FigureTable.Record, _ key: String) -> Address? {
    guard key.hasPrefix(rolePrefix) else { return nil }
    return access(to: record).with("role", String(key.dropFirst(rolePrefix.count)))
  }

  private static func access(to record: FigureTable.Record) -> Address {
    Address(
      .access,
      ["site": record.text(.site), "type": record.text(.type), "may": "fetch"]
    )
  }
}

/// The decision whether a user, or somebody who is not signed in, may do something, with the rules.
struct AccessPage: Page {
  let title = "May somebody do it?"
  let chapter = Chapter.data
  let address: Address

  private static let operations = ["fetch", "insert", "update", "delete"]
  /// The most users of a role or group that are offered.
  private static let shownUsers = 20

  private var report: Address {
    Address(.access).with(["user", "may", "type", "record", "site"], of: address)
  }

  /// The users who have the role, or belong to the group, about which the page was asked.
  private var users: Address? {
    let filter = ["role": "roles", "group": "groups"].compactMap { name, attribute in
      address[name].flatMap { $0.isEmpty ? nil : "\(attribute):\"\($0.filter { $0 != "\"" })\"" }
    }.first
    guard let filter, !["anyone", "member"].contains(address["role"]) else { return nil }
    return Address(.users, ["filter": filter]).with(["site"], of: address)
  }

  private var isAsked: Bool {
    ["type", "record"].contains { !(address[$0] ?? "").isEmpty } && address["may"] != nil
  }

  var reports: [Address] { (isAsked ? [report] : []) + [users].compactMap(\.self) }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    html.query(Address(.access)) { html in
      for name in ["site", "role", "group"] {
        if let value = address[name], !value.isEmpty { html.hidden(name, value) }
      }
      html.field("User; none for anybody", "user", address["user"] ?? "", [.set(.size, "34")])
      html.choice(
        "May",
        "may",
        AccessPage.operations.map { ($0, $0) },
        selected: address["may"] ?? ""
      )
      html.field("Type", "type", address["type"] ?? "")
      html.field("or record", "record", address["record"] ?? "", [.set(.size, "34")])
      html.button("Explain")
    }
    if let users { choose(users, inspection, &html) }
    guard isAsked else { return }
    let user = address["user"].flatMap { $0.isEmpty ? nil : $0 }
    html.tables(
      [
        .init("decision", user.map { "The user \($0)" } ?? "Somebody who is not signed in"),
        .init("trials", "The rules", empty: "The type has no rules."),
      ],
      of: report
    )
  }

  /// Offers users who have the role or belong to the group.
  private func choose(_ users: Address, _ inspection: Inspection, _ html: inout HTMLWriter) {
    html.section("Ask about a user") { html in
      if let refusal = inspection.refusal(of: users) { return html.refusal(refusal) }
      let found = inspection.table(users, "users")?.records ?? []
      guard !found.isEmpty else { return html.note("No user has it.") }
      html.element("p", [.class("spans")]) { html in
        for user in found.prefix(AccessPage.shownUsers) {
          let id = user.text(.user)
          let current: [HTMLWriter.Attribute] =
            address["user"] == id ? [.set(.ariaCurrent, "true")] : []
          html.link(address.with("user", id), user.text(.email), current)
        }
        if found.count > AccessPage.shownUsers { html.link(users, "All users who have it") }
      }
    }
  }
}
