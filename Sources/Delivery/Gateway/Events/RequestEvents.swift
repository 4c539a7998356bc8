// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import Edges
import HTTPValues
package import Signals

/// Records requests as events: one event for each, when its response is decided. It belongs to a loop.
package final class RequestEvents {
  /// A request with calls that took so long is notable, in nanoseconds.
  package static let slow: Int64 = 1_000_000_000

  private let recorder: EventRecorder
  private let site: String?
  let queries: EventQueries
  /// The next id of a request that brings none. Its 15 hexadecimal digits are as many as a `String`
  /// has room for without allocation.
  private var nextID = UInt64.random(in: 0..<1 << 60)
  // Made once, since it takes reflection to find the name of an enumeration's case.
  private let stepNames = RequestStep.names
  private let sourceNames = GatewayCounters.Source.names
  private let outcomeNames = GatewayCounters.CallOutcome.names

  /// - Parameters:
  ///   - recorder: the recorder of the loop.
  ///   - site: the site whose requests these are; `nil` for those of no site.
  ///   - queries: the parameters of queries that are shown.
  package init(
    _ recorder: EventRecorder,
    of site: String?,
    queries: EventQueries = EventQueries()
  ) {
    self.recorder = recorder
    self.site = site
    self.queries = queries
  }

  /// Records a request.
  ///
  /// - Parameters:
  ///   - times: the calls of a plan that was run for it.
  ///   - time: nanoseconds of Unix time.
  func record(
    _ request: borrowing RequestView,
    status: Int,
    _ given: GivenAnswer,
    _ times: PlanTimes?,
    at time: Int64
  ) {
    let isDegraded = given.isDegraded
    let isSlow = times.map { $0.nanoseconds >= RequestEvents.slow } ?? false
    let hasFailedCall = times?.calls.contains { $0.outcome == .failed } ?? false
    recorder.record(
      .request,
      status >= 500 ? .error : isDegraded || hasFailedCall ? .warning : .info,
      at: time,
      isNotable: status >= 500 || isDegraded || isSlow || hasFailedCall
    ) { event in
      event.add(.site, site)
      addSender(of: request, to: event)
      event.add(.method, request.method.name)
      event.add(.host, request.authority)
      event.add(.path, request.path)
      addQuery(of: request, to: event)
      event.add(.status, status)
      event.add(.step, stepNames[given.step.rawValue])
      event.add(.source, sourceNames[given.source.rawValue])
      addContent(of: given, to: event)
      if isDegraded { event.add(.degraded, true) }
      event.add(.failedCall, given.failure?.call)
      event.add(.errorMessage, given.failure?.reason)
      guard let times else { return }
      event.add(.duration, nanoseconds: times.nanoseconds)
      for call in times.calls { add(call, to: event) }
    }
  }

  private func addSender(of request: borrowing RequestView, to event: EventEncoder) {
    if let index = request.fields.firstIndex(of: .xRequestId) {
      event.add(.requestID, request.fields.value(at: index))
    } else {
      event.add(.requestID, String(nextID, radix: 16))
      nextID = (nextID + 1) % (1 << 60)
    }
    if let trace = TraceContext(request.fields) {
      event.add(.traceID, "\(trace.trace)")
      event.add(.parentSpanID, "\(trace.span)")
    }
    guard let app = request.fields.combined(VisitorClaims.appField).map({ AppField($0) }) else {
      return
    }
    event.add(.session, app.claim.session)
    for name in app.droppedNames { event.add(.droppedMembers, name) }
  }

  private func addQuery(of request: borrowing RequestView, to event: EventEncoder) {
    let path = request.path.count
    guard path < request.target.count else { return }
    let (shown, withheld) = queries.shown(query: request.target.extracting((path + 1)...).text)
    event.add(.query, shown)
    if withheld > 0 { event.add(.withheldParameters, withheld) }
  }

  private func addContent(of given: GivenAnswer, to event: EventEncoder) {
    guard case .content(let answer) = given.content else {
      event.add(.document, given.document)
      return
    }
    let facts = answer.shared.facts
    event.add(.document, facts.document)
    event.add(.audience, facts.audience)
    event.add(.languageServed, facts.language)
    event.add(.cacheKey, facts.key)
    event.add(.expire, instant: answer.expire.seconds)
  }

  private func add(_ call: CallLog.Entry, to event: EventEncoder) {
    event.add(.backends) { event in
      event.add(.backendCall, call.call)
      event.add(.backendName, call.backend)
      event.add(.backendOutcome, outcomeNames[call.outcome.rawValue])
      event.add(.backendDuration, nanoseconds: call.nanoseconds)
      event.add(.backendErrorMessage, call.reason)
    }
  }
}

extension GivenAnswer {
  /// Whether a part is missing or a default, or the answer is stale.
  fileprivate var isDegraded: Bool {
    guard case .content(let answer) = content else { return false }
    return answer.shared.freshness.isDegraded || source == .stale
  }
}
