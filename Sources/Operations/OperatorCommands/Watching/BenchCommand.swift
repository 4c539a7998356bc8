// SPDX-License-Identifier: Apache-2.0

import Commands
import Files
import HTTPClient
import HTTPValues
import LoadTest
import Measure
import Reactor
import Signals

/// `portico bench`: a load test that plays a site's model, or sends one request again and again.
struct BenchCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "bench",
    summary: "Send requests at a fixed rate, whether responses come or not, and judge the result by"
      + " the SLA.",
    options: BenchOptions.all,
    operands: "URL",
    examples: [
      "portico bench http://127.0.0.1:8080 --site shop":
        "The site's model at its steady rates, for a minute.",
      "portico bench http://127.0.0.1:8080 --of peak --load 1.5 --report peak.html":
        "One and a half times its peak, with a page of charts.",
      "portico bench http://127.0.0.1:8080/config --rate 5000 --within 20ms":
        "One URL, 5,000 requests a second, 99% of them to be answered within 20 ms.",
    ]
  )

  private let options: BenchOptions
  private let test: BenchOptions.Test

  init(_ arguments: Arguments) throws {
    options = try BenchOptions(arguments)
    test = try options.test()
  }

  func run() async throws -> ExitCode {
    let group = try LoopGroup(count: options.loops, name: "bench")
    defer { group.stop() }
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    let origin = options.origin
    let addresses = try await Destination(origin).addresses(by: resolver)
    let target = LoadTarget(
      origin,
      at: addresses,
      security: try options.security(protocols: ["http/1.1"])
    )
    StandardStream.errors.write(announcement(of: addresses))
    let load = try await LoadRun(
      test.plan,
      to: target,
      on: group,
      through: options.isHTTP2 ? try client(resolver) : nil
    )
    let interruption = try await BenchInterruption(on: group.loops[0]) { load.stop() }
    let isShown = StandardStream.errors.isTerminal
    let plan = test.plan
    let result = try await load.run { sample, now in
      guard isShown else { return }
      StandardStream.errors.write("\r\(BenchCommand.line(sample, now, plan))\u{1B}[K")
    }
    await interruption.end()
    if isShown { StandardStream.errors.write("\r\u{1B}[K") }
    try write(result)
    return result.isPassed ? .done : .failed
  }

  /// Returns the function that makes an HTTP/2 client for each loop.
  private func client(_ resolver: Resolver) throws -> @Sendable (LoopCore) throws -> HTTPClient {
    var configuration = ClientConfiguration()
    configuration.cleartextHTTP2 = .always
    configuration.connectionsPerOrigin = test.plan.connections
    configuration.waitingPerOrigin = .max
    configuration.streamsBeforeSettings = LoadPlan.streams
    if let security = try options.security(protocols: ["h2", "http/1.1"]) {
      configuration.security = { _ in security }
    }
    let signals = try ClientSignals(SignalRegistry())
    return { [configuration] core in
      try HTTPClient(on: core, configuration, resolver: resolver, signals: signals)
    }
  }

  /// The announcement of the load test before it begins.
  private func announcement(of addresses: [SocketAddress]) -> String {
    let plan = test.plan
    let seconds = plan.duration / .seconds(1)
    var text = """
      \(test.title), to \(options.origin) (\(addresses.map { "\($0)" }.joined(separator: ", "))):
      \(Counted.text(Int((plan.rate * seconds).rounded()), "request")) in \(Figure.seconds(seconds).text), \
      \(Figure.perSecond(plan.rate).text), over \(Counted.text(plan.connections, "connection")) of \
      \(options.isHTTP2 ? "HTTP/2" : "HTTP/1.1")

      """
    if !test.left.isEmpty {
      text +=
        "left out, since they change something and no request says what is sent to them: "
        + test.left.map { "\($0)" }.joined(separator: ", ") + "\n"
    }
    return text
  }

  /// One second in a line.
  private static func line(
    _ sample: LoadResult.Sample,
    _ now: LoadSnapshot,
    _ plan: LoadPlan
  ) -> String {
    let times = [("p50", 0.5), ("p99", 0.99)].map { name, share in
      let time = sample.latencies.quantile(share).map { Figure.seconds(Double($0) / 1e9).text }
      return "\(name) \(time ?? "-")"
    }
    return "\(sample.second) s: \(sample.answered)/s of \(Figure.perSecond(plan.rate).text), "
      + times.joined(separator: ", ")
      + ", \(now.all.failed) failed, \(now.waiting) under way; Ctrl-C ends it"
  }

  private func write(_ result: LoadResult) throws {
    if let file = options.report {
      try Files.write(Array(result.page(test.title).utf8), to: file, isPublic: true)
    }
    if let file = options.learned {
      try Files.write(Array(result.model.utf8), to: file, isPublic: true)
    }
    if options.isJSON {
      _ = StandardStream.output.write(FigureTable.json(of: result.tables))
    } else {
      let style = TextStyle()
      let verdict = style(result.verdict, result.isPassed ? .green : .red)
      StandardStream.output.write(
        FigureTable.text(of: result.tables, isColoured: style.isOn) + "\n\(verdict)\n"
      )
    }
  }
}

/// Ends a load test when the process is told to stop, so that its results are shown.
private final class BenchInterruption: Sendable {
  private let signals: LoopConfined<ProcessSignals>
  private let loop: EventLoop

  init(on loop: EventLoop, _ stop: @escaping @Sendable () -> Void) async throws {
    self.loop = loop
    signals = try await loop.perform { core in
      let signals = try ProcessSignals(on: core) { if $0 == .stop { stop() } }
      return LoopConfined(signals, to: loop.number)
    }
  }

  func end() async { try? await loop.perform { [signals] _ in signals.value.close() } }
}
