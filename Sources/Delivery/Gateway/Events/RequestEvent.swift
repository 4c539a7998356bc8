// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import HTTPValues
import JSONValues

/// One request and what became of it, as one line of JSON.
struct RequestEvent {
  /// The facts of a request that its event records.
  struct Origin {
    let method: String
    /// Without the parameters that events do not show.
    let target: String
    let withheld: Int
    /// The sender's own name for the request, or ours.
    let id: String
    let traceparent: String?
    let session: String?
    /// The members of `X-App` that cannot be read, by their names.
    let dropped: [String]

    /// Longer texts are cut.
    private static let maximumBytes = 512

    init(_ request: borrowing RequestView, _ queries: EventQueries) {
      method = request.method.name
      let (shown, withheld) = queries.shown(request.target.text)
      target = Origin.cut(shown)
      self.withheld = withheld
      id = request.fields.text(.xRequestId).map(Origin.cut) ?? Origin.newID()
      traceparent = request.fields.text(.traceparent).map(Origin.cut)
      let app = request.fields.combined(VisitorClaims.appField).map { AppField($0) }
      session = app?.claim.session.map(Origin.cut)
      dropped = app?.droppedNames ?? []
    }

    private static func cut(_ text: String) -> String {
      text.utf8.count <= maximumBytes ? text : String(text.prefix(maximumBytes / 4))
    }

    private static func newID() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }
  }

  private let origin: Origin
  private let status: Int
  private let given: GivenAnswer
  private let times: PlanTimes?

  init(_ origin: Origin, status: Int, _ given: GivenAnswer, _ times: PlanTimes?) {
    self.origin = origin
    self.status = status
    self.given = given
    self.times = times
  }

  /// Appends the line.
  func write(to bytes: inout [UInt8], of site: String?, at seconds: Int64) {
    var line = EventLine(bytes)
    line.add("time", "\(seconds)")
    line.add("site", text: site)
    line.add("id", text: origin.id)
    line.add("traceparent", text: origin.traceparent)
    line.add("session", text: origin.session)
    line.add("dropped", texts: origin.dropped)
    line.add("method", text: origin.method)
    line.add("target", text: origin.target)
    if origin.withheld > 0 { line.add("withheld", "\(origin.withheld)") }
    line.add("status", "\(status)")
    line.add("step", text: given.step.name)
    line.add("source", text: given.source.name)
    if case .content(let answer) = given.content {
      let facts = answer.shared.facts
      line.add("document", text: facts.document)
      line.add("audience", text: facts.audience)
      line.add("language", text: facts.language)
      line.add("key", text: facts.key)
      line.add("expire", "\(answer.expire.seconds)")
    } else {
      line.add("document", text: given.document)
    }
    line.add("microseconds", "\((times?.nanoseconds ?? 0) / 1_000)")
    line.add("failedCall", text: given.failure?.call)
    line.add("reason", text: given.failure?.reason)
    if let calls = times?.calls, !calls.isEmpty {
      line.add("calls", calls) { call, line in
        line.add("call", text: call.call)
        line.add("backend", text: call.backend)
        line.add("outcome", text: call.outcome.name)
        line.add("reason", text: call.reason)
        line.add("microseconds", "\(call.nanoseconds / 1_000)")
      }
    }
    bytes = line.finished()
  }
}

/// A line of JSON that is being written behind others.
private struct EventLine {
  private var bytes: [UInt8]
  private var isFirst = true

  init(_ bytes: consuming [UInt8]) {
    self.bytes = bytes
    self.bytes.append(UInt8(ascii: "{"))
  }

  mutating func add(_ name: StaticString, _ value: String) {
    begin(name)
    bytes += value.utf8
  }

  mutating func add(_ name: StaticString, text: String?) {
    guard let text, !text.isEmpty else { return }
    begin(name)
    bytes.appendJSON(text)
  }

  /// Adds a list of texts, unless it is empty.
  mutating func add(_ name: StaticString, texts: [String]) {
    guard !texts.isEmpty else { return }
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(text)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Adds a list of objects.
  mutating func add<Element>(
    _ name: StaticString,
    _ elements: [Element],
    _ body: (Element, inout EventLine) -> Void
  ) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "{"))
      isFirst = true
      body(element, &self)
      bytes.append(UInt8(ascii: "}"))
    }
    isFirst = false
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func begin(_ name: StaticString) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes += "\"\(name)\":".utf8
  }

  consuming func finished() -> [UInt8] {
    bytes += "}\n".utf8
    return bytes
  }
}
