// SPDX-License-Identifier: Apache-2.0
//
// Cookies by RFC 6265bis, and stricter where a service of one origin needs no more: a cookie is sent to the
// origin alone that has set it, with the same scheme and port, whatever its Domain says. SameSite and HttpOnly
// mean nothing here, since there are no pages and no scripts.

/// The cookies of a client. Those with a lifetime are kept on the disk with the objects, the others end with the
/// process.
final class CookieJar: Sendable {
  fileprivate struct Cookie: Sendable, Equatable {
    var origin: String
    var name: String
    var path: String
    var value: String
    var isSecure: Bool
    /// The instant of the end, in seconds since 1970; `nil` for a cookie of the process.
    var expires: Int64?

    func isSame(as other: Cookie) -> Bool {
      origin == other.origin && name == other.name && path == other.path
    }
  }

  private struct State: Sendable {
    var cookies: [Cookie] = []
    /// The cookies that answers have set before the disk was read.
    var early: [Cookie] = []
    var isLoaded = false
  }

  /// The id under which the store has the cookies.
  static let id = "cookies:"
  private static let mostCookies = 100
  private static let largestCookie = 4_096
  /// No cookie lives longer (RFC 6265bis section 5.5).
  private static let longestLife: Int64 = 400 * 86_400

  private let store: ObjectStore
  private let state = Locked(State())

  init(in store: ObjectStore) { self.store = store }

  /// Returns the value of `Cookie` for an address.
  ///
  /// - Parameter waits: whether to wait for the cookies on the disk; they are read in any case.
  func field(for address: WebAddress, at now: Int64, waits: Bool) async -> String? {
    if waits { await load() } else { Task { await load() } }
    let path = address.target.prefix { $0 != "?" }
    let sent = state.withLock { $0.cookies }.filter { cookie in
      cookie.origin == address.origin && cookie.expires.map { now < $0 } ?? true
        && CookieJar.isWithin(path, cookie.path) && (!cookie.isSecure || address.scheme == "https")
    }
    // Longer paths come first, and otherwise those that were there first.
    let sorted = sent.enumerated().sorted {
      ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
    }
    return sorted.isEmpty
      ? nil : sorted.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
  }

  /// Takes the cookies that an answer sets.
  func take(_ fields: WireFields, from address: WebAddress, at now: Int64) {
    let values = fields.all.filter { $0.name == "set-cookie" }.flatMap {
      CookieJar.separated($0.value)
    }
    let set = values.compactMap { CookieJar.cookie($0, from: address, at: now) }
    guard !set.isEmpty else { return }
    let isKept = state.withLock { state in
      let before = CookieJar.kept(state.cookies)
      for cookie in set { CookieJar.put(cookie, into: &state.cookies) }
      state.cookies.removeAll { $0.expires.map { $0 <= now } ?? false }
      if !state.isLoaded { state.early += set }
      return state.isLoaded && before != CookieJar.kept(state.cookies)
    }
    if isKept { save() }
  }

  /// Puts a cookie in place of the one of the same name; one whose lifetime is over removes it.
  private static func put(_ cookie: Cookie, into cookies: inout [Cookie]) {
    let place = cookies.firstIndex { $0.isSame(as: cookie) }
    if cookie.expires == 0 {
      if let place { cookies.remove(at: place) }
    } else if let place {
      cookies[place] = cookie
    } else {
      cookies.append(cookie)
    }
    cookies.removeFirst(max(0, cookies.count - mostCookies))
  }

  /// Removes all cookies.
  func removeAll() {
    state.withLock { $0 = State(isLoaded: true) }
    save()
  }

  private static func kept(_ cookies: [Cookie]) -> [Cookie] { cookies.filter { $0.expires != nil } }

  /// Separates the values of fields that a transport has joined by commas, some of which are those of dates.
  private static func separated(_ text: String) -> [String] {
    text.split(separator: ",").reduce(into: []) { values, part in
      let name = part.trimmed.prefix { !"=; ".contains($0) }
      if let last = values.indices.last, !part.trimmed.dropFirst(name.count).hasPrefix("=") {
        values[last] += "," + part
      } else {
        values.append(String(part))
      }
    }
  }

