// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor
import Signals

/// The parts of the events of requests.
extension RequestEvents {
  /// Adds the problem that the client got instead of an answer, and its cause.
  func add(
    _ report: ProblemReport,
    of request: borrowing RequestView,
    to event: EventEncoder
  ) {
    event.add(.problem, report.kind.rawValue)
    event.add(.failedCall, report.failure?.call)
    event.add(.errorMessage, report.failure?.reason)
    if let detail = report.failure?.cause?.description ?? report.detail {
      return event.add(.errorDetail, detail)
    }
    let seen = report.kind.decidingFields.compactMap { field in
      request.fields.text(field).map { "\(field.name): \($0); " }
    }
    event.add(.errorDetail, "\(seen.joined())expected \(report.kind.expected)")
  }

  /// Adds the refusal of the site's records, which the client got as it is.
  func add(_ refusal: RefusalNote, of service: String, to event: EventEncoder) {
    event.add(.problem, refusal.code)
    let entity = refusal.entity.map { ", \($0)" } ?? ""
    event.add(.errorDetail, "backend \(service)\(entity): \(refusal.context)")
  }

  /// Adds the request and its sender, and returns whether it belongs to a trace.
  @discardableResult
  func add(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ trace: RequestTrace?,
    to event: EventEncoder
  ) -> Bool {
    event.add(.site, site)
    event.add(.preview, preview)
    let isTraced = addTrace(of: request, trace, to: event)
    addSender(of: request, from: peer, to: event)
    addProtocol(of: request, to: event)
    event.add(.method, request.method.name)
    event.add(.host, request.authority)
    event.add(.path, request.path)
    addQuery(of: request, to: event)
    add(.requestField, headers.request, of: request.fields, to: event)
    return isTraced
  }

  /// Adds the fields of a request or a response that are shown, as far as it has them.
  func add(
    _ field: EventField,
    _ names: [FieldName],
    of fields: borrowing FieldsView,
    to event: EventEncoder
  ) {
    for name in names {
      if let value = fields.combined(name) { event.add(field, "\(name): \(value)") }
    }
  }

  /// Adds the fields of a response that are shown.
  func add(_ answer: ReadyAnswer?, to event: EventEncoder) {
    switch answer {
    case .response(let response, _)?:
      add(.responseField, headers.response, of: response.fields.view, to: event)
    case .prepared(let response)?:
      let found = response.shownFields
      for name in headers.response {
        let values = found.filter { $0.name == "\(name)" }.map(\.value)
        if !values.isEmpty {
          event.add(.responseField, "\(name): \(values.joined(separator: ", "))")
        }
      }
    case nil: break
    }
  }

  /// Adds scheme and version, which are encoded once for each pair.
  private func addProtocol(of request: borrowing RequestView, to event: EventEncoder) {
    let (scheme, version) = (request.scheme, request.version)
    let place = Int(scheme.rawValue) << 2 | Int(version.rawValue)
    if let fields = protocols[place] { return event.add(fields) }
    protocols[place] = event.addKeeping { event in
      event.add(.scheme, "\(scheme.name)")
      event.add(.protocolVersion, version.label)
    }
  }

  private func add(_ field: EventField, _ id: TraceID, to event: EventEncoder) {
    let digits = id.digits
    event.add(field, digits.span)
  }

  private func add(_ field: EventField, _ id: SpanID, to event: EventEncoder) {
    let digits = id.digits
    event.add(field, digits.span)
  }

  private func addTrace(
    of request: borrowing RequestView,
    _ trace: RequestTrace?,
    to event: EventEncoder
  ) -> Bool {
    if let index = request.fields.firstIndex(of: .xRequestId) {
      event.add(.requestID, request.fields.value(at: index))
    } else if let trace {
      add(.requestID, trace.context.span, to: event)
    } else {
      let digits = nextID.hexadecimalDigits
      event.add(.requestID, digits.span)
      nextID &+= 1
    }
    if let trace {
      add(.traceID, trace.context.trace, to: event)
      add(.spanID, trace.context.span, to: event)
      if let parent = trace.parent { add(.parentSpanID, parent, to: event) }
      return true
    }
    guard let sender = TraceContext(request.fields) else { return false }
    add(.traceID, sender.trace, to: event)
    add(.parentSpanID, sender.span, to: event)
    return true
  }

