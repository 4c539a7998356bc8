// SPDX-License-Identifier: Apache-2.0

import Edges
package import HTTPValues

// Who has answered at the public URL is told in many words. The standard's come first (RFC 9211), then what each
// CDN says; Age alone tells only that something was kept. A probe is judged by the edge nearest to it, so of
// lists the last member counts; the gateway's own is none of the edge.

/// The finding of one probe at the public URL.
package struct EdgeObservation: Sendable, Equatable {
  /// The origin of the answer.
  package enum Result: String, Sendable, CaseIterable {
    /// The edge, with something fresh.
    case hit
    /// The edge, with something whose freshness was over.
    case stale
    /// The gateway behind it.
    case miss
    /// The answer does not say.
    case unknown
    /// There was no answer, or an error.
    case failed
  }

  package let result: Result
  /// The seconds since the end of the answer's freshness; 0 for a fresh one, `nil` where it does not say.
  package let staleSeconds: Int64?
  /// The fault; `nil` where there was an answer.
  package let error: String?

  /// - Parameter error: what was wrong.
  package init(failure error: String) {
    self.init(.failed, nil, error)
  }

  private init(_ result: Result, _ staleSeconds: Int64?, _ error: String?) {
    self.result = result
    self.staleSeconds = staleSeconds
    self.error = error
  }

  /// Judges an answer that came at `now`.
  package init(_ response: Response, body: [UInt8], now: Int64) {
    guard response.status.code < 400 else {
      self.init(failure: "status \(response.status.code) at the public URL")
      return
    }
    let fields = response.fields
    let end = EdgeObservation.expire(in: body) ?? EdgeObservation.expire(fields, now: now)
    let stale = end.map { max(0, now - $0) }
    let told = EdgeObservation.told(fields)
    self.init(told == .hit && (stale ?? 0) > 0 ? .stale : told, stale, nil)
  }

  /// The instant in the body's `_expire`.
  private static func expire(in body: [UInt8]) -> Int64? {
    let name = Array("\"_expire\":\"".utf8)
    guard body.count > name.count,
      let start = (0...(body.count - name.count)).last(where: { body[$0...].starts(with: name) })
    else { return nil }
    let digits = body[(start + name.count)...].prefix { (0x30...0x39).contains($0) }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  /// The end of freshness that the fields say (RFC 9111 section 4.2).
  private static func expire(_ fields: Fields, now: Int64) -> Int64? {
    guard let text = fields[FieldName(.date)], let date = HTTPDate(text.utf8Span.span, now: now),
      let lifetime = CacheControl(fields.view).maxAge
    else { return nil }
    return date.seconds - Int64(fields.view.age ?? 0) + Int64(lifetime)
  }

  private static func told(_ fields: Fields) -> Result {
    if let result = standard(fields) { return result }
    for name in ["cf-cache-status", "x-cache-status", "x-cache", "x-proxy-cache"] {
      guard let name = FieldName(name), let text = fields[name],
        let result = word(String(text.split(separator: ",").last ?? "").lowercased())
      else { continue }
      return result
    }
    // Varnish names the request, and behind it the one that had brought what it gives.
    if let numbers = fields["x-varnish"] {
      return numbers.split(separator: " ").count > 1 ? .hit : .miss
    }
    return (fields.view.age ?? 0) > 0 ? .hit : .unknown
  }

  private static func standard(_ fields: Fields) -> Result? {
    guard let caches = try? StructuredField.List(FieldName(.cacheStatus), in: fields.view) else {
      return nil
    }
    let edges = caches.members.filter { member in
      guard case .item(let cache) = member else { return true }
      return cache.value != .token("portico") && cache.value != .string("portico")
    }
    guard let nearest = edges.last else { return nil }
    if case .boolean(true)? = nearest.parameters["hit"] {
      if case .integer(let left)? = nearest.parameters["ttl"], left < 0 { return .stale }
      return .hit
    }
    return nearest.parameters["fwd"] == nil ? nil : .miss
  }

  /// The meaning of a CDN's word, such as `hit from cloudfront`, `tcp_mem_hit` or `expired`.
  private static func word(_ text: String) -> Result? {
    if ["stale", "updating", "revalidated", "refreshhit", "refresh_hit"].contains(
      where: text.contains
    ) {
      return .stale
    }
    if text.contains("hit") { return .hit }
    let misses = ["miss", "expired", "dynamic", "bypass", "pass", "none", "error"]
    return misses.contains(where: text.contains) ? .miss : nil
  }
}
