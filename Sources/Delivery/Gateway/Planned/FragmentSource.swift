// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Composition
import ContentModel
import HTTPValues
import JSONValues
import Plans
import Reactor

extension Absence: CachePayload {
  package var byteCount: Int { tags.reduce(reason.utf8.count + 64) { $0 + $1.utf8.count } }
}

extension Fragment: CachePayload {
  /// The index of a document is about as large as what it indexes, twice.
  package var byteCount: Int { document.bytes.count * 3 + 256 }
}

/// Gets the answers of services: kept ones, and new ones once for all who want them. It lives on a
/// loop.
final class FragmentSource {
  /// How long a service that has failed is left alone where something can stand in for its answer.
  static let pauseMilliseconds: Int64 = 1_000

  /// What a service says: something, or that there is nothing.
  enum Word {
    case fragment(Fragment, FragmentLifetime)
    case absence(Absence)

    var outcome: CallOutcome {
      switch self {
      case .fragment(let fragment, _): .fragment(fragment)
      case .absence(let absence): .absent(absence)
      }
    }
  }

  private let flights: LoopFlights
  private let services: Services
  private let counters: GatewayCounters

  init(_ flights: LoopFlights, _ services: Services, _ counters: GatewayCounters) {
    self.flights = flights
    self.services = services
    self.counters = counters
  }

  var store: AnswerStore { flights.store }
  var core: LoopCore { flights.core }
  var now: Int64 { flights.now }

  /// What is kept and fresh.
  func known(_ request: CallRequest, _ log: CallLog) -> Fragment? {
    guard case .fresh(let entry) = store.lookup(key(of: request).view, at: now),
      let fragment = entry.payload as? Fragment
    else { return nil }
    note(request, .kept, since: core.now, in: log)
    return fragment
  }

  /// What is kept, or what the service says now.
  func fetch(
    _ request: CallRequest,
    inputs: PlanInputs,
    until deadline: Instant,
    _ log: CallLog
  ) async -> CallOutcome {
    let begun = core.now
    let outcome = await found(request, inputs, until: deadline)
    switch outcome {
    case .fragment: note(request, .fetched, since: begun, in: log)
    case .stale: note(request, .stale, since: begun, in: log)
    case .absent(let absence): note(request, .absent, absence.reason, since: begun, in: log)
    case .failure(let reason): note(request, .failed, reason, since: begun, in: log)
    }
    return outcome
  }

  private func note(
    _ request: CallRequest,
    _ outcome: GatewayCounters.CallOutcome,
    _ reason: String? = nil,
    since begun: Instant,
    in log: CallLog
  ) {
    counters.called(outcome)
    log.add(
      CallLog.Entry(
        call: request.call.name,
        backend: request.call.backend,
        outcome: outcome,
        reason: reason,
        nanoseconds: (core.now - begun).nanoseconds
      )
    )
  }

  private func found(
    _ request: CallRequest,
    _ inputs: PlanInputs,
    until deadline: Instant
  ) async -> CallOutcome {
    let key = key(of: request)
    var standIn: CacheEntry?
    switch store.lookup(key.view, at: now) {
    case .fresh(let entry):
      if let outcome = FragmentSource.outcome(of: entry) { return outcome }
    case .stale(let entry, let refresh):
      if let refresh { lead(refresh, request, inputs, until: deadline) }
      if let fragment = entry.payload as? Fragment { return .stale(fragment) }
    case .onlyOnError(let entry): standIn = entry
    case .pass: return await fetchAlone(request, inputs, until: deadline)
    case .miss: break
    }
    if let duty = store.claim(key, at: now) {
      return await fetch(request, inputs, until: deadline, duty, standIn)
    }
    return await waited(for: key, request, inputs, until: deadline, standIn)
  }

  /// Fetches for oneself and for all who come to wait meanwhile. The duty of who is cancelled passes
  /// to who waits longest.
  private func fetch(
    _ request: CallRequest,
    _ inputs: PlanInputs,
    until deadline: Instant,
    _ duty: FlightDuty,
    _ standIn: CacheEntry?
  ) async -> CallOutcome {
    do throws(ServiceFault) {
      let word = try await ask(request, inputs, until: deadline)
      keep(word, of: request, duty)
      return word.outcome
    } catch {
      if !Task.isCancelled { fail(duty, error) }
      return outcome(of: error, standIn, request)
    }
  }

