// SPDX-License-Identifier: Apache-2.0
//
// A private cache by RFC 9111 and RFC 5861, for the answers that the store has. All instants are those
// of the server's clock, whose difference to the device's clock is known from Date: a device whose clock is
// wrong lets go of an answer in the same second as the CDN and the gateway.

/// The instants until which an answer may be used, in seconds since 1970 by the server's clock.
public struct CopyFreshness: Sendable, Hashable {
  /// The expiry: until then the answer is fresh, and used without a request.
  public var expires: Int64
  /// The end of `stale-while-revalidate`: until then the answer is used while a newer one is fetched.
  public var staleWhileRevalidateUntil: Int64
  /// The end of `stale-if-error`: until then the answer is used if no newer one can be fetched.
  public var staleIfErrorUntil: Int64
  /// Whether the answer may be stored at all (no `no-store`).
  public var isKept: Bool
  /// Whether a stale copy needs revalidation before use (`must-revalidate`, `no-cache`).
  public var mustRevalidate: Bool

  /// Computes the freshness of an answer.
  ///
  /// - Parameters:
  ///   - fields: the fields of its head.
  ///   - expire: the `_expire` of its body.
  ///   - now: the instant at which it came, by the server's clock.
  public init(_ fields: WireFields, expire: Int64? = nil, now: Int64) {
    let directives = CacheDirectives(fields["cache-control"] ?? "")
    let date = fields["date"].flatMap { HTTPDate.seconds($0) } ?? now
    let age = CopyFreshness.age(fields)
    // An answer's age counts from Date, and never from before it was sent (RFC 9111 section 4.2.3).
    let sent = max(now - max(age, now - date), 0)
    isKept = !directives.has("no-store")
    mustRevalidate = directives.has("must-revalidate") || directives.has("no-cache")
    if directives.has("no-cache") {
      expires = 0
    } else if let seconds = directives.seconds("max-age") {
      expires = sent + seconds
    } else if let text = fields["expires"] {
      expires = (HTTPDate.seconds(text) ?? 0) - date + sent
    } else {
      expires = expire ?? 0
    }
    if let expire, !directives.has("no-cache") { expires = min(expires, expire) }
    staleWhileRevalidateUntil =
      expires + (mustRevalidate ? 0 : directives.seconds("stale-while-revalidate") ?? 0)
    staleIfErrorUntil = expires + (mustRevalidate ? 0 : directives.seconds("stale-if-error") ?? 0)
    if !isKept { (expires, staleWhileRevalidateUntil, staleIfErrorUntil) = (0, 0, 0) }
  }

  /// The seconds for which caches on the way have had an answer.
  static func age(_ fields: WireFields) -> Int64 {
    // Of several values, as caches in a row may leave them, the first counts (RFC 9111 section 5.1).
    let first = (fields["age"] ?? "").prefix { $0 != "," }.trimmed
    return min(max(Int64(first) ?? 0, 0), 1 << 31)
  }

  init(
    expires: Int64,
    staleWhileRevalidateUntil: Int64,
    staleIfErrorUntil: Int64,
    mustRevalidate: Bool
  ) {
    (self.expires, self.staleWhileRevalidateUntil, self.staleIfErrorUntil) = (
      expires, staleWhileRevalidateUntil, staleIfErrorUntil
    )
    (self.mustRevalidate, isKept) = (mustRevalidate, true)
  }

  /// Makes the answer unusable until it is revalidated.
  mutating func invalidate() {
    (expires, staleWhileRevalidateUntil, staleIfErrorUntil, mustRevalidate) = (0, 0, 0, true)
  }

  /// Whether the answer is fresh, and used without a request.
  public func isFresh(at now: Int64) -> Bool { now < expires }
}

/// The directives of `Cache-Control`.
struct CacheDirectives {
  private var values: [Substring: Substring] = [:]

  init(_ text: String) {
    for item in text.lowercased().split(separator: ",") {
      let parts = item.split(separator: "=", maxSplits: 1)
      guard let name = parts.first?.trimmed else { continue }
      var value = parts.count > 1 ? parts[1].trimmed : ""
      if value.count >= 2, value.first == "\"", value.last == "\"" {
        value = value.dropFirst().dropLast()
      }
      if values[name] == nil { values[name] = value }
    }
  }

  func has(_ name: Substring) -> Bool { values[name] != nil }

  /// The seconds of a directive; what is no number counts as zero (RFC 9111 section 4.2.1), and one that is too great
  /// as 2^31 (section 1.2.2).
  func seconds(_ name: Substring) -> Int64? {
    values[name].map { text in
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
      return isNumber ? min(Int64(text) ?? 1 << 31, 1 << 31) : 0
    }
  }
}

extension Substring {
  var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

/// The dates of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970 of a date; `nil` for another form.
  static func seconds(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(parts[2])), let year = Int64(parts[3]),
      (1970...9999).contains(year)
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int64($0) }
    guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    return days(year, Int64(month) + 1, day) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
  }

  /// The days since 1970 of a date of the Gregorian calendar.
  static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
