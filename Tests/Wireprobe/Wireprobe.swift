// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPServer
import HTTPValues
import Passing
import Reactor
import Signals
import TransportSecurity

/// A server that shows the wire to test suites and benchmarks. Never installed.
@main
struct Wireprobe {
  static func main() async throws {
    ProcessSignals.ignoreBrokenPipes()
    let flags = Flags(CommandLine.arguments.dropFirst())
    var listeners: [ListenerConfiguration] = []
    if let port = flags.port("http") { listeners.append(.init(.loopback(port: port))) }
    if let port = flags.port("h2c") { listeners.append(.init(.loopback(port: port))) }
    if let port = flags.port("tls"), let certificate = flags.text("cert"),
      let key = flags.text("key")
    {
      let configuration = TLSServerConfiguration(
        identities: [TLSIdentity(chainFile: certificate, keyFile: key)])
      let certificates = try TLSCertificateStore(configuration, ticketKeys: flags.ticketKeys)
      listeners.append(
        .init(.loopback(port: port), security: certificates)
      )
    }
    let group = try LoopGroup(count: flags.number("loops") ?? LoopGroup.processors)
    let registry = try SignalRegistry()
    let signals = try ServerSignals(registry)
    let clientSignals = try ClientSignals(registry)
    let upstream = try flags.upstream.map { try Upstream($0, in: registry) }
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    let server = try await HTTPServer.start(
      listeners,
      on: group,
      limits: flags.limits,
      signals: signals
    ) { core in
      try ProbeHandler(
        HTTPClient(
          on: core,
          flags.client,
          resolver: resolver,
          signals: clientSignals
        ),
        upstream: upstream
      )
    }
    StandardStream.output.write(
      "listening on \(server.addresses.map(\.description).joined(separator: " "))\n"
    )
    await stopRequested(on: group.loops[0])
    await server.drain()
    group.stop()
  }

  private static func stopRequested(on loop: EventLoop) async {
    await withCheckedContinuation { continuation in
      loop.execute { StopWatch.start(on: loop.core) { continuation.resume() } }
    }
  }
}

/// Waits for the signal to stop, and then no longer.
final class StopWatch {
  private var signals: ProcessSignals?
  private var stop: (() -> Void)?

  static func start(on core: LoopCore, _ stop: @escaping () -> Void) {
    let watch = StopWatch()
    watch.stop = stop
    watch.signals = try? ProcessSignals(on: core) { [watch] request in
      guard request == .stop else { return }
      watch.signals?.close()
      watch.signals = nil
      watch.stop?()
      watch.stop = nil
    }
  }
}

/// `--name value` pairs.
struct Flags {
  private var values: [String: String] = [:]

  init(_ words: some Sequence<String>) {
    var name: String?
    for word in words {
      if word.hasPrefix("--") {
        name = String(word.dropFirst(2))
      } else if let known = name {
        values[known] = word
        name = nil
      }
    }
  }

  func text(_ name: String) -> String? { values[name] }
  func number(_ name: String) -> Int? { values[name].flatMap(Int.init) }
  func port(_ name: String) -> UInt16? { values[name].flatMap(UInt16.init) }

  var ticketKeys: TicketKeyRing? { try? TicketKeyRing(now: 0) }

  var upstream: Origin? { text("upstream").flatMap { Origin($0) } }

  var client: ClientConfiguration {
    var client = ClientConfiguration()
    client.cleartextHTTP2 = text("upstream-protocol") == "h2c" ? .always : .never
    if let seconds = number("timeout") {
      client.connectTimeout = .seconds(seconds)
      client.pace.firstByte = .seconds(seconds)
      client.pace.idle = .seconds(seconds)
    }
    return client
  }

  /// `--timeout` stands for every patience with a peer.
  var limits: ServerLimits {
    var limits = ServerLimits()
    if let seconds = number("timeout") {
      limits.timeouts.head = .seconds(seconds)
      limits.timeouts.body = .seconds(seconds)
      limits.timeouts.send = .seconds(seconds)
      limits.timeouts.handshake = .seconds(seconds)
      limits.timeouts.idle = .seconds(seconds)
    }
    return limits
  }
}
