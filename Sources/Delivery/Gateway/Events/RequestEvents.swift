// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentResolution
import Edges
import HTTPServer
import HTTPValues
import Plans
import Reactor
import Services
package import Signals
import Sites

/// Records requests as events: one event for each, when its response is decided. It belongs to a loop.
package final class RequestEvents {
  /// Nanoseconds of calls from which on a request is notable.
  package static let slow: Int64 = 1_000_000_000

  let recorder: EventRecorder
  let site: String?
  let queries: EventQueries
  let addresses: EventAddresses
  let headers: EventHeaders
  /// The trusted edges in front of the site.
  var edges = TrustedEdges([])
  /// The preview whose draft is asked for; `nil` for none.
  var preview: String?
  /// The next id for a request without one.
  var nextID = UInt64.random(in: .min ... .max)
  // Made once, since the name of an enumeration's case takes reflection.
  let stepNames = RequestStep.names
  private let sourceNames = GatewayCounters.Source.names
  let outcomeNames = GatewayCounters.CallOutcome.names
  /// The last failed call to each backend.
  var failures = LastFailures()
  /// Time of the last recorded request that a rate limit refused.
  private var lastLimited: Int64?
  var address = ByteBuffer(capacity: 48)
  /// The fields of each pair of scheme and version.
  var protocols = [EncodedFields?](repeating: nil, count: 8)

  /// - Parameters:
  ///   - recorder: the recorder of the loop.
  ///   - site: the site whose requests these are; `nil` for those of no site.
  ///   - queries: the parameters of queries that are shown.
  ///   - addresses: how much of the addresses of clients is shown.
  ///   - headers: the fields of requests and responses that are shown.
  ///   - preview: the preview whose draft is asked for.
  package init(
    _ recorder: EventRecorder,
    of site: String?,
    queries: EventQueries = EventQueries(),
    addresses: EventAddresses = .network,
    headers: EventHeaders = EventHeaders(),
    preview: DraftID? = nil
  ) {
    self.preview = preview.map { "\($0)" }
    self.addresses = addresses
    self.headers = headers
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
  ///   - answer: the response, whose fields may be shown.
  func record(
    _ request: borrowing RequestView,
    from peer: Peer,
    status: Int,
    _ given: GivenAnswer,
    _ times: CallTimes?,
    at time: Int64,
    answer: ReadyAnswer? = nil
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
      let isTraced = add(request, from: peer, times?.trace, to: event)
      if !isTraced, times == nil, !isDegraded { event.markPlain() }
      event.add(.status, status)
      if !headers.response.isEmpty { add(answer, to: event) }
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
  ///   - times: the requests to the service.
  ///   - refusal: that of the site's records.
  ///   - isWhole: whether the client has got the whole answer.
  func record(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ record: PassRecord,
    _ times: CallTimes,
    status: Status?,
    _ refusal: RefusalNote?,
    isWhole: Bool,
    after duration: Duration,
    at time: Int64
  ) {
    let log = record.route.facts.log
    // An answer that was decided after the client had left reached nobody.
    let hasLeft = !isWhole && (status == nil || times.calls.last?.failure?.origin == .client)
    let status = hasLeft ? nil : status
    let hasFailed = !hasLeft && (status?.code ?? 500) >= 500
    let hasFailedCall = times.hasFailedCall
    let slow = log.slow?.nanoseconds
    let isSlow = times.hasCall(lasting: slow ?? RequestEvents.slow)
    recorder.record(
      .request,
      hasFailed ? .error : hasFailedCall || !isWhole ? .warning : .info,
      at: time,
      isNotable: hasFailed || hasFailedCall || isSlow || !isWhole
    ) { event in
      add(request, from: peer, times.trace, to: event)
      if let status { event.add(.status, Int(status.code)) }
      if let fields = record.answered {
        add(.responseField, headers.response, of: fields.view, to: event)
      }
      event.add(.step, stepNames[RequestStep.pass.rawValue])
      let source: GatewayCounters.Source =
        record.isOfRecords ? .record : times.calls.isEmpty ? .kept : .passed
      event.add(.source, sourceNames[source.rawValue])
      event.add(.pass, record.route.facts.prefix)
      for text in CapturedValues.texts(log, of: request) { event.add(.captured, text) }
      if slow != nil { event.add(.isSlow, isSlow) }
      if let report = record.report {
        add(report, of: request, to: event)
      } else if let refusal {
        add(refusal, of: record.route.declaration.backend, to: event)
      }
      if !isWhole { event.add(.errorMessage, "broken_off") }
      event.add(.duration, nanoseconds: duration.nanoseconds)
      addCalls(of: times, for: request, at: time, to: event)
    }
  }
}

extension GivenAnswer {
  /// The nanoseconds from which on a call of the document counts as slow; `nil` for the usual
  /// limit.
  fileprivate var slow: Int64? {
    if case .content(let answer) = content { answer.shared.kind.members.facts.slow } else { nil }
  }

  /// Whether a part is missing or replaced by a default, or a stale answer stands in for one that failed. One that
  /// is stale while it is composed anew is as its document declares.
  var isDegraded: Bool {
    guard case .content(let answer) = content else { return false }
    return answer.shared.isDegraded || answer.isStale && answer.cacheResult != .stale
  }
}
