// SPDX-License-Identifier: Apache-2.0

import Bytes
import Signals

/// An event as OTLP has it: a log record, and for a request a span with a span for each call.
final class OTLPEvent {
  private enum SpanKind: UInt64 {
    case `internal` = 1
    case server = 2
    case client = 3
  }

  /// The fields of a request or of a call that have a place of their own.
  private struct Facts {
    var trace: EventRecord.Field?
    var span: EventRecord.Field?
    var parent: EventRecord.Field?
    var begin: UInt64 = 0
    var duration: UInt64 = 0
    var error: EventRecord.Field?
    var hasFailed = false
    /// The words of the span's name: method and pass, or service and call. OpenTelemetry wants few
    /// different names.
    var name: (EventRecord.Field?, EventRecord.Field?)
    var path: EventRecord.Field?
    var status: EventRecord.Field?
    var annotation: EventRecord.Field?
  }

  private let record: EventRecord
  private let weight: Double
  private let facts: Facts
  /// Hexadecimal digits; none for an event without a trace.
  private let trace: [UInt8]
  private let span: [UInt8]
  private let identifiers: () -> UInt64

  /// - Parameter identifiers: returns random numbers, for spans of requests that began no trace.
  init(_ event: QueuedEvent, identifiers: @escaping () -> UInt64) {
    let record = event.record
    let facts = OTLPEvent.facts(of: record, record.fields)
    func id(_ field: EventRecord.Field?, numbers: Int) -> [UInt8] {
      if let field { return record.text(of: field).array }
      guard record.kind == .request else { return [] }
      return (0..<numbers).reduce(into: []) { digits, _ in
        digits += OTLPEvent.digits(of: identifiers())
      }
    }
    trace = id(facts.trace, numbers: 2)
    span = id(facts.span, numbers: 1)
    self.record = record
    weight = event.weight
    self.facts = facts
    self.identifiers = identifiers
  }

  private static func digits(of number: UInt64) -> [UInt8] {
    // Zero is no identifier.
    let digits = max(1, number).hexadecimalDigits
    return digits.span.array
  }

  private static func facts(of record: EventRecord, _ fields: EventRecord.Fields) -> Facts {
    var facts = Facts()
    var fields = fields
    while let field = fields.next(of: record) {
      switch EventField(rawValue: field.number) {
      case .traceID: facts.trace = field
      case .spanID, .backendSpanID: facts.span = field
      case .parentSpanID: facts.parent = field
      case .method, .backendName: facts.name.0 = field
      case .pass, .backendCall: facts.name.1 = field
      case .path: facts.path = field
      case .status: facts.status = field
      case .errorMessage, .backendErrorMessage: facts.error = field
      case .annotation: facts.annotation = field
      case .backendBegin: facts.begin = UInt64(max(0, record.number(of: field)))
      case .duration, .backendDuration: facts.duration = UInt64(max(0, record.number(of: field)))
      case .backendOutcome: facts.hasFailed = record.text(of: field).matches("failed")
      default: break
      }
    }
    return facts
  }

  var isRequest: Bool { record.kind == .request }

  private var end: UInt64 { UInt64(max(0, record.time)) }

  private var begin: UInt64 { end - min(end, facts.duration) }

  /// The texts and numbers of some fields with blanks between them.
  private func words(_ fields: EventRecord.Field?...) -> [UInt8] {
    let record = record
    var words: [UInt8] = []
    for case let field? in fields {
      if !words.isEmpty { words.append(UInt8(ascii: " ")) }
      switch field.type {
      case .text: words.append(record.text(of: field))
      default: words.append(decimal: Int(record.number(of: field)))
      }
    }
    return words
  }

  // MARK: spans

  /// Adds the span of a request and those of its calls to the list that is being written; none for
  /// other events.
  func writeSpans(to spans: inout OTLPWriter) {
    guard isRequest else { return }
    let record = record
    spans.element { message in
      let parent = facts.parent.map { record.text(of: $0).array }
      writeHead(facts, span, below: parent, .server, (begin, end), to: &message)
      message.list(9, "attributes", writeAttributes)
      if record.level == .error { writeError(facts, to: &message) }
    }
    var fields = record.fields
    while let field = fields.next(of: record) {
      if field.isGroup { spans.element { write(call: field, to: &$0) } }
    }
  }

  private func write(call: EventRecord.Field, to message: inout OTLPWriter) {
    let record = record
    let fields = record.fields(of: call)
    let facts = OTLPEvent.facts(of: record, fields)
    let own = facts.span.map { record.text(of: $0).array }
    let start = begin + facts.begin
    writeHead(
      facts,
      own ?? OTLPEvent.digits(of: identifiers()),
      below: span,
      // A call that was answered from memory was not sent.
      own == nil ? .internal : .client,
      (start, start + facts.duration),
      to: &message
    )
    message.list(9, "attributes") { list in
      write(fields, OTLPAttributes.ofCalls, to: &list)
    }
    if facts.hasFailed { writeError(facts, to: &message) }
  }

