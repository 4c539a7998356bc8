// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import Signals
import Synchronization

/// Lets in who says the token, where there is one. Probes have none: whether the process lives and is
/// ready may be asked by anybody.
final class AdminGate: Sendable {
  /// What keeps a request out.
  enum Refusal: Int, CaseIterable {
    /// No token is said.
    case missing
    /// It is not the one.
    case wrong
  }

  private static let open = ["/live", "/ready"]

  private let token: AdminToken?
  private let refusals: SignalFamily<Counter>
  private let shard: SharedSignalShard
  private let log = Mutex(RefusalLog())

  init(_ token: AdminToken?, _ registry: SignalRegistry) throws(SignalFault) {
    self.token = token
    refusals = try registry.counters(
      "portico_admin_refusals_total",
      "Requests of operators that said no token, or not the right one.",
      labels: [SignalLabel("reason", Refusal.allCases.map { "\($0)" })]
    )
    shard = try registry.makeSharedShard()
  }

  /// What keeps a request out; `nil` where it may come in.
  func refusal(of request: borrowing RequestView) -> Refusal? {
    guard let token else { return nil }
    for path in AdminGate.open where request.path.matches(path.utf8Span.span) { return nil }
    guard let index = request.fields.onlyIndex(of: .authorization) else {
      return request.fields.contains(.authorization) ? .wrong : .missing
    }
    let value = request.fields.value(at: index)
    let scheme = "bearer ".utf8Span.span
    guard value.count > scheme.count,
      value.extracting(first: scheme.count).matches(ignoringCase: scheme)
    else { return .wrong }
    return token.matches(value.extracting(scheme.count...).trimmed) ? nil : .wrong
  }

  /// Counts a refusal; answers the line that is to be said of it and those before, if any is.
  func note(
    _ refusal: Refusal,
    of request: borrowing RequestView,
    from peer: Peer,
    at seconds: Int64
  ) -> String? {
    shard.record { $0.add(refusals[refusal.rawValue]) }
    guard let unsaid = log.withLock({ $0.note(at: seconds) }) else { return nil }
    let others = unsaid == 0 ? "" : ", and \(unsaid) others before it"
    return "operators: 401 to \(peer.client) for \(request.method.name) "
      + "\(Shown.text(request.path.text)), whose token is \(refusal)\(others)"
  }
}

/// Which refusals are spoken of: one in a while, however many there are.
struct RefusalLog {
  static let pause: Int64 = 10

  private var last: Int64?
  private var unsaid = 0

  /// How many were not spoken of since the last time; `nil` where this one is not either.
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
