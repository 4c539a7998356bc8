// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests
import HTTPValues
import Synchronization

/// The sessions of operators in browsers, each begun with a token of the listener. They exist in
/// memory only. A session ends after some hours, by signing out, with the process, and when its
/// token changes.
final class ConsoleSessions: Sendable {
  /// Seconds until a session ends.
  static let lifetime: Int64 = 8 * 3_600
  /// The maximum number of sessions; a further one ends the oldest.
  static let most = 100
  private static let cookie = "portico-session"

  private struct Session {
    let end: Int64
    /// The digest of the token that it was begun with.
    let fingerprint: [UInt8]
  }

  /// The key of the tokens that prove that forms come from pages of this process.
  private let key = [UInt8].random(count: 32)
  /// By the digests of their names.
  private let sessions = Mutex<[[UInt8]: Session]>([:])

  private static func digest(of name: String) -> [UInt8] {
    SHA256.digest(of: Array(name.utf8).span)
  }

  /// Begins a session, and returns its name.
  func begin(with fingerprint: [UInt8], at now: Int64) -> String {
    let name = Hexadecimal.text([UInt8].random(count: 32))
    sessions.withLock { sessions in
      sessions = sessions.filter { $0.value.end > now }
      if sessions.count >= ConsoleSessions.most,
        let oldest = sessions.min(by: { $0.value.end < $1.value.end })?.key
      {
        sessions[oldest] = nil
      }
      sessions[ConsoleSessions.digest(of: name)] = Session(
        end: now + ConsoleSessions.lifetime,
        fingerprint: fingerprint
      )
    }
    return name
  }

  /// The digest of the token that a session was begun with; `nil` where the session does not exist
  /// or has ended.
  func fingerprint(of name: String, at now: Int64) -> [UInt8]? {
    let session = sessions.withLock { $0[ConsoleSessions.digest(of: name)] }
    return session.flatMap { $0.end > now ? $0.fingerprint : nil }
  }

  func end(_ name: String) {
    _ = sessions.withLock { $0.removeValue(forKey: ConsoleSessions.digest(of: name)) }
  }

  /// The token that proves that a page of the console sent a form; it belongs to one session.
  func formToken(of name: String?) -> String {
    let name = Array((name ?? "").utf8)
    return Hexadecimal.text(SHA256.authentication(of: name.span, key: key))
  }

  func proves(_ token: String, of name: String?) -> Bool {
    ConstantTime.areEqual(Array(token.utf8), Array(formToken(of: name).utf8))
  }

  /// The name of the session in a request's cookie.
  static func name(in request: borrowing RequestView) -> String? {
    guard let cookies = request.fields.combined(FieldName(.cookie)) else { return nil }
    for pair in cookies.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == cookie, parts[1].utf8.count == 64 { return String(parts[1]) }
    }
    return nil
  }

  /// The field that sets a browser's session cookie, or deletes it.
  static func field(_ name: String?, isSecure: Bool) -> String {
    let age = name == nil ? 0 : lifetime
    return "\(cookie)=\(name ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(age)"
      + (isSecure ? "; Secure" : "")
  }
}
