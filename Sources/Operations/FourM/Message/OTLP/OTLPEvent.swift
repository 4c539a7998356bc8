// SPDX-License-Identifier: Apache-2.0

import Signals

/// An event as OTLP has it: a log record, and for a request a span with a span for each call.
struct OTLPEvent {
  /// The attributes of OpenTelemetry's conventions; other fields are called `portico.…`.
  private static let conventions = [
    "method": "http.request.method", "host": "server.address", "path": "url.path",
    "query": "url.query", "status": "http.response.status_code", "error_message": "error.type",
  ]
  private static let conventionsOfCalls = [
    "name": "peer.service", "target": "url.path", "endpoint": "server.address",
    "status": "http.response.status_code", "error_message": "error.type",
  ]
  /// Fields that have a place of their own.
  private static let placed: Set = [
    "time", "event", "level", "trace_id", "span_id", "parent_span_id", "backends",
  ]
  private static let placedOfCalls: Set = ["span_id", "begin", "duration"]

  private enum SpanKind: UInt64 {
    case `internal` = 1
    case server = 2
    case client = 3
  }

  private let record: EventRecord
  private let members: [EventRecord.Member]
  private let weight: Double
  private var trace: String?
  private var span: String?
  private let identifiers: () -> UInt64

  /// - Parameter identifiers: returns random numbers, for spans of requests that began no trace.
  init(_ event: QueuedEvent, identifiers: @escaping () -> UInt64) {
    record = event.record
    weight = event.weight
    members = record.membersLeavingHost
    self.identifiers = identifiers
    trace = OTLPEvent.text("trace_id", in: members)
    span = OTLPEvent.text("span_id", in: members)
    guard record.kind == .request else { return }
    if trace == nil { trace = hexadecimal() + hexadecimal() }
    if span == nil { span = hexadecimal() }
  }

