// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import ContentResolution
package import Editions
import Sites

/// The forecast of a day's traffic with an edition: audiences, hits, calls and room in the cache, on the first day
/// after its publication, from an empty cache.
package struct TrafficForecast: Sendable {
  /// The forecast for one document.
  package struct Route: Sendable, Equatable {
    package let path: String
    /// The document's requests in a day.
    package internal(set) var requests = 0.0
    /// Cache hits: requests that get a kept answer, fresh or stale-while-revalidate.
    package internal(set) var hits = 0.0
    /// The audiences that ask for it.
    package internal(set) var audiences = 0
    /// The room that its answers take in the cache at the end of the day.
    package internal(set) var bytes = 0.0

    package var hitRatio: Double { requests > 0 ? hits / requests : 0 }
  }

  /// In the order of their requests, the most first.
  package let routes: [Route]
  /// The calls of each service in a day, in the order of their names.
  package let calls: [(backend: String, count: Double)]
  /// The audiences that ask for anything.
  package let audiences: Int
  /// The requests for documents that the edition does not have.
  package let gone: Double
  /// The room that answers and fragments take in the cache at the end of the day.
  package let cacheBytes: Double
  /// The standard deviation by which the share of hits differs from day to day by chance alone.
  package private(set) var spread = 0.0
  /// Whether the simulation took too many steps, and ended early.
  package let isCutShort: Bool

  package var requests: Double { routes.reduce(0) { $0 + $1.requests } }
  package var hitRatio: Double {
    requests > 0 ? routes.reduce(0) { $0 + $1.hits } / requests : 0
  }

  /// Forecasts what an edition makes of the traffic.
  ///
  /// - Parameters:
  ///   - old: the edition that was served meanwhile, which tells which visitors had which audience; `nil` if
  ///     it is not kept.
  ///   - seal: the seal of the tokens in the traffic.
  package init(
    of edition: Edition,
    _ sketch: TrafficSketch,
    served old: Edition?,
    seal: any TokenSeal
  ) {
    let reader = ForecastAudiences(from: old, to: edition, sketch.visitors, seal: seal)
    var gone = 0.0
    var traffic: [ForecastKey: [Int]] = [:]
    var random = ForecastRandom()
    var sizes: [DocumentNumber: Int] = [:]
    for (answer, counts) in sketch.ordered {
      guard let number = edition.number(of: answer.route) else {
        gone += Double(counts.total) * (answer.thing == nil ? 1 : sketch.weight)
        continue
      }
      sizes[number] = max(counts.bytes, sizes[number] ?? 0)
      let shares = reader.audiences(of: answer, number)
      for (hour, count) in counts.byHour.enumerated() where count > 0 {
        for (audience, part) in random.split(count, by: shares) {
          let key = ForecastKey(
            document: number,
            audience: audience,
            isByFields: isByFields(answer, now: audience, edition),
            form: answer.form,
            thing: answer.thing
          )
          let none = Array(repeating: 0, count: TrafficSketch.hours)
          traffic[key, default: none][hour] += part
        }
      }
    }
    self.gone = gone
    let simulation = ForecastSimulation(edition, sketch, traffic, sizes, seal: seal)
    let (outcome, spread) = simulation.mean()
    var routes: [DocumentNumber: Route] = [:]
    for (key, counts) in traffic {
      let weight = key.thing == nil ? 1 : sketch.weight
      let path = edition.draft(key.document).path
      routes[key.document, default: Route(path: path)].requests +=
        Double(counts.reduce(0, +)) * weight
    }
    for (number, misses) in outcome.misses {
      guard let requests = routes[number]?.requests else { continue }
      routes[number]?.hits = max(0, requests - misses)
    }
    for (number, bytes) in outcome.bytes { routes[number]?.bytes = bytes }
    let told = Set(traffic.keys.map { ForecastKey(document: $0.document, audience: $0.audience) })
    for key in told { routes[key.document]?.audiences += 1 }
    self.routes = routes.values.sorted { ($1.requests, $0.path) < ($0.requests, $1.path) }
    audiences = Set(told.map(\.audience)).count
    calls = outcome.calls.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    cacheBytes = outcome.bytes.values.reduce(0, +) + outcome.fragmentBytes
    isCutShort = outcome.isCutShort
    self.spread = requests > 0 ? spread / requests : 0
  }
}

/// Whether the candidate's answer is asked for without a token: as before, but who follows links gets a token
/// exactly where the audience has one.
private func isByFields(
  _ answer: TrafficSketch.Answer,
  now audience: String,
  _ edition: Edition
) -> Bool {
  let followsLinks = answer.isByFields == answer.audience.isEmpty
  guard followsLinks, answer.route != edition.site.config else { return answer.isByFields }
  return audience.isEmpty
}

