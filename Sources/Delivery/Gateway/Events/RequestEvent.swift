// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import HTTPValues
import JSONValues

/// One request and what became of it, as one line of JSON.
struct RequestEvent {
  /// What a request says of itself that events keep.
  struct Origin {
    let method: String
    let target: String
    /// The sender's own name for the request, or ours.
    let id: String
    let traceparent: String?
    let session: String?

    /// Longer texts are cut.
    private static let maximumBytes = 512

    init(_ request: borrowing RequestView) {
      method = request.method.name
      target = Origin.cut(
        String(decoding: request.target.indices.map { request.target[$0] }, as: UTF8.self)
      )
      id = request.fields.text(.xRequestId).map(Origin.cut) ?? Origin.newID()
      traceparent = request.fields.text(.traceparent).map(Origin.cut)
      session = request.fields.combined(VisitorClaims.appField)
        .flatMap { VisitorClaims.claim($0).session }.map(Origin.cut)
    }

    private static func cut(_ text: String) -> String {
      text.utf8.count <= maximumBytes ? text : String(text.prefix(maximumBytes / 4))
    }

    private static func newID() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }
  }

  let origin: Origin
  var status: Int
  var source: GatewayCounters.Source
  var document: String?
  var nanoseconds: Int64 = 0
  /// What a plan's calls came to.
  var failure: PlanFailure?

  /// Appends the line.
  func write(to bytes: inout [UInt8], at seconds: Int64) {
    var line = EventLine(bytes)
    line.add("time", "\(seconds)")
    line.add("id", text: origin.id)
    line.add("traceparent", text: origin.traceparent)
    line.add("session", text: origin.session)
    line.add("method", text: origin.method)
    line.add("target", text: origin.target)
    line.add("status", "\(status)")
    line.add("source", text: source.rawValue)
    line.add("document", text: document)
    line.add("microseconds", "\(nanoseconds / 1_000)")
    line.add("failedCall", text: failure?.call)
    line.add("reason", text: failure?.reason)
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
