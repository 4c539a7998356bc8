// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPServer
import HTTPValues
import Measure
import Reactor
import Serving
import Signals
import Synchronization

/// Authorises requests to the administration.
///
/// Where there are tokens, a request must carry one or belong to a session that began with one, and
/// gets the role of the token; wrong tokens are answered at the pace of `WrongTokenPace`. Without
/// tokens, everybody who can connect to the listener is trusted with every role. That includes the
/// browsers of this machine, so cross-origin requests are refused (`CrossOriginRequests`). The
/// probes `/live` and `/ready` are open to everybody.
final class AdminGate: Sendable {
  /// The reason why a request is refused.
  enum Refusal: Int, CaseIterable, Error, CustomStringConvertible {
    /// The token is missing.
    case missing
    /// The token is wrong.
    case wrong
    /// The name in Host may be one that an attacker has pointed to this machine.
    case host
    /// A page of another origin made the browser send it.
    case origin

    var status: Status {
      switch self {
      case .missing, .wrong: .unauthorized
      case .host, .origin: .forbidden
      }
    }

    /// The name in metrics and events.
    var description: String {
      switch self {
      case .missing: "missing"
      case .wrong: "wrong"
      case .host: "host"
      case .origin: "origin"
      }
    }

    /// The reason of its events.
    var eventReason: String { "admin_\(self)" }

    fileprivate var reason: String {
      switch self {
      case .missing, .wrong: "whose token is \(self)"
      case .host: "whose Host is not this machine"
      case .origin: "which a page of another origin sent"
      }
    }
  }

  private enum Rule {
    case tokens(AdminTokens)
    case noForeignPages
    /// No browser can connect to a Unix socket.
    case everybody
  }

  private static let open = [OperatorPath.live, .ready].map(\.text)

  private let rule: Rule
  private let refusals: SignalFamily<Counter>
  private let shard: SharedSignalShard
  private let slowed: SignalFamily<Counter>
  private let refused: RefusedClients
  private let log = Mutex(RefusalLog())
  private let pace = Mutex(WrongTokenPace())
  /// The sessions of browsers that have sent a token.
  let sessions = ConsoleSessions()

  /// - Parameter refused: called with each refused client.
  init(
    _ tokens: AdminTokens?,
    at address: SocketAddress,
    _ refused: RefusedClients,
    _ registry: SignalRegistry
  ) throws(SignalFault) {
    self.refused = refused
    rule = tokens.map { .tokens($0) } ?? (address.isInternet ? .noForeignPages : .everybody)
    refusals = try registry.counters(
      MetricName.adminRefusals,
      "Requests of operators that were refused: no token, the wrong one, a Host that is not this"
        + " machine, or a page of another origin.",
      labels: [SignalLabel("reason", Refusal.allCases.map { "\($0)" })]
    )
    slowed = try registry.counters(
      "portico_admin_wrong_tokens_slowed_total",
      "Requests of operators with a wrong token whose refusal waited, or which were turned away since too"
        + " many waited.",
      labels: [SignalLabel("outcome", ["waited", "turned_away"])]
    )
    shard = try registry.makeSharedShard()
  }

  /// Returns the operator who sends a request, or the reason why it is refused.
  func admission(
    of request: borrowing RequestView,
    from address: SocketAddress
  ) -> Result<Operator, Refusal> {
    for path in AdminGate.open where request.path.matches(path.utf8Span.span) {
      return .success(Operator(name: nil, role: .viewer, address: address))
    }
    switch rule {
    case .tokens(let tokens):
      return owner(of: request, among: tokens).map {
        Operator(name: $0.name, role: $0.role, address: address)
      }
    case .noForeignPages:
      if let refusal = CrossOriginRequests.refusal(of: request) { return .failure(refusal) }
    case .everybody: break
    }
    return .success(Operator(name: nil, role: .admin, address: address))
  }

  /// Whether there are tokens, so that browsers need a session.
  var needsToken: Bool { if case .tokens = rule { true } else { false } }

  /// Begins a session for the right token, and returns its name and the token's file; `nil` for a
  /// wrong token.
  func begin(with word: [UInt8], at now: Int64) -> (session: String, file: AdminTokens.File)? {
    guard case .tokens(let tokens) = rule, let (file, fingerprint) = tokens.owner(of: word.span)
    else { return nil }
    return (sessions.begin(with: fingerprint, at: now), file)
  }

  /// Returns the name of the session that a request belongs to; `nil` where it belongs to none.
  func session(of request: borrowing RequestView, at now: Int64) -> String? {
    guard case .tokens(let tokens) = rule else { return nil }
    return session(of: request, among: tokens, at: now)?.name
  }

  private func session(
    of request: borrowing RequestView,
    among tokens: AdminTokens,
    at now: Int64
  ) -> (name: String, owner: AdminTokens.File)? {
    guard let name = ConsoleSessions.name(in: request),
      let fingerprint = sessions.fingerprint(of: name, at: now),
      let owner = tokens.owner(withFingerprint: fingerprint)
    else { return nil }
    return (name, owner)
  }

  private func owner(
    of request: borrowing RequestView,
    among tokens: AdminTokens
  ) -> Result<AdminTokens.File, Refusal> {
    guard let index = request.fields.onlyIndex(of: .authorization) else {
      if request.fields.contains(.authorization) { return .failure(.wrong) }
      guard let session = session(of: request, among: tokens, at: UnixTime.now.seconds) else {
        return .failure(.missing)
      }
      // A browser also sends the cookie with requests that pages of other origins cause.
      return CrossOriginRequests.isForeign(request) ? .failure(.origin) : .success(session.owner)
    }
    let value = request.fields.value(at: index)
    let scheme = "bearer ".utf8Span.span
    guard value.count > scheme.count,
      value.extracting(first: scheme.count).matches(ignoringCase: scheme),
      let owner = tokens.owner(of: value.extracting(scheme.count...).trimmed)
    else { return .failure(.wrong) }
    return .success(owner.file)
  }

  /// Returns the time at which a wrong token is answered.
  func turn(at now: Instant) -> WrongTokenPace.Turn {
    let turn = pace.withLock { $0.turn(at: now) }
    switch turn {
    case .atOnce: break
    case .after: shard.record { $0.add(slowed[0]) }
    case .none: shard.record { $0.add(slowed[1]) }
    }
    return turn
  }

  /// Counts a refusal; returns the line to log about it and those before, if one is due.
  func note(
    _ refusal: Refusal,
    of request: borrowing RequestView,
    from peer: Peer,
    at seconds: Int64
  ) -> String? {
    shard.record { $0.add(refusals[refusal.rawValue]) }
    refused.note(peer.client, for: refusal.eventReason)
    guard let unsaid = log.withLock({ $0.note(at: seconds) }) else { return nil }
    let others = unsaid == 0 ? "" : ", and \(unsaid) others before it"
    return "operators: \(refusal.status.code) to \(peer.client) for \(request.method.name) "
      + "\(LogText.escaped(request.path.text)), \(refusal.reason)\(others)"
  }
}

/// Rate limit of logged refusals.
struct RefusalLog {
  static let pause: Int64 = 10

  private var last: Int64?
  private var unsaid = 0

  /// Returns how many refusals were not logged since the last line; `nil` if no line is due.
  mutating func note(at seconds: Int64) -> Int? {
    if let last, seconds >= last, seconds - last < RefusalLog.pause {
      unsaid += 1
      return nil
    }
    last = seconds
    defer { unsaid = 0 }
    return unsaid
  }
}
