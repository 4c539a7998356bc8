// SPDX-License-Identifier: Apache-2.0

import Filters
import Measure
import Message
import Signals

/// Everything that is known of one request: its calls with their times as a tree, and all its fields.
struct RequestPage: Page {
  let chapter = Chapter.log
  private let id: String
  private let address: Address

  init(_ id: String, _ address: Address) { (self.id, self.address) = (id, address) }

  var title: String { "Request \(id)" }
  private var report: Address { Address(.log, below: id) }
  var reports: [Address] { [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    let records = inspection.events(report).records
    guard !records.isEmpty else {
      html.element("h1", title)
      return html.note(
        inspection.refusal(of: report)
          ?? "The log has no event of this request; it may have been overwritten."
      )
    }
    for record in records { write(record, &html) }
  }

  private func write(_ record: EventRecord, _ html: inout HTMLWriter) {
    let query = record.text(.query)
    html.element("h1") { html in
      html.mark(record.level.tone, always: true)
      html.text("\(record.text(.method)) \(record.text(.path))\(query.isEmpty ? "" : "?\(query)")")
    }
    html.element("p") { html in
      html.text(
        [record.text(.status), record.text(.source), record.text(.errorMessage)]
          .filter { !$0.isEmpty }.joined(separator: " · ")
      )
      html.text(" · \(FilterValue.text(ofInstant: record.time))")
    }
    html.section("Calls") { calls(of: record, &$0) }
    html.section("Nearby") { neighbours(of: record, &$0) }
    html.section("All fields") { html in
      html.element("dl", [.class("facts")]) { html in
        for member in record.members { write(member, &html) }
      }
    }
    html.section("Ask again") { html in
      let line = CurlLine(record, html.inspection.listeners)
      html.element("pre", line.text)
      html.note(line.missing)
    }
  }

  /// A call, with its beginning and its duration.
  struct Call {
    let members: [EventRecord.Member]

    func text(_ name: String) -> String {
      guard case .plain(let value)? = members.first(where: { $0.name == name })?.values.first else {
        return ""
      }
      if case .text(let text) = value { return text }
      return value.filterValue.description
    }

    func seconds(_ name: String) -> Double? {
      guard
        case .plain(.duration(let nanoseconds))? = members.first(where: { $0.name == name })?.values
          .first
      else { return nil }
      return Double(nanoseconds) / 1e9
    }

    var isBad: Bool { text("outcome") == "failed" }
  }

  /// The calls to services that an event tells of.
  static func calls(of record: EventRecord) -> [Call] {
    let backends = record.members.first { $0.name == "backends" }
    return (backends?.values ?? []).compactMap { value in
      if case .group(let members) = value { Call(members: members) } else { nil }
    }
  }

  private func calls(of record: EventRecord, _ html: inout HTMLWriter) {
    let calls = RequestPage.calls(of: record)
    guard !calls.isEmpty else { return html.note("No service was called for it.") }
    let ends = calls.map { ($0.seconds("begin") ?? 0) + ($0.seconds("duration") ?? 0) }
    let whole = max(record.seconds(.duration) ?? 0, ends.max() ?? 0, 1e-6)
    html.element(
      "div",
      [.class("scroll"), .set(.tabindex, "0"), .set(.role, "region"), .set(.aria, "Calls")]
    ) { html in
      html.element("table") { html in
        html.element("thead") { html in
          html.element("tr") { html in
            for (title, help) in RequestPage.columns {
              html.element("th", [.set(.scope, "col"), .title(help)], title)
            }
          }
        }
        html.element("tbody") { html in
          row(
            "the whole",
            begin: 0,
            duration: record.seconds(.duration),
            of: whole,
            nil,
            record,
            &html
          )
          for call in calls {
            row(
              call.text("call"),
              begin: call.seconds("begin") ?? 0,
              duration: call.seconds("duration"),
              of: whole,
              call,
              record,
              &html
            )
          }
        }
      }
    }
  }

  private static let columns = [
    ("call", "The call in the plan, or the prefix of the pass."),
    ("service", "The service that was called."), ("outcome", "The outcome of the call."),
    ("status", "The status of the service's answer."),
    ("time", "From the begin of composing to its end."), ("began", "When the call began."),
    ("took", "The duration."), ("target", "The target of the request."),
  ]

  private func row(
    _ name: String,
    begin: Double,
    duration: Double?,
    of whole: Double,
    _ call: Call?,
    _ record: EventRecord,
    _ html: inout HTMLWriter
  ) {
    let isBad = call?.isBad ?? false
    html.element("tr", [.class(isBad ? "bad" : "")]) { html in
      func cell(_ place: Int, _ names: String = "", _ write: (inout HTMLWriter) -> Void) {
        html.element("td", [.class(names), .set(.dataLabel, RequestPage.columns[place].0)], write)
      }
      let branch = call == nil ? "" : "└ "
      cell(0) { html in
        if isBad { html.mark(.failure) }
        html.text(branch + name)
      }
      let service = call?.text("name") ?? ""
      cell(1) { html in
        if service.isEmpty { return html.text("") }
        html.link(PageLink.backend(service, site: record.text(.site)), service)
      }
      cell(2) { $0.text(call?.text("outcome") ?? record.text(.source)) }
      cell(3) { $0.text(call?.text("status") ?? record.text(.status)) }
      cell(4, "time") { RequestPage.bar(begin, duration ?? 0, of: whole, isBad: isBad, &$0) }
      cell(5, "n") { $0.text(Figure.seconds(begin).shown) }
      cell(6, "n") { $0.text(duration.map { Figure.seconds($0).shown } ?? "–") }
      cell(7) { html in
        let said = [
          call?.text("endpoint"), call?.text("target"), call?.text("error_message"),
          call?.text("error_detail"),
        ]
        html.element(
          "span",
          [.class("code")],
          said.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        )
      }
    }
  }

  /// The time of a call within that of the whole request.
  private static func bar(
    _ begin: Double,
    _ duration: Double,
    of whole: Double,
    isBad: Bool,
    _ html: inout HTMLWriter
  ) {
    let x = Int((begin / whole * 1_000).rounded(.down))
    let width = max(4, Int((duration / whole * 1_000).rounded(.up)))
    let says = "from \(Figure.seconds(begin).shown) for \(Figure.seconds(duration).shown)"
    html.picture("tree", (1_000, 16), says: says) { html in
      html.path("grid", "M0 8H1000")
      let left = min(x, 996)
      html.rect(isBad ? "bar bad" : "bar", (left, 2), (min(width, 1_000 - left), 12))
    }
  }

  private func neighbours(of record: EventRecord, _ html: inout HTMLWriter) {
    let (site, session) = (LogLink.of(site: record.text(.site)), record.text(.session))
    let (trace, path) = (record.text(.traceID), record.text(.path))
    let second: Int64 = 1_000_000_000
    let from = FilterValue.text(ofInstant: record.time - 2 * second)
    let to = FilterValue.text(ofInstant: record.time + 2 * second)
    let span = LogLink.events("time >= \"\(from)\"", "time <= \"\(to)\"")
    var links = [(address: span, text: "Within two seconds")]
    if !session.isEmpty {
      links.append(
        (LogLink.events(site, "session = \(LogLink.quoted(session))"), "The same session")
      )
    }
    if !trace.isEmpty {
      links.append((LogLink.events("trace_id = \(LogLink.quoted(trace))"), "The same trace"))
    }
    let captured = record.members.first { $0.name == "captured" }?.values ?? []
    for case .plain(.text(let value)) in captured {
      let filter = "captured = \(LogLink.quoted(value))"
      links.append((LogLink.events(site, filter), "The same \(value)"))
    }
    let kept = Address(.cacheLookup, ["url": path, "site": record.text(.site)])
    links += [
      (LogLink.events(site, "path = \(LogLink.quoted(path))"), "The same path"),
      (kept, "What the cache has for it"),
    ]
    html.links(links)
  }

  private func write(_ member: EventRecord.Member, _ html: inout HTMLWriter) {
    let texts = member.values.compactMap { value -> String? in
      guard case .plain(let plain) = value else { return nil }
      if case .duration(let nanoseconds) = plain {
        return Figure.seconds(Double(nanoseconds) / 1e9).shown
      }
      if case .text(let text) = plain { return text }
      return plain.filterValue.description
    }
    guard !texts.isEmpty else { return }
    let sentence = EventField.definitions.first { $0.path == member.name }?.sentence ?? ""
    html.element("dt", [.title(sentence)], member.name)
    html.element("dd", texts.joined(separator: ", "))
  }
}
