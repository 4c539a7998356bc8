// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import Passing
import Reactor
import Services

/// Record of a request along a pass, for its event: its trace, and the requests to the service. It
/// belongs to a loop.
final class PassRecord {
  let route: PassRoute
  let trace: RequestTrace
  let begun: Instant
  /// Result of the cache lookup, if the pass has a cache.
  var cacheResult = CacheResult.bypass
  /// Whether the records of the site were asked, which are no service.
  var isOfRecords = false
  /// The problem that the client gets; `nil` for none.
  var report: ProblemReport?
  /// Whether the fields of the response are kept for the event.
  var keepsFields = false
  /// The fields of the service's answer, if they are kept.
  private(set) var answered: Fields?
  /// The request, as long as it is passed on and its answer is not stored.
  var passed: PassedRequest?
  private let core: LoopCore
  private let tracer: Tracer
  /// The requests before the last one: most need no other.
  private var earlier: [CallRecord] = []
  /// The last request and its outcome.
  private var target = ""
  private var method = Method.get
  private var sent: CallRecord.Sent?
  private var sentAt: Instant
  private var failure: (any Failure)?
  /// Duration of the last request; `nil` while it is under way.
  private var nanoseconds: Int64?

  init(_ fields: FieldsView, along route: PassRoute, _ tracer: Tracer, on core: LoopCore) {
    self.route = route
    self.tracer = tracer
    self.core = core
    trace = tracer.trace(of: fields)
    begun = core.now
    sentAt = core.now
  }

  /// Records that a request goes to the service, as a span of the trace.
  func send(_ request: inout Request) {
    if let last { earlier.append(last) }
    failure = nil
    nanoseconds = nil
    let span = tracer.newSpan()
    request.fields.set(trace.context.with(span), trace.state)
    request.fields.set(FieldName(.xRequestId), trace.requestID(of: request.fields))
    target = request.target
    method = request.method
    sent = CallRecord.Sent(span)
    sentAt = core.now
  }

  /// Records that the head of the service's answer has come.
  ///
  /// - Parameter endpoint: the address that was asked; `nil` where only its service knows that.
  func answered(_ response: Response, at endpoint: Destination?) {
    let status = response.status
    if keepsFields { answered = response.fields }
    sent?.status = status
    sent?.endpoint = endpoint
    guard status.code >= 500 else { return add(nil) }
    // The client gets that answer; in the log it is a failure of the service.
    var fault = BackendFault(
      .wrongStatus,
      of: route.declaration.backend,
      "status \(status.code)",
      expected: "one below 500"
    )
    fault.endpoint = endpoint
    fault.answered = status
    fault.attempts = 1
    add(ServiceFault(fault))
  }

  /// Records that no answer has come.
  func failed(_ fault: BackendFault) {
    // A failure that the client caused, such as leaving, is no problem of a service.
    let isOfService = fault.origin != .client && fault.kind.status.code >= 500
    let kind = isOfService ? ProblemKind(ofService: fault.kind.status) : nil
    report = kind.map { ProblemReport($0, detail: fault.description) }
    add(fault)
  }

  /// Whether a request to the service was made.
  var hasAsked: Bool { sent != nil }

  /// The pending work of the request, before its answer begins.
  var wait: String {
    let backend = route.declaration.backend
    let isAsking = isOfRecords || sent != nil && nanoseconds == nil
    return !isAsking && route.keepsAnswers ? "another request that fetches the same" : backend
  }

  private func add(_ failure: (any Failure)?) {
    guard sent != nil, nanoseconds == nil else { return }
    if let fault = failure as? BackendFault {
      sent?.endpoint = fault.endpoint
      sent?.attempts = fault.attempts
    }
    self.failure = failure
    nanoseconds = core.now.nanoseconds(since: sentAt)
  }

  /// The last request, once something has come of it. It is put together when it is asked for, since a stream
  /// of events would hold it for long.
  private var last: CallRecord? {
    guard let sent, let nanoseconds else { return nil }
    return CallRecord(
      call: route.facts.prefix,
      backend: route.declaration.backend,
      method: method,
      template: route.facts.prefix,
      target: target,
      outcome: failure == nil ? .fetched : .failed,
      reason: failure?.label,
      failure: failure,
      sent: sent,
      begun: sentAt,
      nanoseconds: nanoseconds
    )
  }

  /// The requests to the service so far.
  var times: CallTimes {
    var calls = earlier
    if let last { calls.append(last) }
    return CallTimes(calls, in: trace, since: begun, to: core.now)
  }
}
