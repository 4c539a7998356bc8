// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import ContentModel
import ContentResolution
import HTTPClient
import HTTPValues
import Plans
import Reactor
import ResourceService
import Services
import Sites

/// Gets one answer of a service: from the store, from another request's fetch, or by a call.
final class FragmentFetch: EntryFetch {
  private let request: CallRequest
  private let run: DocumentRun
  private let source: FragmentSource
  private let service: Service?
  private let begun: Instant
  /// Whether the run waits for the outcome.
  private var isAwaited: Bool
  private var call: Call?
  /// The comparison with a second service, which is asked once the answer is there.
  private var mirrored: MirrorTicket?
  /// The call of the site's records, in place of `call`.
  private var read: RecordCall?
  /// The record of the request to the service.
  private var sent: CallRecord.Sent?
  /// The failure of the fetch, even if a stale answer stands in.
  private var fault: ServiceFault?
  /// Purge epoch when the service was asked.
  private var epoch: PurgeEpoch
  /// Whether the answer is known to be as the document expects.
  private var isChecked = false

  /// - Parameter isAwaited: whether the run waits for the outcome; other waiters get it in any
  ///   case.
  init(
    _ request: CallRequest,
    in run: DocumentRun,
    from source: FragmentSource,
    _ service: Service?,
    since begun: Instant,
    isAwaited: Bool
  ) {
    self.request = request
    self.run = run
    self.source = source
    self.service = service
    self.begun = begun
    self.isAwaited = isAwaited
    epoch = source.store.purgeEpoch
    super.init(source.coalescer)
  }

  /// A description of the call that the run waits for; `nil` once the outcome is there.
  var wait: String? {
    guard isAwaited else { return nil }
    let what = "\(request.name) of \(request.backend)"
    if isWaiting { return "\(what): another request that fetches the same" }
    if call?.isWaitingForTurn ?? false { return "\(what): its turn, since the limit is reached" }
    if call?.isPausing ?? false { return "\(what): the pause before another attempt" }
    return what
  }

  private var key: CacheKey { lease?.key ?? source.key(of: request, run.request.rolloutTags) }

  override var patience: Int64 {
    max(0, (run.deadline.nanoseconds - source.core.now.nanoseconds) / 1_000_000)
  }

  override var wantsFresh: Bool { run.composition.wantsFreshParts }

  override var isShared: Bool { !(service?.seesCredentials ?? false) }

  override func take(_ entry: CacheEntry, _ origin: EntryOrigin) -> Bool {
    if origin == .others, store.letGo(entry, partOf: run.purgePaths) {
      // It was asked for before a purge of the answer that it is to be a part of.
      let key = entry.key
      begin(key, source.open(key, in: run, isShared: isShared))
    } else if let fragment = entry.fragment {
      end(origin == .stale ? .stale(fragment) : .fragment(fragment))
    } else if origin != .stale, let absence = entry.payload as? Absence {
      end(.absent(absence))
    } else {
      return false
    }
    return true
  }

  override func renew(_ lease: FetchLease) {
    FragmentFetch(request, in: run, from: source, service, since: begun, isAwaited: false)
      .lead(lease)
  }

  override func end(_ disappointment: Disappointment) {
    switch disappointment {
    case .failed(let error): end(failure(error as? ServiceFault ?? fault(.abandoned)))
    case .late: end(failure(fault(.late)))
    case .crowded: end(failure(fault(.crowded)))
    case .abandoned: end(failure(fault(.abandoned)))
    }
  }

  override func giveUp() {
    call?.cancel()
    read?.cancel()
  }

  private func failure(_ fault: ServiceFault) -> CallOutcome {
    self.fault = fault
    if request.keepsLast, let standIn, store.mayStandIn(standIn, at: now),
      let fragment = standIn.fragment
    {
      return .stale(fragment)
    }
    // A service that does not see credentials refuses the gateway, not the visitor.
    let refusal = privacy == .shared ? nil : fault.refusal
    return .failure(CallFailure(fault, privacy, refusal: refusal))
  }

  private func fault(_ kind: ServiceFault.Kind) -> ServiceFault {
    ServiceFault(kind, of: request.backend)
  }

  /// Privacy of a failure: only a visitor whose credentials the service sees may be refused by it.
  private var privacy: Privacy { isShared ? .shared : .visitor }

  private func end(_ outcome: consuming CallOutcome) {
    (call, read) = (nil, nil)
    close()
    guard isAwaited else { return }
    isAwaited = false
    let sent = sent.take()
    switch consume outcome {
    case .fragment(let fragment):
      // An answer that was fetched for another document may not be as this one expects.
      if !isChecked, let failure = breach(of: fragment) { return fail(failure, sent) }
      source.note(request, .fetched, nil, nil, sent, since: begun, for: run)
      request.end(.fragment(fragment))
    case .stale(let fragment):
      if let failure = breach(of: fragment) { return fail(failure, sent) }
      source.note(request, .stale, fault?.label, fault, sent, since: begun, for: run)
      request.end(.stale(fragment))
    case .absent(let absence):
      source.note(request, .absent, absence.reason, fault, sent, since: begun, for: run)
      request.end(.absent(absence))
    case .failure(let failure): fail(failure, sent)
    }
  }