  private func writeHead(
    _ facts: Facts,
    _ id: [UInt8],
    below parent: [UInt8]?,
    _ kind: SpanKind,
    _ time: (start: UInt64, end: UInt64),
    to message: inout OTLPWriter
  ) {
    let trace = trace
    message.add(1, "traceId", identifier: trace.span)
    message.add(2, "spanId", identifier: id.span)
    if let state = OTLPEvent.state(of: weight) { message.add(3, "traceState", text: state) }
    if let parent { message.add(4, "parentSpanId", identifier: parent.span) }
    message.add(5, "name", text: words(facts.name.0, facts.name.1).span)
    message.add(6, "kind", kind.rawValue)
    message.add(7, "startTimeUnixNano", fixed: time.start)
    message.add(8, "endTimeUnixNano", fixed: time.end)
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

  private func writeError(_ facts: Facts, to message: inout OTLPWriter) {
    let record = record
    message.add(15, "status") { status in
      if let error = facts.error { status.add(2, "message", text: record.text(of: error)) }
      status.add(3, "code", 2)
    }
  }

  // MARK: log records

  /// Adds the log record to the list that is being written.
  func writeLogRecord(to records: inout OTLPWriter) {
    records.element { message in
      message.add(1, "timeUnixNano", fixed: end)
      message.add(11, "observedTimeUnixNano", fixed: end)
      let severity: (number: UInt64, text: String) =
        switch record.level {
        case .info: (9, "INFO")
        case .warning: (13, "WARN")
        case .error: (17, "ERROR")
        }
      message.add(2, "severityNumber", severity.number)
      message.add(3, "severityText", text: severity.text)
      let kind = record.kind?.name ?? ""
      message.add(5, "body") { body in
        let summary = words(
          facts.name.0,
          facts.path,
          facts.status,
          facts.error,
          facts.annotation
        )
        body.add(1, "stringValue", text: summary.isEmpty ? kind.utf8Span.span : summary.span)
      }
      message.list(6, "attributes") { list in
        writeAttributes(to: &list)
        writeCalls(to: &list)
      }
      let (trace, span) = (trace, span)
      if !trace.isEmpty { message.add(9, "traceId", identifier: trace.span) }
      if !span.isEmpty { message.add(10, "spanId", identifier: span.span) }
      message.add(12, "eventName", text: "portico.\(kind)")
    }
  }

  /// Adds the calls of a request as one attribute, if there are any.
  private func writeCalls(to attributes: inout OTLPWriter) {
    var fields = record.fields
    while let field = fields.next(of: record) {
      guard field.isGroup else { continue }
      return attributes.attribute("portico.backends".utf8Span.span) { value in
        writeList(from: field, before: &fields, to: &value) { call, element in
          element.add(6, "kvlistValue") { group in
            group.list(1, "values") {
              write(record.fields(of: call), OTLPAttributes.ofGroups, to: &$0)
            }
          }
        }
      }
    }
  }

  // MARK: attributes

  private func writeAttributes(to list: inout OTLPWriter) {
    write(record.fields, OTLPAttributes.ofRequests, to: &list)
    guard weight != 1 else { return }
    list.attribute("portico.weight".utf8Span.span) { $0.add(4, "doubleValue", double: weight) }
  }

  private func write(
    _ fields: EventRecord.Fields,
    _ names: FieldTexts,
    to attributes: inout OTLPWriter
  ) {
    var fields = fields
    while let field = fields.next(of: record) {
      guard let place = names[field.number] else { continue }
      attributes.attribute(names.text(place)) { value in
        if place.isList {
          writeList(from: field, before: &fields, to: &value) { write($0, to: &$1) }
        } else {
          write(field, to: &value)
        }
      }
    }
  }

  /// Writes a field and those of the same number behind it.
  private func writeList(
    from field: EventRecord.Field,
    before rest: inout EventRecord.Fields,
    to value: inout OTLPWriter,
    _ write: (EventRecord.Field, inout OTLPWriter) -> Void
  ) {
    value.add(5, "arrayValue") { array in
      array.list(1, "values") { list in
        list.element { write(field, &$0) }
        var ahead = rest
        while let next = ahead.next(of: record), next.number == field.number {
          list.element { write(next, &$0) }
          rest = ahead
        }
      }
    }
  }

  /// Writes a value. A duration is in seconds, as in OpenTelemetry's metrics, and an instant in seconds
  /// of Unix time.
  private func write(_ field: EventRecord.Field, to value: inout OTLPWriter) {
    let record = record
    switch field.type {
    case .text: value.add(1, "stringValue", text: record.text(of: field))
    case .boolean: value.add(2, "boolValue", boolean: record.boolean(of: field))
    case .integer: value.add(3, "intValue", integer: record.number(of: field))
    case .duration, .instant:
      value.add(4, "doubleValue", double: Double(record.number(of: field)) / 1e9)
    case .group: break
    }
  }
}

/// The names of the attributes that fields of events become: those of OpenTelemetry's conventions, and
/// `portico.…` for others. Fields that have a place of their own, or may not be sent, have none.
private enum OTLPAttributes {
  static let ofRequests = texts(
    of: nil,
    [
      .method: "http.request.method", .host: "server.address", .path: "url.path",
      .query: "url.query", .status: "http.response.status_code", .errorMessage: "error.type",
    ],
    prefix: "portico.",
    without: [.traceID, .spanID, .parentSpanID, .backends]
  )
  static let ofCalls = texts(
    of: .backends,
    [
      .backendName: "peer.service", .backendTarget: "url.path", .backendEndpoint: "server.address",
      .backendStatus: "http.response.status_code", .backendErrorMessage: "error.type",
    ],
    prefix: "portico.call.",
    without: [.backendSpanID, .backendBegin, .backendDuration]
  )
  /// Those of calls within a log record.
  static let ofGroups = texts(of: .backends, [:], prefix: "", without: [])

  private static func texts(
    of group: EventField?,
    _ conventions: [EventField: String],
    prefix: String,
    without placed: Set<EventField>
  ) -> FieldTexts {
    FieldTexts { definition in
      guard definition.group == group, definition.leavesHost, !placed.contains(definition.field)
      else { return nil }
      return conventions[definition.field] ?? prefix + definition.name
    }
  }
}