  private func hexadecimal() -> String {
    // Zero is no identifier.
    let digits = String(max(1, identifiers()), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func text(_ name: String, in members: [EventRecord.Member]) -> String? {
    guard case .plain(.text(let text))? = value(name, in: members) else { return nil }
    return text
  }

  private static func duration(_ name: String, in members: [EventRecord.Member]) -> UInt64 {
    guard case .plain(.duration(let duration))? = value(name, in: members) else { return 0 }
    return UInt64(max(0, duration))
  }

  private static func value(
    _ name: String,
    in members: [EventRecord.Member]
  ) -> EventRecord.Member.Value? {
    members.first { $0.name == name }?.values.first
  }

  private var end: UInt64 { UInt64(max(0, record.time)) }

  private var begin: UInt64 { end - min(end, OTLPEvent.duration("duration", in: members)) }

  // MARK: spans

  /// The span of a request and those of its calls; none for other events.
  var spans: [OTLPMessage] {
    guard record.kind == .request else { return [] }
    var message = head(span, parent: OTLPEvent.text("parent_span_id", in: members), requestName)
    message.add(6, "kind", .number(SpanKind.server.rawValue))
    message.add(7, "startTimeUnixNano", .fixed(begin))
    message.add(8, "endTimeUnixNano", .fixed(end))
    message.add(9, "attributes", .list(attributes))
    if record.level == .error { addError(members, to: &message) }
    let calls = members.first { $0.name == "backends" }?.values ?? []
    return [message]
      + calls.compactMap { if case .group(let call) = $0 { ofCall(call) } else { nil } }
  }

  /// The name of the span: the method, and the prefix of a pass, since OpenTelemetry wants few
  /// different names.
  private var requestName: String {
    let words = ["method", "pass"].compactMap { OTLPEvent.text($0, in: members) }
    return words.joined(separator: " ")
  }

  private func ofCall(_ call: [EventRecord.Member]) -> OTLPMessage {
    let own = OTLPEvent.text("span_id", in: call)
    let words = ["name", "call"].compactMap { OTLPEvent.text($0, in: call) }
    var message = head(own ?? hexadecimal(), parent: span, words.joined(separator: " "))
    // A call that was answered from memory was not sent.
    let kind = own == nil ? SpanKind.internal : .client
    let start = begin + OTLPEvent.duration("begin", in: call)
    message.add(6, "kind", .number(kind.rawValue))
    message.add(7, "startTimeUnixNano", .fixed(start))
    message.add(8, "endTimeUnixNano", .fixed(start + OTLPEvent.duration("duration", in: call)))
    let attributes = OTLPEvent.attributes(
      call.filter { !OTLPEvent.placedOfCalls.contains($0.name) },
      OTLPEvent.conventionsOfCalls,
      prefix: "portico.call."
    )
    message.add(9, "attributes", .list(attributes))
    if OTLPEvent.text("outcome", in: call) == "failed" { addError(call, to: &message) }
    return message
  }

  private func head(_ id: String?, parent: String?, _ name: String) -> OTLPMessage {
    var message = OTLPMessage()
    message.add(1, "traceId", identifier: trace)
    message.add(2, "spanId", identifier: id)
    message.add(3, "traceState", text: OTLPEvent.state(of: weight))
    message.add(4, "parentSpanId", identifier: parent)
    message.add(5, "name", .text(name))
    return message
  }

  /// The sampling threshold of 56 bits in OpenTelemetry's tracestate: spans of traces whose random part
  /// is below it are left out.
  private static func state(of weight: Double) -> String? {
    guard weight > 1 else { return nil }
    let threshold = UInt64(((1 - 1 / weight) * 0x1p56).rounded())
    var digits = String(threshold, radix: 16)
    digits = String(repeating: "0", count: max(0, 14 - digits.count)) + digits
    while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
    return "ot=th:\(digits)"
  }

  private func addError(_ members: [EventRecord.Member], to message: inout OTLPMessage) {
    var status = OTLPMessage()
    status.add(2, "message", text: OTLPEvent.text("error_message", in: members))
    status.add(3, "code", .number(2))
    message.add(15, "status", .message(status))
  }

  // MARK: log records

  var logRecord: OTLPMessage {
    var message = OTLPMessage()
    message.add(1, "timeUnixNano", .fixed(end))
    message.add(11, "observedTimeUnixNano", .fixed(end))
    let severity: (number: UInt64, text: String) =
      switch record.level {
      case .info: (9, "INFO")
      case .warning: (13, "WARN")
      case .error: (17, "ERROR")
      }
    message.add(2, "severityNumber", .number(severity.number))
    message.add(3, "severityText", .text(severity.text))
    var body = OTLPMessage()
    body.add(1, "stringValue", .text(summary))
    message.add(5, "body", .message(body))
    let groups = members.calls.map { OTLPMessage.group(OTLPEvent.attributes($0, [:], prefix: "")) }
    let all = attributes + (groups.isEmpty ? [] : [.attribute("portico.backends", .list(groups))])
    message.add(6, "attributes", .list(all))
    message.add(9, "traceId", identifier: trace)
    message.add(10, "spanId", identifier: span)
    message.add(12, "eventName", .text("portico.\(record.kind?.name ?? "event")"))
    return message
  }

  private var summary: String {
    let words = ["method", "path", "status", "error_message", "annotation"].compactMap { name in
      if case .plain(let value)? = OTLPEvent.value(name, in: members) {
        switch value {
        case .text(let text): return text
        case .integer(let number): return "\(number)"
        case .boolean, .duration, .instant: return nil
        }
      }
      return nil as String?
    }
    return words.isEmpty ? record.kind?.name ?? "" : words.joined(separator: " ")
  }

  // MARK: attributes

  private var attributes: [OTLPMessage] {
    let plain = members.filter { !OTLPEvent.placed.contains($0.name) }
    let own = OTLPEvent.attributes(plain, OTLPEvent.conventions, prefix: "portico.")
    return weight == 1 ? own : own + [.attribute("portico.weight", .double(weight))]
  }

  private static func attributes(
    _ members: [EventRecord.Member],
    _ names: [String: String],
    prefix: String
  ) -> [OTLPMessage] {
    members.compactMap { member in
      let key = names[member.name] ?? prefix + member.name
      let values = member.values.compactMap(attributeValue)
      guard let first = values.first else { return nil }
      guard member.isList else { return .attribute(key, first) }
      return .attribute(
        key,
        .list(
          values.compactMap { value in
            guard case .text = value else { return nil }
            var any = OTLPMessage()
            any.add(1, "stringValue", value)
            return any
          }
        )
      )
    }
  }

  /// A duration is in seconds, as in OpenTelemetry's metrics, and an instant in seconds of Unix time.
  private static func attributeValue(_ value: EventRecord.Member.Value) -> OTLPMessage.Value? {
    guard case .plain(let plain) = value else { return nil }
    switch plain {
    case .text(let text): return .text(text)
    case .integer(let number): return .integer(number)
    case .boolean(let boolean): return .boolean(boolean)
    case .duration(let nanoseconds): return .double(Double(nanoseconds) / 1e9)
    case .instant(let nanoseconds): return .double(Double(nanoseconds) / 1e9)
    }
  }
}
