// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentResolution
import HTTPServer
import HTTPValues
import Reactor
import Sites

/// Checks requests against the rate limits of a site, before anything else is done for them.
final class LimitStep {
  private struct Limit {
    let declaration: RateLimitDeclaration
    let numbers: RateLimiter.Limit
  }

  private let limits: [Limit]
  private let names: PathNames
  private let limiter: RateLimiter
  private let counters: LimitCounters

  init(_ site: SiteSettings, _ limiter: RateLimiter, _ counters: GatewayCounters) {
    limits = site.rateLimits.map { limit in
      Limit(
        declaration: limit,
        numbers: limiter.limit(
          limit.name,
          requests: limit.requests,
          windowNanoseconds: Int64(limit.window) * 1_000_000_000
        )
      )
    }
    names = PathNames(site)
    self.limiter = limiter
    self.counters = counters.limits(site.rateLimits.map(\.name))
  }

  /// Whether the site has no limits.
  var isIdle: Bool { limits.isEmpty }

  /// Returns the refusal of a request beyond a limit; `nil` for one that is admitted.
  ///
  /// - Parameter request: with its path in normal form.
  func refusal(
    of request: borrowing RequestView,
    from peer: Peer,
    _ edges: TrustedEdges,
    now: Int64
  ) -> GivenAnswer? {
    guard !limits.isEmpty, request.method != .options else { return nil }
    let numbers = LenientPath.read(request.path) { path in
      limits.indices.filter { isMeant(limits[$0].declaration.paths, path) }
    }
    for number in numbers {
      let limit = limits[number]
      guard let client = client(of: request, from: peer, edges, limit.declaration.client) else {
        continue
      }
      let decision = limiter.count(client.span, against: limit.numbers, now: now)
      guard case .refused(let wait) = decision else {
        counters.admitted(number)
        continue
      }
      counters.refused(number)
      return LimitStep.refused(limit.declaration, afterNanoseconds: wait)
    }
    return nil
  }

  /// Whether patterns are for a path, or for that of a document behind a token, if the first part is
  /// one.
  private func isMeant(_ patterns: [PathPattern], _ path: Span<UInt8>) -> Bool {
    if names.match(patterns, path) { return true }
    return path.firstIndex(of: UInt8(ascii: "/"), from: 1)
      .map { names.match(patterns, path.extracting($0...)) } ?? false
  }

  /// Identifies the client to be limited; `nil` if nothing identifies it.
  private func client(
    of request: borrowing RequestView,
    from peer: Peer,
    _ edges: TrustedEdges,
    _ kind: RateLimitDeclaration.Client
  ) -> [UInt8]? {
    switch kind {
    case .address: return address(of: request, from: peer, edges)
    case .app:
      return LimitStep.claim(of: request).app.map { Array("a\($0)".utf8) } ?? Array("a".utf8)
    case .installation:
      if let installation = LimitStep.claim(of: request).installation {
        return Array("i\(installation)".utf8)
      }
      return address(of: request, from: peer, edges)
    }
  }

  private static func claim(of request: borrowing RequestView) -> VisitorClaims.Claim {
    request.fields.combined(VisitorClaims.appField).map { AppField($0).claim }
      ?? VisitorClaims.Claim()
  }

  /// Returns the client's address; of IPv6 its network of 64 bits, since a client has all of that.
  /// An edge that does not tell the client's address is not the client, and is not limited.
  private func address(
    of request: borrowing RequestView,
    from peer: Peer,
    _ edges: TrustedEdges
  ) -> [UInt8]? {
    let socket = IPAddress(peer.client)
    guard let address = edges.client(of: request, from: socket, by: edges.edge(at: socket)) else {
      return nil
    }
    let bytes = address.bytes
    let count = address.isIPv4 ? 16 : 8
    return (0..<count).map { bytes[$0] }
  }

  /// 429 with the fields of the IETF's draft for rate limits, draft-ietf-httpapi-ratelimit-headers.
  private static func refused(
    _ limit: RateLimitDeclaration,
    afterNanoseconds wait: Int64
  ) -> GivenAnswer {
    let seconds = max(1, (wait + 999_999_999) / 1_000_000_000)
    let problem = ContentProblems.tooManyRequests(
      [
        ("retry-after", "\(seconds)"),
        ("ratelimit", "\"\(limit.name)\";r=0;t=\(seconds)"),
        ("ratelimit-policy", "\"\(limit.name)\";q=\(limit.requests);w=\(limit.window)"),
      ],
      detail: "more than \(limit.requests) requests in \(limit.window) seconds; try again in "
        + "\(seconds) seconds"
    )
    let detail =
      "more than \(limit.requests) requests of one client in \(limit.window) seconds; expected at most"
      + " as many, by the limit \(limit.name)"
    return GivenAnswer(
      .limit,
      .limited,
      .fixed(.response(problem.response, body: problem.body)),
      ProblemReport(.tooManyRequests, detail: detail)
    )
  }
}
