// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import Editions
import Gateway
import HTTPValues
package import Learning
package import Signals
package import Sites

/// Replays recorded requests against a candidate edition beside the one that was served, and compares the
/// answers.
package struct DryRun {
  /// The newest events of the log that are looked at.
  static let mostEvents = 50_000
  /// The most audiences of the candidate for which one request is replayed.
  static let mostAudiences = 8
  /// The calls a second that may be declared.
  package static let rates = 1...1_000

  /// Bounds of the work; those of a command that has the machine for itself.
  package struct Limits: Sendable {
    /// The most different requests that are replayed, those that came most often.
    package var requests = 2_000
    /// The most bytes of services' answers that are used.
    var bytes = 256 << 20
    /// The time after which no more requests are compared; `nil` for all the time that it takes.
    package var patience: Duration?
    /// The pause after each request, as a multiple of the time that it took, so that others get the processor.
    var pause = 0

    package init() {}
  }

  /// The requests that are replayed, and the answers of services that are used.
  package struct Recordings: Sendable {
    /// Returns the newest events that satisfy a condition, at most so many, the oldest first.
    package let events: @Sendable (Int, (EventRecord) -> Bool) throws -> [EventRecord]
    /// Gives a gateway the answers of services that are kept; returns their number.
    package let keep: @Sendable (ReplayGateway, UnixTime) throws -> Int

    package init(
      events: @escaping @Sendable (Int, (EventRecord) -> Bool) throws -> [EventRecord],
      keep: @escaping @Sendable (ReplayGateway, UnixTime) throws -> Int
    ) {
      (self.events, self.keep) = (events, keep)
    }
  }

  /// A request that visitors have made.
  private struct Recorded: Hashable {
    let document: String
    let audience: String
    let query: String

    func target(_ audience: String) -> String {
      let path = audience.isEmpty ? "/\(document)" : "/\(audience)/\(document)"
      return query.isEmpty ? path : "\(path)?\(query)"
    }
  }

  /// The result: what was compared, and what could not be.
  package struct Outcome {
    package var comparison: AnswerComparison
    package let served: String
    /// The time of the oldest request that was looked at.
    package let oldest: UnixTime?
    /// Answers of services that were kept, and calls that were made.
    package var kept = 0
    package var calls = 0
    /// Requests that need calls without an answer, by those calls.
    package var missing: [String: Double] = [:]
    /// Requests whose query the log does not show.
    package var withheld = 0
    /// Requests that the served edition does not answer with a document any more.
    package var unanswered = 0.0
    /// Requests that came too rarely to be among the most, or for which the time did not suffice.
    package var left = 0
  }

  private let candidate: Edition
  private let served: Edition
  private let sources: (served: any SiteSource, candidate: any SiteSource)
  private let recordings: Recordings
  private let sketch: TrafficSketch
  /// Calls a second; `nil` for none.
  private let rate: Int?
  private let seal: SiteSeal
  private let limits: Limits

  /// - Parameters:
  ///   - candidate: the new edition with its files.
  ///   - served: the edition that was served, with its files.
  ///   - sketch: the traffic, which tells what audiences visitors would have.
  package init(
    of candidate: (edition: Edition, source: any SiteSource),
    beside served: (edition: Edition, source: any SiteSource),
    _ recordings: Recordings,
    _ sketch: TrafficSketch,
    seal: SiteSeal,
    rate: Int?,
    limits: Limits = Limits()
  ) {
    self.candidate = candidate.edition
    self.served = served.edition
    sources = (served.source, candidate.source)
    (self.recordings, self.sketch, self.seal) = (recordings, sketch, seal)
    (self.rate, self.limits) = (rate, limits)
  }

  package func run() async throws -> Outcome {
    let now = UnixTime.now
    let end = limits.patience.map { ContinuousClock.now + $0 }
    let (requests, oldest, left, withheld) = try recorded()
    let replayed = try await gateway(at: now, callsServices: false)
    var outcome = Outcome(
      comparison: AnswerComparison(of: served, and: candidate, at: now),
      served: served.name,
      oldest: oldest
    )
    (outcome.left, outcome.withheld) = (left, withheld)
    outcome.kept = try recordings.keep(replayed, now)
    let audiences = ForecastAudiences(from: served, to: candidate, sketch.visitors, seal: seal)
    let planned = requests.map { ($0.key, $0.value, shares(of: $0.key, audiences)) }
    if let rate {
      var fetched = try await fetch(planned, at: rate, now, until: end, &outcome)[...]
      _ = replayed.restore(at: now) {
        defer { fetched = [] }
        return Array(fetched)
      }
    }
    for (request, count, shares) in planned {
      let begin = ContinuousClock.now
      if let end, begin >= end {
        outcome.left += count
        continue
      }
      await compare(request, count, shares, by: replayed, &outcome)
      if limits.pause > 0 {
        try await Task.sleep(for: (ContinuousClock.now - begin) * limits.pause)
      }
    }
    return outcome
  }

  private func gateway(at now: UnixTime, callsServices: Bool) async throws -> ReplayGateway {
    let publishers = [sources.served, sources.candidate].map { source in
      let publisher = Publisher(source, .complete)
      _ = publisher.refresh(at: now)
      return publisher
    }
    return try await ReplayGateway(
      publishers,
      seal: seal,
      at: now,
      callsServices: callsServices,
      bytes: limits.bytes
    )
  }

  // MARK: the requests

  /// Reads the log for requests that were answered with documents; those that came most often first.
  private func recorded() throws -> (
    requests: [(key: Recorded, value: Int)], oldest: UnixTime?, left: Int, withheld: Int
  ) {
    let records = try recordings.events(DryRun.mostEvents) { record in
      record.kind == .request && record[.method] == .text("GET") && record[.pass] == nil
        && (record[.status] == .integer(200) || record[.status] == .integer(304))
    }
    var counts: [Recorded: Int] = [:]
    var withheld = 0
    for record in records {
      guard case .text(let document)? = record[.document] else { continue }
      guard record[.withheldParameters] == nil else {
        withheld += 1
        continue
      }
      let request = Recorded(
        document: document,
        audience: record.text(.audience),
        query: record.text(.query)
      )
      counts[request, default: 0] += 1
    }
    let ordered = counts.sorted { first, second in
      (second.value, first.key.document, first.key.audience, first.key.query)
        < (first.value, second.key.document, second.key.audience, second.key.query)
    }
    let oldest = records.first.map { UnixTime(seconds: $0.time / 1_000_000_000) }
    let left = ordered.dropFirst(limits.requests).reduce(0) { $0 + $1.value }
    return (Array(ordered.prefix(limits.requests)), oldest, left, withheld)
  }

  /// The audiences of the candidate whose visitors have made a request, with their shares of it.
  private func shares(
    of request: Recorded,
    _ audiences: ForecastAudiences
  ) -> [(audience: String, share: Double)] {
    guard let before = served.target(of: request.document.utf8Span.span)?.number,
      let after = candidate.target(of: request.document.utf8Span.span)?.number
    else { return [(request.audience, 1)] }
    let answer = TrafficSketch.Answer(
      route: served.draft(before).path,
      audience: request.audience,
      isByFields: false,
      form: ""
    )
    let all = audiences.audiences(of: answer, after).sorted { $1.share < $0.share }
    let most = all.prefix(DryRun.mostAudiences)
    let sum = most.reduce(0) { $0 + $1.share }
    return most.map { ($0.audience, $0.share / sum) }
  }

  // MARK: the answers

  private enum Side: Int { case served, candidate }

  private func answer(
    _ target: String,
    of side: Side,
    by gateway: ReplayGateway
  ) async -> ReplayedAnswer? {
    await gateway.answer(
      Request(.get, scheme: .http, authority: "localhost", target: target),
      of: side.rawValue
    )
  }

  /// Asks services for what is not kept, at a pace; returns their answers.
  private func fetch(
    _ planned: [(Recorded, Int, [(audience: String, share: Double)])],
    at rate: Int,
    _ now: UnixTime,
    until end: ContinuousClock.Instant?,
    _ outcome: inout Outcome
  ) async throws -> [UInt8] {
    let fetching = try await gateway(at: now, callsServices: true)
    _ = try recordings.keep(fetching, now)
    for (request, _, shares) in planned {
      // Half of the time is for calls, and the rest for comparing.
      if let end, let patience = limits.patience, ContinuousClock.now >= end - patience / 2 {
        break
      }
      let targets: [(String, Side)] =
        [(request.target(request.audience), .served)]
        + shares.map { (request.target($0.audience), .candidate) }
      for (target, side) in targets {
        guard let answer = await answer(target, of: side, by: fetching), answer.sent > 0 else {
          continue
        }
        outcome.calls += answer.sent
        try await Task.sleep(for: .seconds(Double(answer.sent) / Double(rate)))
      }
    }
    return fetching.snapshot(at: UnixTime.now)
  }

  private func compare(
    _ request: Recorded,
    _ count: Int,
    _ shares: [(audience: String, share: Double)],
    by gateway: ReplayGateway,
    _ outcome: inout Outcome
  ) async {
    let old = await answer(request.target(request.audience), of: .served, by: gateway)
    guard let old, old.status == .ok || !old.missing.isEmpty else {
      outcome.unanswered += Double(count)
      return
    }
    for (audience, share) in shares {
      let requests = Double(count) * share
      let target = request.target(audience)
      guard let new = await answer(target, of: .candidate, by: gateway) else {
        outcome.unanswered += requests
        continue
      }
      let missing = Set(old.missing + new.missing)
      guard missing.isEmpty else {
        for call in missing { outcome.missing[call, default: 0] += requests }
        continue
      }
      outcome.comparison.add(
        requests,
        for: target,
        of: served.target(of: request.document.utf8Span.span)
          .map { served.draft($0.number).path } ?? request.document,
        served: .init(status: Int(old.status.code), body: old.body, audience: request.audience),
        candidate: .init(status: Int(new.status.code), body: new.body, audience: audience)
      )
    }
  }
}

extension EventRecord {
  /// The text of a field; empty for none.
  fileprivate func text(_ field: EventField) -> String {
    if case .text(let text)? = self[field] { text } else { "" }
  }
}
