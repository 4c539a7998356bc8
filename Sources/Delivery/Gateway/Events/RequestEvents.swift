// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import Edges
import HTTPClient
import HTTPServer
import HTTPValues
import Plans
import Reactor
package import Signals
import Sites

/// Records requests as events: one event for each, when its response is decided. It belongs to a loop.
package final class RequestEvents {
  /// Nanoseconds of calls from which on a request is notable.
  package static let slow: Int64 = 1_000_000_000

  let recorder: EventRecorder
  let site: String?
  let queries: EventQueries
  private let addresses: EventAddresses
  /// The trusted edges in front of the site.
  var edges = TrustedEdges([])
  /// The next id for a request without one.
  private var nextID = UInt64.random(in: .min ... .max)
  // Made once, since the name of an enumeration's case takes reflection.
  private let stepNames = RequestStep.names
  private let sourceNames = GatewayCounters.Source.names
  private let outcomeNames = GatewayCounters.CallOutcome.names
  /// The last failed call to each backend.
  private(set) var failures = LastFailures()
  /// Time of the last recorded request that a rate limit refused.
  private var lastLimited: Int64?
  private var address = ByteBuffer(capacity: 48)
  /// Room for endpoints as text.
  private var endpointText: [UInt8] = []

  /// - Parameters:
  ///   - recorder: the recorder of the loop.
  ///   - site: the site whose requests these are; `nil` for those of no site.
  ///   - queries: the parameters of queries that are shown.
  ///   - addresses: how much of the addresses of clients is shown.
  package init(
    _ recorder: EventRecorder,
    of site: String?,
    queries: EventQueries = EventQueries(),
    addresses: EventAddresses = .network
  ) {
    self.addresses = addresses
    self.recorder = recorder
    self.site = site
    self.queries = queries
  }

  /// Nanoseconds between two events of requests that a rate limit refused.
  private static let limitedPause: Int64 = 10_000_000_000

  /// Records a request. Of those that a rate limit refused, one now and then is recorded as an
  /// example: all are counted, and a client that sends too many must not fill the log.
  ///
  /// - Parameters:
  ///   - times: the calls that were made for it.
  ///   - time: nanoseconds of Unix time.
  func record(
    _ request: borrowing RequestView,
    from peer: Peer,
    status: Int,
    _ given: GivenAnswer,
    _ times: CallTimes?,
    at time: Int64
  ) {
    if given.source == .limited {
      if let lastLimited, time >= lastLimited, time - lastLimited < RequestEvents.limitedPause {
        return
      }
      lastLimited = time
    }
    let isDegraded = given.isDegraded
    let slow = given.slow
    let isSlow = times.map { $0.nanoseconds >= slow ?? RequestEvents.slow } ?? false
    let hasFailedCall = times?.hasFailedCall ?? false
    recorder.record(
      .request,
      status >= 500 ? .error : isDegraded || hasFailedCall ? .warning : .info,
      at: time,
      isNotable: status >= 500 || isDegraded || isSlow || hasFailedCall
    ) { event in
      add(request, from: peer, times?.trace, to: event)
      event.add(.status, status)
      event.add(.step, stepNames[given.step.rawValue])
      event.add(.source, sourceNames[given.source.rawValue])
      addContent(of: given, request, to: event)
      if slow != nil, times != nil { event.add(.isSlow, isSlow) }
      if isDegraded { event.add(.degraded, true) }
      let isPreconditionFailed = status == Int(Status.preconditionFailed.code)
      let report = isPreconditionFailed ? ContentProblems.preconditionFailed.report : given.report
      if let report { add(report, of: request, to: event) }
      event.add(.errorDocument, given.errorDocument)
      guard let times else { return }
      event.add(.duration, nanoseconds: times.nanoseconds)
      addCalls(of: times, for: request, at: time, to: event)
    }
  }

  /// Records a request without an answer of its handler.
  ///
  /// - Parameters:
  ///   - status: what the server answers in its place; `nil` where nobody is there any more.
  ///   - failure: why; `nil` for an error of the handler, which is a bug.
  func record(
    _ request: borrowing RequestView,
    from peer: Peer,
    failedAt step: RequestStep,
    of document: String,
    status: Status?,
    _ failure: (any Failure)?,
    _ times: CallTimes?,
    at time: Int64
  ) {
    let isOurs = failure.map { $0.origin != .client } ?? true
    recorder.record(.request, isOurs ? .error : .warning, at: time, isNotable: true) { event in
      add(request, from: peer, times?.trace, to: event)
      if let status { event.add(.status, Int(status.code)) }
      event.add(.step, stepNames[step.rawValue])
      event.add(.document, document)
      let isGone = failure != nil && status == nil
      event.add(.errorMessage, isGone ? "broken_off" : failure?.label ?? "handler_error")
      event.add(.errorDetail, failure?.context ?? "an error of the handler; expected an answer")
      guard let times else { return }
      event.add(.duration, nanoseconds: times.nanoseconds)
      addCalls(of: times, for: request, at: time, to: event)
    }
  }

  /// Records a request that was passed on, once it is over.
  ///
  /// - Parameters:
  ///   - record: what is known of its way along the pass.
  ///   - isWhole: whether the client has got the whole answer.
  func record(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ record: PassRecord,
    status: Status?,
    isWhole: Bool,
    after duration: Duration,
    at time: Int64
  ) {
    let (times, log) = (record.times, record.route.facts.log)
    // An answer that was decided after the client had left reached nobody.
    let hasLeft = !isWhole && (status == nil || times.calls.last?.failure?.origin == .client)
    let status = hasLeft ? nil : status
    let hasFailed = !hasLeft && (status?.code ?? 500) >= 500
    let hasFailedCall = times.hasFailedCall
    let slow = log.slow?.nanoseconds
    let isSlow = times.calls.contains { $0.nanoseconds >= slow ?? RequestEvents.slow }
    recorder.record(
      .request,
      hasFailed ? .error : hasFailedCall || !isWhole ? .warning : .info,
      at: time,
      isNotable: hasFailed || hasFailedCall || isSlow || !isWhole
    ) { event in
      add(request, from: peer, times.trace, to: event)
      if let status { event.add(.status, Int(status.code)) }
      event.add(.step, stepNames[RequestStep.pass.rawValue])
      let source = times.calls.isEmpty ? GatewayCounters.Source.kept : .passed
      event.add(.source, sourceNames[source.rawValue])
      event.add(.pass, record.route.facts.prefix)
      for text in CapturedValues.texts(log, of: request) { event.add(.captured, text) }
      if slow != nil { event.add(.isSlow, isSlow) }
      if let report = record.report {
        add(report, of: request, to: event)
      } else if let refusal = record.refusal {
        add(refusal, of: record.route.declaration.backend, to: event)
      }
      if !isWhole { event.add(.errorMessage, "broken_off") }
      event.add(.duration, nanoseconds: duration.nanoseconds)
      addCalls(of: times, for: request, at: time, to: event)
    }
  }

  /// Adds the problem that the client got instead of an answer, and its cause.
  private func add(
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

  /// Adds the refusal of a service in this process, which the client got as it is.
  private func add(_ refusal: RefusalNote, of service: String, to event: EventEncoder) {
    event.add(.problem, refusal.code)
    let entity = refusal.entity.map { ", \($0)" } ?? ""
    event.add(.errorDetail, "backend \(service)\(entity): \(refusal.context)")
  }

  private func add(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ trace: RequestTrace?,
    to event: EventEncoder
  ) {
    event.add(.site, site)
    addSender(of: request, from: peer, trace, to: event)
    event.add(.method, request.method.name)
    event.add(.host, request.authority)
    event.add(.path, request.path)
    addQuery(of: request, to: event)
  }

  private func add(_ field: EventField, _ id: TraceID, to event: EventEncoder) {
    let digits = id.digits
    event.add(field, digits.span)
  }

  private func add(_ field: EventField, _ id: SpanID, to event: EventEncoder) {
    let digits = id.digits
    event.add(field, digits.span)
  }

  private func addSender(
    of request: borrowing RequestView,
    from peer: Peer,
    _ trace: RequestTrace?,
    to event: EventEncoder
  ) {
    if let index = request.fields.firstIndex(of: .xRequestId) {
      event.add(.requestID, request.fields.value(at: index))
    } else {
      let digits = nextID.hexadecimalDigits
      event.add(.requestID, digits.span)
      nextID &+= 1
    }
    if let trace {
      add(.traceID, trace.context.trace, to: event)
      add(.spanID, trace.context.span, to: event)
      if let parent = trace.parent { add(.parentSpanID, parent, to: event) }
    } else if let sender = TraceContext(request.fields) {
      add(.traceID, sender.trace, to: event)
      add(.parentSpanID, sender.span, to: event)
    }
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

  private func addContent(
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
    guard !answer.isForOne else { return add(answer.shared.facts, answer.expire, to: event) }
    answer.eventFields = event.addKeeping { event in
      add(answer.shared.facts, answer.expire, to: event)
    }
  }

  private func add(_ facts: AnswerFacts, _ expire: UnixTime, to event: EventEncoder) {
    event.add(.document, facts.document)
    event.add(.audience, facts.audience)
    event.add(.languageServed, facts.language)
    if let asked = facts.languageAsked {
      event.add(.languageAsked, asked)
      event.add(.fallbackSteps, facts.fallbackSteps)
    }
    for text in facts.experiments { event.add(.experiment, text) }
    for text in facts.captured { event.add(.captured, text) }
    event.add(.cacheKey, facts.key)
    event.add(.expire, instant: expire.seconds)
  }

  private func addCalls(
    of times: CallTimes,
    for request: borrowing RequestView,
    at time: Int64,
    to event: EventEncoder
  ) {
    let calls = times.calls
    for place in calls.indices {
      if calls[place].isFailureOfBackend { note(calls[place], for: request, at: time) }
      event.add(.backends) { event in
        event.add(.backendCall, calls[place].call)
        event.add(.backendName, calls[place].backend)
        event.add(.backendOutcome, outcomeNames[calls[place].outcome.rawValue])
        event.add(.backendBegin, nanoseconds: calls[place].begun.nanoseconds(since: times.begun))
        event.add(.backendDuration, nanoseconds: calls[place].nanoseconds)
        event.add(.backendTarget, queries.shown(calls[place].target))
        if let span = calls[place].sent?.span {
          add(calls[place].sent?.endpoint, to: event)
          if let status = calls[place].sent?.status {
            event.add(.backendStatus, Int(status.code))
          }
          if let attempts = calls[place].sent?.attempts, attempts != 1 {
            event.add(.backendAttempts, attempts)
          }
          add(.backendSpanID, span, to: event)
        }
        event.add(.backendErrorMessage, calls[place].reason)
        event.add(.backendErrorDetail, calls[place].failure?.context)
      }
    }
  }

  /// Remembers a failed call of the request whose event is being recorded.
  private func note(
    _ call: CallLog.Entry,
    for request: borrowing RequestView,
    at time: Int64
  ) {
    let digits = (nextID &- 1).hexadecimalDigits
    let id = request.fields.text(.xRequestId) ?? digits.span.text
    let failure = LastFailure(call, at: time, request: id, showing: queries)
    if let failure { failures.note(failure) }
  }

  private func add(_ endpoint: Destination?, to event: EventEncoder) {
    guard let endpoint else { return }
    endpointText.removeAll(keepingCapacity: true)
    endpoint.write(to: &endpointText)
    let text = endpointText
    event.add(.backendEndpoint, text.span)
  }
}

extension GivenAnswer {
  /// The nanoseconds from which on a call of the document counts as slow; `nil` for the usual
  /// limit.
  fileprivate var slow: Int64? {
    if case .content(let answer) = content { answer.shared.facts.slow } else { nil }
  }

  /// Whether a part is missing or replaced by a default, or the answer is stale.
  var isDegraded: Bool {
    guard case .content(let answer) = content else { return false }
    return answer.shared.freshness.isDegraded || source == .stale
  }
}