  /// Reads the value of a `Set-Cookie`; `nil` for a cookie that the standard has a client ignore.
  private static func cookie(_ text: String, from address: WebAddress, at now: Int64) -> Cookie? {
    guard text.utf8.count <= largestCookie, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let pair = (parts.first ?? "").split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard pair.count == 2, !pair[0].trimmed.isEmpty else { return nil }
    var attributes: [String: Substring] = [:]
    for part in parts.dropFirst() {
      let named = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      attributes[(named.first ?? "").trimmed.lowercased()] = named.count > 1 ? named[1].trimmed : ""
    }
    let name = String(pair[0].trimmed)
    let isSecure = attributes["secure"] != nil
    let path = attributes["path"].flatMap { $0.hasPrefix("/") ? String($0) : nil }
    let domain = (attributes["domain"] ?? "").drop { $0 == "." }.lowercased()
    guard !isSecure || address.scheme == "https",
      domain.isEmpty || address.host == domain || address.host.hasSuffix("." + domain)
    else { return nil }
    let prefix = name.lowercased()
    if prefix.hasPrefix("__secure-") || prefix.hasPrefix("__host-"), !isSecure { return nil }
    if prefix.hasPrefix("__host-"), path != "/" || attributes["domain"] != nil { return nil }
    return Cookie(
      origin: address.origin,
      name: name,
      path: path ?? defaultPath(of: address),
      value: String(pair[1].trimmed),
      isSecure: isSecure,
      expires: end(of: attributes, at: now)
    )
  }

  /// Returns the instant of the end; `nil` for a cookie of the process, and zero for one that is over.
  private static func end(of attributes: [String: Substring], at now: Int64) -> Int64? {
    if let text = attributes["max-age"], let seconds = Int64(text) {
      return seconds <= 0 ? 0 : now + min(seconds, longestLife)
    }
    return attributes["expires"].flatMap { HTTPDate.seconds(String($0)) }
      .map { $0 <= now ? 0 : min($0, now + longestLife) }
  }

  private static func defaultPath(of address: WebAddress) -> String {
    let path = address.target.prefix { $0 != "?" }
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    return folder.isEmpty ? "/" : String(folder)
  }

  private static func isWithin(_ path: Substring, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  private func load() async {
    guard !state.withLock({ $0.isLoaded }) else { return }
    let kept = await store.load([CookieJar.id])[CookieJar.id]?["cookies"]?.array ?? []
    let hasNews = state.withLock { state in
      guard !state.isLoaded else { return false }
      (state.cookies, state.isLoaded) = (kept.compactMap { Cookie($0) }, true)
      for cookie in state.early { CookieJar.put(cookie, into: &state.cookies) }
      defer { state.early = [] }
      return !state.early.isEmpty
    }
    if hasNews { save() }
  }

  private func save() {
    let kept = state.withLock { CookieJar.kept($0.cookies) }
    var batch = ObjectBatch()
    if kept.isEmpty {
      batch.remove(CookieJar.id)
    } else {
      let document: JSONValue = ["cookies": .array(kept.map(\.json))]
      batch.append(document: ContiguousArray(document.json), id: CookieJar.id)
    }
    store.apply(batch)
  }
}

extension CookieJar.Cookie {
  fileprivate var json: JSONValue {
    [
      "origin": .string(origin), "name": .string(name), "path": .string(path),
      "value": .string(value), "secure": .bool(isSecure), "expires": .integer(expires ?? 0),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let origin = json["origin"]?.string, let name = json["name"]?.string,
      let path = json["path"]?.string, let value = json["value"]?.string,
      let isSecure = json["secure"]?.bool, let expires = json["expires"]?.integer
    else { return nil }
    self.init(
      origin: origin,
      name: name,
      path: path,
      value: value,
      isSecure: isSecure,
      expires: expires
    )
  }
}
