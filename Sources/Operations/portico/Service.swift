// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPServer
import Reactor
import Signals

/// A running server and those who may end it: signals, and a process that takes over.
struct Service {
  private let server: HTTPServer
  private let manager: ServiceManager
  private let control: LoopConfined<ServiceControl>
  private let loop: EventLoop

  /// Listens where it is told to; else where the service manager listens for us; else on the
  /// loopback address. Sockets that another process hands over go before all of them.
  static func start(
    _ listeners: [ListenerConfiguration],
    takeover: String?,
    on group: LoopGroup
  ) async throws -> Service {
    let manager = ServiceManager(environment: ProcessEnvironment.all, process: getpid())
    let inherited = try manager.inheritedSockets().map {
      ListenerConfiguration(.inherited($0.descriptor))
    }
    var wanted = inherited + listeners
    if wanted.isEmpty { wanted = [ListenerConfiguration(.loopback(port: 8080))] }
    let signals = try ServerSignals(SignalRegistry())
    var claim: Takeover.Claim?
    if let takeover { claim = try Takeover.claim(at: takeover) }
    if let sockets = claim?.sockets {
      wanted = sockets.map { ListenerConfiguration(.inherited($0)) }
    }
    let server = try await HTTPServer.start(wanted, on: group, signals: signals) { _ in
      WelcomeHandler()
    }
    try claim.take()?.confirm()
    let loop = group.loops[0]
    let sockets = try await server.listeningSockets()
    let control = try await loop.perform { core in
      LoopConfined(
        try ServiceControl(on: core, takeover: takeover, sockets: sockets),
        to: loop.number
      )
    }
    try manager.notify("READY=1\nMAINPID=\(getpid())")
    return Service(server: server, manager: manager, control: control, loop: loop)
  }

  /// What whoever started us reads first.
  var greeting: String {
    var text = "portico \(Portico.version) is serving\n"
    for address in server.addresses { text += "  \(address)\n" }
    if let address = server.addresses.first(where: \.isInternet) {
      text += "Try: curl -i http://\(address)/\n"
    }
    return text
  }

  /// Waits for a signal, or until another process has taken over.
  func untilStopped() async {
    let (control, loop) = (control, loop)
    await withCheckedContinuation { continuation in
      loop.execute { control.value.onStop { continuation.resume() } }
    }
  }

  /// Finishes what is under way.
  func stop() async {
    // The manager may be gone by now; that must not keep us from finishing.
    try? manager.notify("STOPPING=1")
    await server.drain()
  }
}
