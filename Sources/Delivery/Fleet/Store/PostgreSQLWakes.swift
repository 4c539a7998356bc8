// SPDX-License-Identifier: Apache-2.0

import PostgreSQL
import Reactor
import SQL
import Synchronization

// A NOTIFY takes a lock of the whole database until the end of its transaction. So it has a transaction of its own
// that writes nothing and waits for no disk, on a connection of its own or of the beats; and hints of entries that come within 50 ms of one are one
// hint afterwards: each wakes a process of the server for every node. LISTEN has another connection, which has no
// transaction and so holds back no vacuum.

/// The hints of one process to all others by LISTEN and NOTIFY.
final class PostgreSQLWakes: Sendable {
  private let configuration: PostgreSQLConnection.Configuration
  private let channel: String
  private let state = Mutex(State())
  private let work: ThreadSemaphore

  private struct State {
    /// The hint that is to be given next.
    var waiting: FleetWake?
    var isClosed = false
    /// The first hint that was given and not heard here; the connection that listens is made anew after a while.
    var unheard: ContinuousClock.Instant?
  }

  /// The longest wait for our own hint.
  private static let patience = Duration.seconds(5)
  private static let pause = Duration.milliseconds(500)
  /// From one hint to the next.
  private static let gap = Duration.milliseconds(50)

  init(
    _ configuration: PostgreSQLConnection.Configuration,
    channel: String,
    rest: Duration,
    wake: @escaping @Sendable (FleetWake) -> Void
  ) throws {
    self.configuration = configuration
    self.channel = channel
    work = try ThreadSemaphore()
    try LoopThread(name: "fleet notify") { [weak self, work] in
      guard let configuration = self?.configuration else { return }
      var connection = RestedConnection(configuration, rest)
      while true {
        _ = work.wait(upTo: Self.pause)
        guard let self, self.notify(&connection) else { return }
      }
    }.detach()
    try LoopThread(name: "fleet listen") { [weak self] in
      while let self, !self.isClosed {
        self.listen(wake)
        guard !self.isClosed else { return }
        PostgreSQLListener.pause(Self.pause)
      }
    }.detach()
  }

  deinit { close() }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  func close() {
    state.withLock { $0.isClosed = true }
    work.signal()
  }

  /// Gives a hint soon; of several that wait, the last one.
  func announce(_ wake: FleetWake) {
    let isFirst = state.withLock { state in
      defer { state.waiting = wake }
      return state.waiting == nil
    }
    if isFirst { work.signal() }
  }

  /// Gives the hint that waits; `false` at the end.
  private func notify(_ connection: inout RestedConnection) -> Bool {
    let (wake, isClosed) = state.withLock { state in
      defer { state.waiting = nil }
      return (state.waiting, state.isClosed)
    }
    guard !isClosed else { return false }
    guard let wake else {
      connection.rest()
      return true
    }
    connection.use { give(wake, over: &$0) }
    PostgreSQLListener.pause(Self.gap)
    return true
  }

  /// Gives a hint at once over a connection that is in no transaction.
  func give(_ wake: FleetWake, over connection: inout PostgreSQLConnection) {
    state.withLock { if $0.unheard == nil { $0.unheard = .now } }
    // A hint that is lost costs time and nothing else: nodes look by themselves.
    _ = try? connection.run("SELECT pg_notify(?, ?)", [channel, wake.text])
  }

  /// Listens until the connection breaks or hears nothing.
  private func listen(_ wake: (FleetWake) -> Void) {
    guard let listener = try? PostgreSQLListener(configuration, channel: channel) else { return }
    state.withLock { $0.unheard = nil }
    while !isClosed {
      guard let texts = try? listener.wait(upTo: Self.pause) else { return }
      if !texts.isEmpty { state.withLock { $0.unheard = nil } }
      for text in texts { if let heard = FleetWake(text: text) { wake(heard) } }
      let unheard = state.withLock { $0.unheard }
      if let unheard, ContinuousClock.now - unheard > Self.patience { return }
    }
  }
}
