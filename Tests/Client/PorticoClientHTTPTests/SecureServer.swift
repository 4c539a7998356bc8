// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import ProgramTesting
import Reactor
import Signals
import TransportSecurity

/// A server that answers over TLS with a document that names the protocol and the target.
final class SecureServer: Sendable {
  private let group: LoopGroup
  private let server: HTTPServer
  private let certificate: TestCertificate
  var port: UInt16 { server.addresses[0].port }

  init(_ certificate: TestCertificate, protocols: [String]) async throws {
    self.certificate = certificate
    group = try LoopGroup(count: 1, name: "secure")
    var listener = ListenerConfiguration(.loopback(port: 0))
    var configuration = TLSServerConfiguration(
      identities: [TLSIdentity(chainFile: certificate.certificate, keyFile: certificate.key)])
    configuration.protocols = protocols
    listener.security = try TLSCertificateStore(
      configuration,
      ticketKeys: TicketKeyRing(now: 0)
    )
    server = try await HTTPServer.start(
      [listener],
      on: group,
      signals: ServerSignals(SignalRegistry())
    ) { _ in Handler() }
  }

  deinit { group.stop() }

  private final class Handler: RequestHandler {
    func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
      .later(handle)
    }

    private func handle(_ exchange: Exchange) async throws {
      let request = exchange.request
      var response = Response(.ok)
      response.fields.set("content-type", "application/json")
      let text = #"{"version": "\#(request.version.label)", "target": "\#(request.target)"}"#
      try await exchange.respond(response, body: Array(text.utf8))
    }
  }
}