/// An answer of the candidate edition, as the cache keeps it.
struct ForecastKey: Hashable {
  let document: DocumentNumber
  /// The canonical token, without a seal.
  let audience: String
  var isByFields = false
  var form = ""
  var thing: UInt64?

  /// The numbers and texts that tell it from all others, the first ones first.
  var order: (UInt32, String, Int, String, UInt64) {
    (document.rawValue, audience, isByFields ? 1 : 0, form, thing ?? 0)
  }
}

/// Tells which audiences of an edition those have become who had an audience of the one before.
package final class ForecastAudiences {
  /// Installations by which the shares of experiments are drawn.
  private static let installations = 16

  private let old: Edition?
  private let new: Edition
  private let links: LinkWriter
  private let readers: (old: TokenReader?, new: TokenReader)
  private let visitors: [(old: AudienceToken?, new: AudienceToken, weight: Double)]
  private var known: [Pair: [String: [String: Double]]] = [:]
  private var asked: [Asked: [(String, Double)]] = [:]

  /// Documents of both editions that tell the same audiences apart share what is found out.
  private struct Pair: Hashable {
    let old: UInt32
    let new: UInt32
  }

  private struct Asked: Hashable {
    let document: DocumentNumber
    let audience: String
  }

  /// - Parameters:
  ///   - described: visitors as a sketch of traffic describes them, with the numbers of their requests.
  ///   - seal: the seal of the tokens in the traffic.
  package init(
    from old: Edition?,
    to new: Edition,
    _ described: [String: Int],
    seal: any TokenSeal
  ) {
    self.old = old
    self.new = new
    links = LinkWriter(seal: seal)
    readers = (old.map { TokenReader($0.words, seal: seal) }, TokenReader(new.words, seal: seal))
    let hasExperiments = !new.site.experiments.isEmpty || !(old?.site.experiments.isEmpty ?? true)
    let copies = hasExperiments ? ForecastAudiences.installations : 1
    visitors = described.sorted { $0.key < $1.key }.flatMap { text, count in
      (0..<copies).map { copy in
        var claims = VisitorClaims()
        claims.take(AppField(text))
        if hasExperiments { claims.field.installation = "\(text) \(copy)" }
        let visitor = Visitor(claims)
        return (
          old.map { AudienceToken($0.audience(of: visitor)) },
          AudienceToken(new.audience(of: visitor)), Double(count) / Double(copies)
        )
      }
    }
  }

  /// The audiences of the new edition that ask for an answer, with their shares.
  package func audiences(
    of answer: TrafficSketch.Answer,
    _ number: DocumentNumber
  ) -> [(audience: String, share: Double)] {
    let key = Asked(document: number, audience: answer.audience)
    if let known = asked[key] { return known }
    let found = find(answer, number)
    asked[key] = found
    return found
  }

  private func find(
    _ answer: TrafficSketch.Answer,
    _ number: DocumentNumber
  ) -> [(String, Double)] {
    if let old, let reader = readers.old, let before = old.number(of: answer.route) {
      let token = token(answer.audience, reader)
      let told = links.tokenText(of: before, for: token, in: old)
      if let shares = shares(before, number, old)[told] {
        let sum = shares.values.reduce(0, +)
        return shares.sorted { $0.key < $1.key }.map { ($0.key, $0.value / sum) }
      }
    }
    let token = token(answer.audience, readers.new)
    return [(links.tokenText(of: number, for: token, in: new), 1)]
  }

  private func token(_ text: String, _ reader: TokenReader) -> AudienceToken {
    (text.isEmpty ? nil : reader.token(text.utf8Span.span)) ?? AudienceToken(Audience())
  }

  /// For each audience of a document in the old edition, the audiences in the new one, with the visitors.
  private func shares(
    _ before: DocumentNumber,
    _ after: DocumentNumber,
    _ old: Edition
  ) -> [String: [String: Double]] {
    let pair = Pair(
      old: old.classesOfDocument[Int(before.rawValue)],
      new: new.classesOfDocument[Int(after.rawValue)]
    )
    if let known = known[pair] { return known }
    var shares: [String: [String: Double]] = [:]
    for visitor in visitors {
      guard let had = visitor.old else { continue }
      let told = links.tokenText(of: before, for: had, in: old)
      let now = links.tokenText(of: after, for: visitor.new, in: new)
      shares[told, default: [:]][now, default: 0] += visitor.weight
    }
    known[pair] = shares
    return shares
  }
}
