// SPDX-License-Identifier: Apache-2.0

/// Reports to the service how the requests of the app went: latency, timeouts, offline and decode errors, and the use
/// of prefetched answers.
///
/// Reports are collected and sent seldom, at most 50 at once, and never twice. The service knows the app and its
/// version by `X-App`, among the fields of the client.
///
/// ```swift
/// let reporter = Reporter(client, path: "/beacon", share: 10, prefetcher: prefetcher)
/// // When the app goes to the background:
/// await reporter.flush()
/// ```
public final class Reporter: Sendable {
  private struct State: Sendable {
    var queue: ReportQueue
    var lastSent: Int64
    var pausedUntil: Int64 = 0
    /// Whether the last request reached anybody.
    var isOnline = true
    /// The use of prefetched answers that was reported.
    var reported = PrefetchFigures()
  }

  /// The seconds without reports after the service refused them, unless it names others.
  private static let pause: Int64 = 300

  private let client: Client
  private let beacon: String
  private let interval: Int64
  private let prefetcher: Prefetcher?
  private let state: Locked<State>

  /// Creates a reporter, which works as long as it is kept.
  ///
  /// - Parameters:
  ///   - client: the client whose requests are reported.
  ///   - path: the path of the beacon, as the site declares it.
  ///   - share: the percentage of requests that are reported, evenly spread.
  ///   - interval: the least seconds from one sending to the next.
  ///   - prefetcher: the prefetcher whose figures are reported, whole and not by the share.
  public init(
    _ client: Client,
    path: String,
    share: Int = 100,
    interval: Int64 = 300,
    prefetcher: Prefetcher? = nil
  ) {
    (self.client, self.interval, self.prefetcher) = (client, interval, prefetcher)
    beacon = client.environment.configURL.resolving(path)?.description ?? path
    state = Locked(State(queue: ReportQueue(share: share), lastSent: client.now))
    client.tasks.observe { [weak self] record, _ in self?.ended(record) }
  }

  /// Reports that the app could not show the answer from a link.
  public func reportRenderError(_ link: String) {
    guard let address = client.environment.configURL.resolving(link) else { return }
    add(address, .renderError)
  }

  /// Sends all reports that wait, for example when the app goes to the background.
  public func flush() async {
    // A refusal is known before the answer is, and ends the loop.
    while let handle = send(evenEarly: true) { _ = try? await handle.answer }
  }

  private func ended(_ record: TaskRecord) {
    let now = client.now
    state.withLock { state in
      switch record.error?.kind {
      case .unreachable, .timedOut: state.isOnline = false
      case .cancelled, .notKept, .wrongAddress: break
      default: state.isOnline = state.isOnline || record.error != nil || record.requests > 0
      }
    }
    if record.purpose == .asked, let address = WebAddress(record.address),
      let outcome = ReportedOutcome(record)
    {
      add(address, outcome, latency: record.latency)
    } else if record.purpose == .background, record.address == beacon, let error = record.error {
      let until = now + min(max(error.retryAfter ?? Reporter.pause, 0), 86_400)
      state.withLock { $0.pausedUntil = max($0.pausedUntil, until) }
    }
    _ = send(evenEarly: false)
  }

  private func add(_ address: WebAddress, _ outcome: ReportedOutcome, latency: Duration? = nil) {
    guard address.isOfSameOrigin(as: client.environment.configURL) else { return }
    state.withLock { $0.queue.add(address.target, outcome, latency: latency) }
  }

  /// Sends the oldest reports, if it is time; while nobody is reached they wait.
  private func send(evenEarly: Bool) -> TaskHandle? {
    let (now, interval, figures) = (client.now, interval, prefetcher?.figures ?? PrefetchFigures())
    let body = state.withLock { state -> ContiguousArray<UInt8>? in
      guard state.isOnline, now >= state.pausedUntil,
        evenEarly || now - state.lastSent >= interval,
        let body = state.queue.body(figures.since(state.reported))
      else { return nil }
      (state.lastSent, state.reported) = (now, figures)
      return body
    }
    return body.map { body in
      client.launch(
        beacon,
        method: "POST",
        body: body,
        fields: ["Content-Type": "application/json"],
        purpose: .background
      )
    }
  }
}
