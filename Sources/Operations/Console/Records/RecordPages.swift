// SPDX-License-Identifier: Apache-2.0

import Measure

/// The pages about sites' records, their people and those who follow their changes.
enum RecordPages {
  /// The pages by their names, as the line above each of them links them.
  private static let names: [(String, OperatorPath)] = [
    ("Types", .data), ("Users", .users), ("Sessions", .sessions), ("Roles", .roles),
    ("Apps", .apps), ("Sync", .sync), ("API", .api),
  ]

  /// The page of an address; `nil` for one that is not about records.
  static func page(_ address: Address) -> (any Page)? {
    let segments = address.path.split(separator: "/").map(String.init)
    switch (segments.first, segments.count) {
    case ("data", 1): return TypesPage(address: address)
    case ("data", 2): return TypePage(segments[1], address)
    case ("data", 3): return RecordPage(segments[2], of: segments[1], address)
    case ("users", 1): return UsersPage(address: address)
    case ("users", 2): return UserPage(segments[1], address)
    case ("sessions", 1): return SessionsPage(address: address)
    case ("roles", 1): return RolesPage(address: address)
    case ("access", 1): return AccessPage(address: address)
    case ("apps", 1): return AppsPage(address: address)
    case ("sync", 1): return SyncPage(address: address)
    case ("api", 1): return OperationsPage(address: address)
    default: return nil
    }
  }

  static func writeNames(_ address: Address, to html: inout HTMLWriter) {
    html.element("p", [.class("spans")]) { html in
      for (name, path) in names {
        let current: [HTMLWriter.Attribute] =
          address.path == path.text ? [.set(.ariaCurrent, "true")] : []
        html.link(Address(path).with("site", address["site"]), name, current)
      }
    }
  }

  /// Writes the fields of a search form that filter records, and keep the site.
  ///
  /// - Parameter example: a filter, shown while the field is empty.
  static func writeFilter(_ address: Address, example: String, to html: inout HTMLWriter) {
    if let site = address["site"] { html.hidden("site", site) }
    html.wideField("Filter", "filter", [.value(address["filter"] ?? ""), .placeholder(example)])
  }

  /// Writes the link to the next page of a list, if there is one.
  static func writeNext(_ report: Address, of address: Address, to html: inout HTMLWriter) {
    guard let next = html.inspection.table(report, "page")?.records.first?.text(.next),
      !next.isEmpty
    else { return }
    html.element("p") { $0.link(address.with("page", next), "Next page") }
  }

  /// The user with whose rights records are read; `nil` for the operator's own.
  static func reader(_ address: Address) -> String? {
    address["as"].flatMap { $0.isEmpty ? nil : $0 }
  }

  static func writeReader(_ address: Address, to html: inout HTMLWriter) {
    guard let user = reader(address) else { return }
    html.element("p", [.class("note")]) { html in
      html.text("As the user ")
      html.link(RecordPages.user(user, on: address["site"]), user)
      html.text(" sees it, to read only. Each look is in the audit log. ")
      html.link(address.with("as", nil), "Look with your own rights")
    }
  }

  static func type(_ name: String, on site: String) -> Address {
    Address(.data, below: name, ["site": site])
  }

  static func record(_ id: String, of type: String, on site: String?) -> Address {
    Address(.data, below: "\(type)/\(id)").with("site", site)
  }

  /// The page of the author of a change; `nil` for one that has none.
  static func author(_ words: String, on site: String?) -> Address? {
    let parts = words.split(separator: ",", maxSplits: 1)[0].split(separator: " ")
    switch (parts.first, parts.count) {
    case ("user", 2): return user(String(parts[1]), on: site)
    case ("app", _): return Address(.apps)
    default: return nil
    }
  }

  static func user(_ id: String, on site: String?) -> Address {
    Address(.users, below: id).with("site", site)
  }
}

/// The types of all sites' records, with their numbers.
struct TypesPage: Page {
  let title = "Data"
  let chapter = Chapter.data
  let address: Address

  private static let report = Address(.data)

  var reports: [Address] { [TypesPage.report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    RecordPages.writeReader(address, to: &html)
    html.tables(
      [
        .init("types", empty: "No type is declared yet; the form below declares one.") {
          record,
          key in
          [.type, .records].contains(key)
            ? RecordPages.type(record.text(.type), on: record.text(.site))
              .with(["as"], of: address) : nil
        }
      ],
      of: TypesPage.report
    )
    guard RecordPages.reader(address) == nil, inspection.refusal(of: TypesPage.report) == nil
    else { return }
    html.section("New type", for: .changeType) { html in
      html.element("p", "It is tried before anything happens.")
      RecordForms.writeDeclaration(TypesPage.example, of: nil, on: address["site"], to: &html)
    }
  }

  private static let example = """
    {
      name: "notes", prefix: "note",
      attributes: { text: { type: "text", required: true } },
      rules: [{ role: "anyone", may: ["fetch"] }],
    }
    """
}
