// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues
package import Reactor

/// Sends requests for a generator over its connections.
protocol LoadSender: AnyObject {
  /// Whether a request could be sent at once.
  var isFree: Bool { get }
  /// Whether no connection is being opened at the moment.
  var isReady: Bool { get }
  /// The reason why a connection could not be opened, if one could not.
  var failure: String? { get }
  func send(_ arrival: OpenLoop.Arrival, _ call: Int)
  /// Ends requests that have waited too long, and opens missing connections.
  func look(at now: Instant)
  func close()
}

/// Sends the requests of a load test from one loop, each when it is due or as soon as a connection is
/// free.
package final class LoadGenerator: DeadlineHandler, BatchHandler {
  let core: LoopCore
  let plan: LoadPlan
  private var run: OpenLoop
  private var sender: (any LoadSender)?
  private var timer: PreciseTimer?
  private var begin = Instant.distantFuture
  private var isPumpDue = false
  private var isEnded = false
  private var completion: (() -> Void)?
  private var look: Look?

  /// The interval at which connections are checked.
  private static let interval = Duration.milliseconds(50)

  /// - Parameters:
  ///   - part: the number of this generator among several that share the test. - client: the client
  ///     that sends requests; `nil` for connections of HTTP/1.1 to `target`.
  package init(
    _ plan: LoadPlan,
    part: Int = 0,
    of parts: Int = 1,
    to target: LoadTarget,
    through client: HTTPClient?,
    on core: LoopCore
  ) throws {
    (self.plan, self.core) = (plan, core)
    run = plan.openLoop(part: part, of: parts)
    let connections = plan.connections(part: part, of: parts)
    timer = try PreciseTimer(on: core, self)
    sender =
      if let client {
        ClientLoadSender(client, to: target.origin, connections: connections, self)
      } else {
        try HTTP1LoadSender(to: target, connections: connections, self)
      }
    look = Look(self)
  }

  /// Begins at an instant, and calls `completion` when the outcome of every request is known.
  package func start(at begin: Instant, completion: @escaping () -> Void) {
    (self.begin, self.completion) = (begin, completion)
    look?.schedule()
    pump()
  }

  /// Sends nothing more; the test ends with the requests that are under way.
  package func stop() {
    guard begin < .distantFuture else { return }
    end(at: moment)
    finishIfDone()
  }

  /// Whether every connection is open or has failed to open.
  package var isReady: Bool { sender?.isReady ?? true }

  /// The reason why not one connection could be opened; `nil` where one is.
  package var failure: String? {
    guard let sender, !sender.isFree else { return nil }
    return sender.failure ?? "no connection within 5 s"
  }

  /// The results so far.
  package var snapshot: LoadSnapshot { LoadSnapshot(run) }

  // MARK: what connections report

  /// Nanoseconds from the start of the test to the start of this turn of the loop: what is ready
  /// now had arrived by then.
  private var turn: Int64 { (core.now - begin).nanoseconds }
  private var moment: Int64 { (core.momentNow - begin).nanoseconds }

  func answered(_ arrival: OpenLoop.Arrival, status: Int, bytes: Int) {
    run.answered(arrival, status: status, bytes: bytes, at: turn)
    pumpSoon()
  }

  func failed(_ arrival: OpenLoop.Arrival, _ failure: LoadFailure) {
    run.failed(arrival, failure, at: moment)
    pumpSoon()
  }

  /// Called when no connection could be opened; a request that is due fails for that reason.
  func connectFailed() {
    guard let arrival = run.send(at: moment) else { return }
    failed(arrival, .connect)
  }

  /// Sends due requests after the current callback has returned.
  func pumpSoon() {
    guard !isPumpDue else { return }
    isPumpDue = true
    core.atEndOfBatch(self)
  }

  // MARK: what the loop reports

  package func batchEnded() {
    isPumpDue = false
    pump()
  }

  package func deadlineReached() { pump() }

  private func pump() {
    guard let sender else { return }
    while !isEnded, let due = run.nextDue {
      let now = moment
      guard due <= now else {
        timer?.arm(begin + .nanoseconds(due))
        break
      }
      guard sender.isFree else {
        run.exhausted(at: now)
        break
      }
      guard let arrival = run.send(at: now) else { break }
      let calls = plan.routes[arrival.route].calls.count
      sender.send(arrival, arrival.number % calls)
    }
    finishIfDone()
  }

  private func finishIfDone() {
    guard isEnded || run.nextDue == nil, run.waiting == 0, begin < .distantFuture,
      let completion
    else { return }
    self.completion = nil
    isEnded = true
    sender?.close()
    sender = nil
    timer?.close()
    timer = nil
    look?.cancel()
    look = nil
    completion()
  }

  /// Checks connections periodically, and ends the test.
  fileprivate func looked() {
    sender?.look(at: core.now)
    if core.now >= begin + plan.duration { end(at: plan.duration.nanoseconds) }
    finishIfDone()
  }

  private func end(at now: Int64) {
    guard !isEnded else { return }
    isEnded = true
    run.end(at: now)
  }

  /// The timer of these checks, beside that of requests.
  private final class Look: DeadlineHandler {
    private let generator: LoadGenerator
    private var timer: TimerID?

    init(_ generator: LoadGenerator) { self.generator = generator }

    func schedule() {
      timer = generator.core.schedule(self, at: generator.core.now + LoadGenerator.interval)
    }

    func cancel() {
      if let timer { generator.core.cancel(timer) }
      timer = nil
    }

    func deadlineReached() {
      timer = nil
      generator.looked()
      if generator.completion != nil { schedule() }
    }
  }
}

/// The server of a load test.
package struct LoadTarget: Sendable {
  package let origin: Origin
  /// The addresses of the origin; connections take them in turn.
  package let addresses: [SocketAddress]
  /// TLS; `nil` for plain connections.
  package let security: (any StreamSecurity)?

  package init(
    _ origin: Origin,
    at addresses: [SocketAddress],
    security: (any StreamSecurity)? = nil
  ) {
    (self.origin, self.addresses, self.security) = (origin, addresses, security)
  }
}

/// The results of a load test so far.
package struct LoadSnapshot: Sendable {
  package private(set) var accounts: [LoadAccount]
  package private(set) var waiting: Int
  package private(set) var ownDelay: LatencyDistribution
  package private(set) var delayed: UInt64

  package init(_ run: OpenLoop) {
    accounts = run.accounts
    waiting = run.waiting
    ownDelay = run.ownDelay
    delayed = run.delayed
  }

  /// Adds the results of another part of the same test.
  package mutating func merge(_ other: LoadSnapshot) {
    for route in accounts.indices { accounts[route].merge(other.accounts[route]) }
    waiting += other.waiting
    ownDelay.merge(other.ownDelay)
    delayed += other.delayed
  }
}
