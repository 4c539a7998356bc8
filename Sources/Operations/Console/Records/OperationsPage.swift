// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Measure

/// The operations on the records, and one of them as a command of curl and as Swift.
struct OperationsPage: Page {
  let title = "API"
  let chapter = Chapter.data
  let address: Address

  private var report: Address { Address(.api).with("filter", address["filter"]) }

  var reports: [Address] { [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    html.element(
      "p",
      "What clients may ask of the records, as the OpenAPI document describes it. An operation leads to its"
        + " command of curl and its code in Swift."
    )
    if let name = address["operation"] {
      let site = address["site"] ?? ""
      let operation = inspection.table(report, "operations")?.records.first {
        $0.text(.operation) == name && (site.isEmpty || $0.text(.site) == site)
      }
      html.section(name) { html in
        guard let operation else { return html.note("There is no such operation.") }
        example(of: operation, &html)
      }
    }
    html.query(address) { html in
      html.field("Containing", "filter", address["filter"] ?? "")
      html.button("Filter")
    }
    html.tables(
      [
        .init("descriptions", "On the site's own listener"),
        .init("operations", "Operations", empty: "No operation matches.") {
          record,
          key in
          key == .operation
            ? Address(.api, ["site": record.text(.site), "operation": record.text(.operation)])
            : nil
        },
      ],
      of: report
    )
  }

  /// A form for the values in the path and the query, and the request with them.
  private func example(of operation: FigureTable.Record, _ html: inout HTMLWriter) {
    html.element("p", operation.text(.summary))
    let request = RecordRequest(operation, address)
    html.query(Address(.api)) { html in
      html.hidden("site", operation.text(.site))
      html.hidden("operation", operation.text(.operation))
      for name in request.names { html.field(name, name, address[name] ?? "") }
      html.field("Query", "query", address["query"] ?? "", [.placeholder("limit=10")])
      html.button("Fill in")
    }
    html.element("p") { html in
      html.text("With curl")
      if request.needsToken { html.text("; TOKEN stands for a token of a client or a user") }
      html.text(":")
    }
    let command = request.command(html.inspection.listeners)
    html.element("pre", command.text)
    html.element("p", "In Swift:")
    html.element("pre", request.swift(command.url))
  }
}

/// A request for an operation on records, with the values that a page was given.
struct RecordRequest {
  let method: String
  let needsToken: Bool
  /// The names in the operation's path.
  let names: [String]
  private let target: String
  private let bodyType: String?

  init(_ operation: FigureTable.Record, _ values: Address) {
    let words = operation.text(.operation).split(separator: " ", maxSplits: 1)
    method = words.first.map { String($0) } ?? "GET"
    let path = words.count > 1 ? String(words[1]) : "/"
    let names = path.matches(of: /\{([^}]*)\}/).map { String($0.1) }
    self.names = names
    needsToken = operation.text(.token) == "yes"
    bodyType = operation.text(.bodies).split(separator: ", ").first.map { String($0) }
    var target = path
    for name in names {
      let value = values[name] ?? ""
      let shown =
        value.isEmpty ? name.uppercased() : PercentCoding.encode(value, keeping: .unreserved)
      target = target.replacing("{\(name)}", with: shown)
    }
    let query = (values["query"] ?? "").split(separator: "&").map { pair in
      pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { PercentCoding.encode(String($0), keeping: .queryPart) }.joined(separator: "=")
    }
    self.target = query.isEmpty ? target : "\(target)?\(query.joined(separator: "&"))"
  }

  /// The header fields, each as its name and its value.
  private var fields: [(name: String, value: String)] {
    (needsToken ? [("Authorization", "Bearer TOKEN")] : [])
      + (bodyType.map { [("Content-Type", $0)] } ?? [])
  }

  func command(_ listeners: [VisitorListener]) -> CurlCommand {
    var command = CurlCommand(target, listeners)
    command.method = method
    command.fields = fields.map { "\($0.name): \($0.value)" }
    command.body = bodyType.map { _ in "{}" }
    return command
  }

  /// A program that sends the request, on Apple's systems and on Linux.
  func swift(_ url: String) -> String {
    let (foundation, networking) = ("Foundation", "FoundationNetworking")
    var lines = [
      "import \(foundation)", "#if canImport(\(networking))", "import \(networking)", "#endif", "",
      "guard let url = URL(string: \(RecordRequest.literal(url))) else { exit(1) }",
      "var request = URLRequest(url: url)", "request.httpMethod = \(RecordRequest.literal(method))",
    ]
    for (name, value) in fields {
      lines.append(
        "request.setValue(\(RecordRequest.literal(value)), forHTTPHeaderField: \"\(name)\")"
      )
    }
    if bodyType != nil { lines.append("request.httpBody = Data(\"{}\".utf8)") }
    lines += [
      "let (data, response) = try await URLSession.shared.data(for: request)",
      "print((response as? HTTPURLResponse)?.statusCode ?? 0)",
      "print(String(decoding: data, as: UTF8.self))",
    ]
    return lines.joined(separator: "\n")
  }

  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