  /// What somebody else fetches.
  private func waited(
    for key: CacheKey,
    _ request: CallRequest,
    _ inputs: PlanInputs,
    until deadline: Instant,
    _ standIn: CacheEntry?
  ) async -> CallOutcome {
    let source = LoopConfined(self, to: core.loop.number)
    let patience = max(0, (deadline.nanoseconds - core.now.nanoseconds) / 1_000_000)
    let landing = await flights.join(key, patience: patience) { duty in
      source.value.lead(duty, request, inputs, until: deadline)
    }
    switch landing.arrival {
    case .answer(let entry):
      if let outcome = FragmentSource.outcome(of: entry) { return outcome }
    case .alone(let permit):
      defer { withExtendedLifetime(permit) {} }
      return await fetchAlone(request, inputs, until: deadline)
    case .failed(let error): return outcome(of: error, standIn, request)
    case .late: return outcome(of: ServiceFault.late, standIn, request)
    case .crowded: return outcome(of: ServiceFault.crowded, standIn, request)
    }
    return outcome(of: ServiceFault.brokenBody, standIn, request)
  }

  private static func outcome(of entry: CacheEntry) -> CallOutcome? {
    if let fragment = entry.payload as? Fragment { return .fragment(fragment) }
    return (entry.payload as? Absence).map { .absent($0) }
  }

  private func outcome(
    of error: any Error,
    _ standIn: CacheEntry?,
    _ request: CallRequest
  ) -> CallOutcome {
    if request.call.keepsLast, let standIn, store.mayStandIn(standIn, at: now),
      let fragment = standIn.payload as? Fragment
    {
      return .stale(fragment)
    }
    return .failure(reason: (error as? ServiceFault)?.reason ?? "abandoned")
  }

  /// Fetches for all who wait, whether or not the first of them stays.
  private func lead(
    _ duty: FlightDuty,
    _ request: CallRequest,
    _ inputs: PlanInputs,
    until deadline: Instant
  ) {
    let source = LoopConfined(self, to: core.loop.number)
    core.loop.start {
      let source = source.value
      do throws(ServiceFault) {
        source.keep(try await source.ask(request, inputs, until: deadline), of: request, duty)
      } catch {
        source.fail(duty, error)
      }
    }
  }

  private func fetchAlone(
    _ request: CallRequest,
    _ inputs: PlanInputs,
    until deadline: Instant
  ) async -> CallOutcome {
    do throws(ServiceFault) {
      return try await ask(request, inputs, until: deadline).outcome
    } catch {
      return .failure(reason: error.reason)
    }
  }

  private func ask(
    _ request: CallRequest,
    _ inputs: PlanInputs,
    until deadline: Instant
  ) async throws(ServiceFault) -> Word {
    do throws(ServiceFault) {
      let answer = try await services.answer(to: request, until: deadline)
      return try word(answer.fields, answer.body, request, inputs)
    } catch {
      guard error.isAbsence else { throw error }
      return .absence(absence(error, request, inputs))
    }
  }

  private func word(
    _ fields: Fields,
    _ body: [UInt8],
    _ request: CallRequest,
    _ inputs: PlanInputs
  ) throws(ServiceFault) -> Word {
    let document: JSONDocument
    do {
      document = try JSONDocument(body)
    } catch {
      throw .brokenBody
    }
    let instant = UnixTime(seconds: core.wallSeconds)
    let lifetime = FragmentLifetime(request.call.freshness, fields.view, now: instant)
    let fragment = Fragment(
      document,
      expire: UnixTime(seconds: instant.seconds + Int64(lifetime.seconds)),
      tags: FragmentSource.tags(of: request, inputs)
    )
    return .fragment(fragment, lifetime)
  }
}

extension LoopCore {
  /// The time of day of this turn in milliseconds; freshness is a matter of seconds.
  var wallMilliseconds: Int64 { wallSeconds &* 1_000 }
}