  private func addSender(
    of request: borrowing RequestView,
    from peer: Peer,
    to event: EventEncoder
  ) {
    let app = request.fields.combined(VisitorClaims.appField).map { AppField($0) }
    event.add(.session, app?.claim.session)
    for name in app?.droppedNames ?? [] { event.add(.droppedMembers, name) }
    let socket = IPAddress(peer.client)
    let edge = edges.edge(at: socket)
    event.add(.country, app?.claim.country ?? edge?.country(in: request))
    event.add(.device, app?.claim.device ?? edge?.device(in: request))
    guard let client = edges.client(of: request, from: socket, by: edge),
      let shown = addresses.shown(client)
    else { return }
    address.removeAll()
    shown.append(to: &address)
    RequestEvents.add(.client, address, to: event)
  }

  private static func add(
    _ field: EventField,
    _ text: borrowing ByteBuffer,
    to event: EventEncoder
  ) {
    event.add(field, text.span)
  }

  private func addQuery(of request: borrowing RequestView, to event: EventEncoder) {
    let path = request.path.count
    guard path < request.target.count else { return }
    let (shown, withheld) = queries.shown(query: request.target.extracting((path + 1)...).text)
    event.add(.query, shown)
    if withheld > 0 { event.add(.withheldParameters, withheld) }
  }

  func addContent(
    of given: GivenAnswer,
    _ request: borrowing RequestView,
    to event: EventEncoder
  ) {
    guard case .content(let answer) = given.content else {
      event.add(.document, given.document)
      for text in given.report?.captured ?? [] { event.add(.captured, text) }
      if let pass = given.pass {
        for text in CapturedValues.texts(pass.log, of: request) { event.add(.captured, text) }
      }
      return
    }
    if let fields = answer.eventFields { return event.add(fields) }
    guard !answer.isForOne else { return add(answer, to: event) }
    answer.eventFields = event.addKeeping { event in add(answer, to: event) }
  }

  private func add(_ answer: ContentAnswer, to event: EventEncoder) {
    let facts = answer.shared.kind.members.facts
    event.add(.document, answer.shared.path)
    event.add(.audience, facts.audience)
    event.add(.languageServed, facts.language)
    if let asked = facts.languageAsked {
      event.add(.languageAsked, asked)
      event.add(.fallbackSteps, facts.fallbackSteps)
    }
    for text in facts.experiments { event.add(.experiment, text) }
    for text in answer.shared.captured { event.add(.captured, text) }
    event.add(.cacheKey, answer.cacheKey.span)
    event.add(.expire, instant: answer.expire.seconds)
  }

  func addCalls(
    of times: CallTimes,
    for request: borrowing RequestView,
    at time: Int64,
    to event: EventEncoder
  ) {
    let calls = times.calls
    for place in calls.indices {
      if calls[place].isFailureOfBackend {
        note(calls[place], for: request, times.trace, at: time)
      }
      event.add(.backends) { event in
        event.add(.backendCall, calls[place].call)
        event.add(.backendName, calls[place].backend)
        event.add(.backendOutcome, outcomeNames[calls[place].outcome.rawValue])
        event.add(.backendBegin, nanoseconds: calls[place].begun.nanoseconds(since: times.begun))
        event.add(.backendDuration, nanoseconds: calls[place].nanoseconds)
        event.add(.backendTarget, queries.shown(calls[place].target))
        if let span = calls[place].sent?.span {
          event.add(.backendEndpoint, calls[place].sent?.endpoint?.description)
          if let status = calls[place].sent?.status {
            event.add(.backendStatus, Int(status.code))
          }
          if let attempts = calls[place].sent?.attempts, attempts != 1 {
            event.add(.backendAttempts, attempts)
          }
          add(.backendSpanID, span, to: event)
          event.add(.backendMethod, calls[place].method.name)
          // A declared query may have values that no event shows.
          let path = calls[place].template.utf8.prefix { $0 != UInt8(ascii: "?") }
          let end = path.last == UInt8(ascii: "{") ? 1 : 0
          event.add(.backendTemplate, String(Substring(path.dropLast(end))))
        }
        event.add(.backendErrorMessage, calls[place].reason)
        event.add(.backendErrorDetail, calls[place].failure?.context)
      }
    }
  }

  /// Remembers a failed call of the request whose event is being recorded.
  private func note(
    _ call: CallRecord,
    for request: borrowing RequestView,
    _ trace: RequestTrace?,
    at time: Int64
  ) {
    let own = trace?.context.span.digits ?? (nextID &- 1).hexadecimalDigits
    let id = request.fields.text(.xRequestId) ?? own.span.text
    let failure = LastFailure(call, at: time, request: id, showing: queries)
    if let failure { failures.note(failure) }
  }
}