  private func breach(of fragment: Fragment) -> CallFailure? {
    run.prepared.breach(of: fragment, to: request).map { breach in
      let fault = fault(.shape(breach))
      self.fault = fault
      return CallFailure(fault, privacy)
    }
  }

  private func fail(_ failure: CallFailure, _ sent: consuming CallRecord.Sent?) {
    source.note(request, .failed, failure.reason, fault, sent, since: begun, for: run)
    request.end(.failure(failure))
  }

  // MARK: the call

  override func fetch() {
    epoch = store.purgeEpoch
    guard let service else { return failed(fault(.noBackend)) }
    let (composition, services) = (run.composition, source.services)
    let (document, target) = (composition.request.document, composition.request.target)
    service.routeCalls.called(for: document.path, Int(target.number.rawValue))
    let span = services.tracer.newSpan()
    sent = CallRecord.Sent(span)
    guard let backend = service.backend else { return readRecords(service) }
    mirrored = services.mirror(service.declaration.mirror)?.ticket()
    call = backend.begin(asked(of: service, for: composition, as: span), for: self)
  }

  /// The fields of every call of a plan.
  private static let callFields: Fields = [
    "accept": "application/json, application/xml;q=0.5, text/xml;q=0.5",
    "accept-encoding": CallOptions.acceptedCodings,
  ]

  /// The call for a visitor, for JSON that is not parsed yet.
  ///
  /// - Parameter span: the span of the call.
  private func asked(
    of service: Service,
    for composition: Composition,
    as span: SpanID
  ) -> BackendCall {
    var call = BackendCall(
      request.target,
      method: request.method,
      fields: FragmentFetch.callFields
    )
    if service.seesCredentials {
      let shown = composition.credentials.shown(to: service.declaration.credentials)
      call.request.fields.append(contentsOf: shown)
    }
    call.trace = composition.trace.context.with(span)
    call.traceState = composition.trace.state
    call.requestID = composition.requestID
    call.sent = request.sent
    // A plan's calls only read, whatever their method is.
    call.isIdempotent = true
    if let body = request.body {
      call.request.fields.append("content-type", "application/json")
      call.body = .bytes(body)
    }
    let timeout = request.timeout ?? service.declaration.timeout
    call.deadline = min(run.deadline, source.core.now + timeout)
    call.priority = request.isRequired ? .required : .optional
    return call
  }

  private func readRecords(_ service: Service) {
    var isOver = false
    let credentials =
      service.seesCredentials
      ? run.composition.credentials.shown(to: service.declaration.credentials) : Fields()
    let read = RecordCall.begin(
      request,
      service,
      source.services.records,
      credentials,
      until: run.deadline,
      on: source.core
    ) { [self] outcome in
      isOver = true
      switch outcome {
      case .success(let reply): answered(reply, by: service)
      case .failure(let fault): failed(fault)
      }
    }
    if !isOver { self.read = read }
  }

  private func answered(_ reply: ResourceReply, by service: Service) {
    sent?.status = reply.status
    do throws(ServiceFault) {
      take(try source.fragment(reply, request, service, for: run))
    } catch {
      failed(error)
    }
  }

  private func take(_ fragment: Fragment) {
    isChecked = true
    source.keep(fragment, of: request, under: key, lease, begun: epoch)
    end(.fragment(fragment))
  }
}

extension FragmentFetch: CallSink {
  func answered(_ answer: consuming BackendAnswer) {
    if let mirrored = mirrored.take(), let call { mirrored.compare(call.asked, answer) }
    sent?.endpoint = answer.endpoint
    sent?.status = answer.head.status
    sent?.attempts = answer.attempts
    do throws(ServiceFault) {
      take(try source.fragment(answer, request, service, for: run))
    } catch {
      failed(error)
    }
  }

  func failed(_ fault: BackendFault) {
    sent?.endpoint = fault.endpoint
    sent?.status = fault.answered
    sent?.attempts = fault.attempts
    failed(ServiceFault(fault))
  }

  private func failed(_ fault: ServiceFault) {
    guard !fault.isAbsence else {
      // The records say why; of a service the status says all.
      if service?.declaration.isLocal ?? false { self.fault = fault }
      let absence = source.absence(fault, request, privacy, run.inputs)
      source.keep(absence, under: key, lease, begun: epoch)
      return end(.absent(absence))
    }
    // The lease of a cancelled fetch passes to the next waiter.
    if let lease, !isGivenUp { source.fail(lease, fault, privacy) }
    end(failure(fault))
  }
}

extension FragmentFetch: UnderWay {
  func cancel() { if isAwaited { leave() } }
}
