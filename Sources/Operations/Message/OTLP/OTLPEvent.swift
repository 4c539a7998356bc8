// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
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
    var isAbsent = false
    var method: EventRecord.Field?
    /// The document, which has no slash before it, the pass, or the declared path of a call.
    var document: EventRecord.Field?
    var route: EventRecord.Field?
    var host: EventRecord.Field?
    var scheme: EventRecord.Field?
    /// The path of a request; path and query of a call.
    var path: EventRecord.Field?
    var status: EventRecord.Field?
    var service: EventRecord.Field?
    var call: EventRecord.Field?
    var endpoint: EventRecord.Field?
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
    (self.facts, self.identifiers) = (facts, identifiers)
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
      case .method, .backendMethod: facts.method = field
      case .document: facts.document = field
      case .pass, .backendTemplate: facts.route = field
      case .host: facts.host = field
      case .scheme: facts.scheme = field
      case .path, .backendTarget: facts.path = field
      case .status, .backendStatus: facts.status = field
      case .backendName: facts.service = field
      case .backendCall: facts.call = field
      case .backendEndpoint: facts.endpoint = field
      case .errorMessage, .backendErrorMessage: facts.error = field
      case .annotation: facts.annotation = field
      case .backendBegin: facts.begin = UInt64(max(0, record.number(of: field)))
      case .duration, .backendDuration: facts.duration = UInt64(max(0, record.number(of: field)))
      case .backendOutcome:
        facts.hasFailed = record.text(of: field).matches("failed")
        facts.isAbsent = record.text(of: field).matches("absent")
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
      let http = ofRequest
      writeHead(named: http.spanName, span, below: parent, .server, (begin, end), to: &message)
      message.list(9, "attributes") { writeAttributes(http, to: &$0) }
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
    // A call that was answered from memory was not sent.
    let http = own == nil ? nil : http(ofCall: facts)
    writeHead(
      named: http?.spanName ?? words(facts.service, facts.call).span.text,
      own ?? OTLPEvent.digits(of: identifiers()),
      below: span,
      http == nil ? .internal : .client,
      (start, start + facts.duration),
      to: &message
    )
    message.list(9, "attributes") { list in
      write(fields, http == nil ? OTLPAttributes.ofKeptCalls : OTLPAttributes.ofCalls, to: &list)
      http?.write(to: &list)
    }
    if facts.hasFailed { writeError(facts, to: &message) }
  }

  private func text(_ field: EventRecord.Field?) -> String? {
    let record = record
    return field.map { record.text(of: $0).text }
  }

  private var ofRequest: HTTPAttributes {
    var http = HTTPAttributes()
    http.method = text(facts.method)
    http.route = text(facts.route) ?? text(facts.document).map { "/\($0)" }
    http.authority = text(facts.host)
    if text(facts.scheme) == "https" { http.scheme = .https }
    http.error = text(facts.error) ?? status(of: facts, from: 500)
    return http
  }

  private func http(ofCall facts: Facts) -> HTTPAttributes {
    var http = HTTPAttributes()
    http.method = text(facts.method)
    http.route = text(facts.route)
    if !facts.isAbsent { http.error = text(facts.error) ?? status(of: facts, from: 400) }
    // The address that was connected to follows the origin.
    guard let origin = text(facts.endpoint)?.split(separator: " ").first.map(String.init) else {
      return http
    }
    if let known = Origin(url: origin) {
      (http.scheme, http.authority) = (known.scheme, known.authority)
    } else {
      http.socket = origin
    }
    http.url = text(facts.path).map { http.socket == nil ? origin + $0 : $0 }
    return http
  }

  /// The status as text, if it is an error.
  private func status(of facts: Facts, from least: Int64) -> String? {
    let number = facts.status.map { record.number(of: $0) } ?? 0
    return number >= least ? "\(number)" : nil
  }

  private func writeHead(
    named name: String,
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
    message.add(5, "name", text: name)
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
        let summary = words(facts.method, facts.path, facts.status, facts.error, facts.annotation)
        body.add(1, "stringValue", text: summary.isEmpty ? kind.utf8Span.span : summary.span)
      }
      message.list(6, "attributes") { list in
        writeAttributes(ofRequest, to: &list)
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

  private func writeAttributes(_ http: HTTPAttributes, to list: inout OTLPWriter) {
    write(record.fields, OTLPAttributes.ofRequests, to: &list)
    if let route = http.route { list.attribute("http.route", route) }
    http.write(to: &list)
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
