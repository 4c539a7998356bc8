// SPDX-License-Identifier: Apache-2.0

#if canImport(Observation)
public import Observation

/// A session for views that observe it, as those of SwiftUI do: they are drawn anew when the status changes, and when
/// the session is the next one.
///
/// ```swift
/// let observed = ObservedSession(try await client.start())
/// Text(observed.status.banner ?? "")
/// ```
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor public final class ObservedSession: Observable {
  private let registrar = ObservationRegistrar()
  private var current: (session: Session, status: SessionStatus)
  private var following: Task<Void, Never>?

  /// Begins to follow a session.
  public init(_ session: Session) {
    current = (session, session.status)
    follow(session)
  }

  deinit { following?.cancel() }

  /// The session.
  public var session: Session {
    registrar.access(self, keyPath: \.session)
    return current.session
  }

  /// The status of the session.
  public var status: SessionStatus {
    registrar.access(self, keyPath: \.status)
    return current.status
  }

  /// Changes to the session of the newest edition, between two screens or flows.
  public func next() {
    let next = current.session.next()
    guard next !== current.session else { return }
    registrar.withMutation(of: self, keyPath: \.session) { current.session = next }
    take(next.status)
    follow(next)
  }

  private func follow(_ session: Session) {
    following?.cancel()
    following = Task { [weak self] in
      var changes = session.changes.makeAsyncIterator()
      while let status = await changes.next() { self?.take(status) }
    }
  }

  private func take(_ status: SessionStatus) {
    guard status != current.status else { return }
    registrar.withMutation(of: self, keyPath: \.status) { current.status = status }
  }
}
#endif
