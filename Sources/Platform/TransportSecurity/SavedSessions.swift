// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The sessions that a client may resume, a few for each server.
final class SavedSessions: Sendable {
  /// The most sessions kept for one server.
  static let limitPerServer = 4

  private struct Store {
    var sessions: [TLSServerName: [SavedSession]] = [:]
    /// The servers, oldest first.
    var order: [TLSServerName] = []
  }

  private let limit: Int
  private let store = Mutex(Store())

  /// Keeps sessions of at most `limit` servers.
  init(limit: Int) { self.limit = limit }

  func keep(_ session: SavedSession, for server: TLSServerName) {
    store.withLock { store in
      if store.sessions[server] == nil {
        if store.order.count >= limit { store.sessions[store.order.removeFirst()] = nil }
        store.order.append(server)
      }
      var known = store.sessions[server] ?? []
      if known.count >= SavedSessions.limitPerServer { known.removeFirst() }
      known.append(session)
      store.sessions[server] = known
    }
  }

  /// Returns the newest session for a server, and removes it if it may be used once only.
  func take(for server: TLSServerName) -> SavedSession? {
    store.withLock { store in
      while let session = store.sessions[server]?.last {
        if session.isResumable && !session.isForOneUse { return session }
        store.sessions[server]?.removeLast()
        if session.isResumable { return session }
      }
      return nil
    }
  }
}
