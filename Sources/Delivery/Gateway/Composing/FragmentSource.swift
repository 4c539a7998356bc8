// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import ContentModel
import DataFiles
import Edges
import HTTPValues
import JSONValues
import Plans
import Reactor
import ResourceService

extension Absence: CachePayload {
  package var byteCount: Int { tags.reduce(reason.utf8.count + 64) { $0 + $1.utf8.count } }
}

/// Gets the answers of services: stored ones, and new ones once for all who want them. It belongs
/// to a loop.
final class FragmentSource {
  /// Milliseconds for which a failed service is not asked if a stale answer can stand in.
  static let pauseMilliseconds: Int64 = 1_000

  let coalescer: LoopCoalescer
  let services: Services
  private let counters: GatewayCounters
  /// Counts the answers of services for the sketch of the traffic; `nil` where none is kept.
  private let traffic: TrafficCounter?
  /// The cache of another gateway, in place of calls; `nil` for a gateway that serves visitors.
  let recorded: RecordedAnswers?

  init(
    _ coalescer: LoopCoalescer,
    _ services: Services,
    _ counters: GatewayCounters,
    _ traffic: TrafficCounter?,
    recorded: RecordedAnswers? = nil
  ) {
    self.coalescer = coalescer
    self.services = services
    self.counters = counters
    self.traffic = traffic
    self.recorded = recorded
  }

  var store: AnswerStore { coalescer.store }
  var core: LoopCore { coalescer.core }
  var now: Int64 { coalescer.now }

  /// Looks up an answer as a part of a run's document.
  func open(_ key: CacheKey, in run: DocumentRun, isShared: Bool) -> Opening {
    store.open(key, of: .fragments, partOf: run.purgePaths, isShared: isShared, at: now)
  }

  /// Fetches an answer: from the store at once, or from the service.
  func fetch(_ request: CallRequest, in run: DocumentRun) -> FragmentFetch? {
    let begun = core.now
    let key = key(of: request, run.request.rolloutTags)
    recorded?.hand(key, to: store, partOf: run.purgePaths, at: now)
    let service = services.service(
      named: request.backend,
      ofCandidate: run.composition.site.isCandidate
    )
    let found = open(key, in: run, isShared: !(service?.seesCredentials ?? false))
    if case .fresh(let entry) = found, let fragment = entry.fragment {
      if let breach = run.prepared.breach(of: fragment, to: request) {
        let fault = ServiceFault(.shape(breach), of: request.backend)
        note(request, .failed, fault.label, fault, since: begun, for: run)
        request.end(.failure(CallFailure(fault, .shared)))
      } else {
        note(request, .kept, since: begun, for: run)
        request.end(.fragment(fragment))
      }
      return nil
    }
    let fetch = FragmentFetch(
      request,
      in: run,
      from: self,
      service,
      since: begun,
      isAwaited: true
    )
    fetch.begin(key, found)
    return fetch
  }

  func note(
    _ request: CallRequest,
    _ outcome: GatewayCounters.CallOutcome,
    _ reason: String? = nil,
    _ failure: ServiceFault? = nil,
    _ sent: consuming CallRecord.Sent? = nil,
    since begun: Instant,
    for run: DocumentRun
  ) {
    counters.called(outcome)
    run.composition.record(
      CallRecord(
        call: request.name,
        backend: request.backend,
        method: request.method,
        template: request.template,
        target: request.target,
        outcome: outcome,
        reason: reason,
        failure: failure,
        sent: sent,
        begun: begun,
        nanoseconds: core.now.nanoseconds(since: begun)
      ),
      endedAt: core.momentNow
    )
  }

  /// Reads an answer of a service, which has to be as the document of a run expects.
  func fragment(
    _ answer: BackendAnswer,
    _ request: CallRequest,
    _ service: Service?,
    for run: DocumentRun
  ) throws(ServiceFault) -> Fragment {
    let freshness = Freshness(
      of: answer.head.fields.view,
      within: request.lifetimes,
      seesCredentials: service?.seesCredentials ?? false,
      at: UnixTime(seconds: core.wallSeconds)
    )
    let body = try json(of: answer, request, service)
    return try fragment(body, freshness, request, service, for: run)
  }

  /// The body of an answer, which may be in XML.
  private func json(
    of answer: BackendAnswer,
    _ request: CallRequest,
    _ service: Service?
  ) throws(ServiceFault) -> [UInt8] {
    let fields = answer.head.fields.view
    guard let index = fields.onlyIndex(of: .contentType),
      AnswerRules.xmlTypes.contains(where: { $0.matches(fields.value(at: index)) })
    else { return answer.body }
    do throws(DataFileError) {
      return try XMLAnswer.json(of: answer.body, by: request.xml ?? XMLRules())
    } catch {
      service?.backend?.bodyIsUnreadable()
      throw ServiceFault(.xml(error), of: request.backend)
    }
  }

  /// Reads an answer of the site's records.
  func fragment(
    _ reply: ResourceReply,
    _ request: CallRequest,
    _ service: Service,
    for run: DocumentRun
  ) throws(ServiceFault) -> Fragment {
    let freshness = Freshness(
      of: reply,
      within: request.lifetimes,
      seesCredentials: service.seesCredentials,
      at: UnixTime(seconds: core.wallSeconds)
    )
    let tags = reply.lifetime?.tags.tags.map(\.description) ?? []
    return try fragment(reply.body, freshness, request, service, for: run, tags)
  }

  private func fragment(
    _ body: [UInt8],
    _ freshness: Freshness,
    _ request: CallRequest,
    _ service: Service?,
    for run: DocumentRun,
    _ ownTags: [String] = []
  ) throws(ServiceFault) -> Fragment {
    let document: JSONDocument
    do {
      document = try JSONDocument(body)
    } catch {
      service?.backend?.bodyIsUnreadable()
      throw ServiceFault(.body(error), of: request.backend)
    }
    services.whenRead?(.init(call: request.name, target: request.target, bytes: document.bytes))
    let tags = FragmentSource.tags(of: request, run.inputs) + ownTags
    let fragment = Fragment(document, freshness, tags: tags)
    if let breach = run.prepared.breach(of: fragment, to: request) {
      service?.answers.broke(breach, ofCall: request.name)
      throw ServiceFault(.shape(breach), of: request.backend)
    }
    service?.answers.came(document, ofCall: request.name, at: core.now)
    traffic?.called(
      request.backend,
      request.name,
      seconds: freshness.expire.seconds - core.wallSeconds,
      bytes: StoredFragment.byteCount(of: document)
    )
    return fragment
  }
}

extension LoopCore {
  /// The time of day of this turn in milliseconds; freshness is measured in seconds.
  var wallMilliseconds: Int64 { wallSeconds &* 1_000 }
}
