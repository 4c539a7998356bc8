// SPDX-License-Identifier: Apache-2.0

import Reactor
import Signals

/// Sends the events of a feed to a syslog server, on one loop. While the server cannot be reached,
/// events wait, and connecting is tried again after growing pauses.
final class SyslogSender {
  /// The timeout of connecting.
  private static let connectTimeout = Duration.seconds(5)
  /// A connection that lasted this long works. The refusal of a datagram, and the end of a
  /// connection that something accepted in place of a missing server, come a moment later.
  private static let proving = Duration.seconds(1)
  /// The number of messages that are written at once.
  private static let batch = 64

  private enum State {
    /// Not connected; a pause may be running.
    case waiting
    case connecting
    case open(any SyslogLink)
    case closed
  }

  private let target: SyslogTarget
  private let format: SyslogMessage
  private let feed: EventFeed
  private let resolver: Resolver
  private let core: LoopCore
  private let report: @Sendable (SinkReport) -> Void
  private let chance: () -> Double
  private let pause: LoopPause
  private let limit: LoopPause
  private var backoff = Backoff(first: .milliseconds(200), longest: .seconds(30))
  private var state = State.waiting
  private var attempt: ConnectAttempt?
  private var opened = Instant.distantFuture
  /// The events that were taken from the feed and are not sent yet.
  private var messages: ArraySlice<[UInt8]> = []
  /// The number of leading events that are sent a second time and are counted already.
  private var repeated = 0
  private var isSending = false
  /// True if the last attempt failed, which is reported once.
  private var isTroubled = false
  private var whenClosed: (() -> Void)?

  init(
    to target: SyslogTarget,
    _ format: SyslogMessage,
    _ feed: EventFeed,
    resolver: Resolver,
    on core: LoopCore,
    chance: @escaping () -> Double = { .random(in: 0..<1) },
    report: @escaping @Sendable (SinkReport) -> Void
  ) {
    self.target = target
    self.format = format
    self.feed = feed
    self.resolver = resolver
    self.core = core
    self.chance = chance
    self.report = report
    pause = LoopPause(on: core)
    limit = LoopPause(on: core)
  }

  func start() {
    // The loop keeps the feed, which has nobody to read for once this is released.
    feed.whenRead = { [weak self, weak feed = feed] in
      if let self { proceed() } else { feed?.close() }
    }
    feed.start()
    connect()
  }

  /// Sends the waiting events for at most `patience`, and calls `body` once they are sent or given
  /// up.
  func close(within patience: Duration, _ body: @escaping () -> Void) {
    feed.close()
    whenClosed = body
    limit.start(patience) { [weak self] in self?.finish(.slow) }
    if feed.count == 0, messages.isEmpty { return finish(.slow) }
    // The pause ends at once, since the process is about to end.
    if case .waiting = state { connect() } else { proceed() }
  }

  private func finish(_ reason: LostEvents.Reason) {
    if case .open(let link) = state { link.close() }
    attempt?.cancel()
    attempt = nil
    state = .closed
    pause.cancel()
    limit.cancel()
    feed.lose(messages.count, reason)
    messages = []
    feed.loseRest(reason)
    let body = whenClosed
    whenClosed = nil
    body?()
  }

  // MARK: sending

  private func proceed() {
    guard case .open(let link) = state, !isSending else { return }
    isSending = true
    defer { isSending = false }
    while true {
      if messages.isEmpty {
        messages = feed.take(atMost: SyslogSender.batch).map(format.bytes)[...]
      }
      guard !messages.isEmpty else {
        if whenClosed != nil { finish(.slow) }
        return
      }
      let progress = link.send(messages)
      feed.sent(max(0, progress.sent - repeated))
      repeated = max(0, repeated - progress.sent)
      messages = messages.dropFirst(progress.sent)
      switch progress.state {
      case .ready: works()
      case .blocked: return
      case .refused(let why):
        feed.lose(1, .failed(why))
        messages = messages.dropFirst()
      case .broken(let why): return fail(why)
      }
    }
  }

  private func works() {
    guard core.now >= opened + SyslogSender.proving else { return }
    backoff.reset()
    if isTroubled { report(.reached) }
    isTroubled = false
  }

  private func fail(_ why: String) {
    if case .open(let link) = state {
      let again = link.unconfirmed
      repeated += again.count
      messages = again + messages
      link.close()
    }
    state = .waiting
    if !isTroubled { report(.failed("\(why); events wait until it is reached")) }
    isTroubled = true
    if whenClosed != nil { return finish(.failed(why)) }
    pause.start(backoff.next(chance())) { [weak self] in self?.connect() }
  }

  // MARK: connecting

  private func connect() {
    pause.cancel()
    state = .connecting
    switch target.place {
    case .unix(let path): open(SocketAddress(.unix(path)))
    case .udp(let host, let port), .tcp(let host, let port):
      let confined = LoopConfined(self, to: core.loop.number)
      core.loop.start { await confined.value.connect(to: host, port) }
    }
  }

  private func connect(to host: String, _ port: UInt16) async {
    do throws(SystemError) {
      let addresses = try await resolver.addresses(of: host, port: port)
      guard case .connecting = state, let address = addresses.first else { return }
      open(address)
    } catch {
      if case .connecting = state { fail("\(error)") }
    }
  }

  private func open(_ address: SocketAddress) {
    guard case .tcp = target.place else { return openSocket(address) }
    attempt = ConnectAttempt(
      to: address,
      on: core,
      deadline: core.now + SyslogSender.connectTimeout
    ) { [weak self] outcome in
      guard let self else { return }
      attempt = nil
      switch consume outcome {
      case .failed(let error): fail("\(error)")
      case .socket(let socket): openStream(socket)
      }
    }
  }

  private func openStream(_ socket: consuming Descriptor) {
    do throws(SystemError) {
      let channel = try Channel(socket, on: core)
      let link = StreamLink(channel) { [weak self] in
        self?.proceed()
      } broken: { [weak self] in
        self?.fail($0)
      }
      begin(link)
    } catch {
      fail("\(error)")
    }
  }

  private func begin(_ link: any SyslogLink) {
    state = .open(link)
    opened = core.now
    proceed()
  }

  private func openSocket(_ address: SocketAddress) {
    do throws(SystemError) {
      let socket = try DatagramSocket(to: address, on: core) { [weak self] in self?.proceed() }
      begin(DatagramLink(socket))
    } catch {
      fail("\(error)")
    }
  }
}
