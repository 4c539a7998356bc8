// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import PorticoClientHTTP
import ProgramTesting
import Testing
import TransportSecurity

@Suite(.timeLimit(.minutes(5))) struct `The transport's secure connections` {
  @Test(arguments: ["h2", "http/1.1"])
  func `A client gets its objects over the protocol that ALPN chose`(agreed: String) async throws {
    let certificate = try await TestCertificate()
    let server = try await SecureServer(certificate, protocols: [agreed])
    var settings = HTTPTransport.Settings()
    settings.authorities = certificate.certificate
    let url = try #require(WebAddress("https://localhost:\(server.port)/config"))
    let client = Client(
      Environment(name: "test", configURL: url),
      transport: try HTTPTransport(settings)
    )
    let config = try #require(try await client.launch("/config").answer.document)
    #expect(config["version"]?.string == (agreed == "h2" ? "2" : "1.1"))
    #expect(config["target"]?.string == "/config")
  }

  @Test func `A certificate for another host, or of an unknown authority, is refused`()
    async throws
  {
    let certificate = try await TestCertificate()
    let server = try await SecureServer(certificate, protocols: ["h2"])
    var settings = HTTPTransport.Settings()
    settings.authorities = certificate.certificate
    let trusting = try HTTPTransport(settings)
    let other = try #require(WebAddress("https://127.0.0.2:\(server.port)/"))
    let same = try #require(WebAddress("https://127.0.0.1:\(server.port)/"))
    #expect(try await trusting.send(WireRequest("GET", same)).status == 200)
    await #expect(throws: (any Error).self) { try await trusting.send(WireRequest("GET", other)) }
    let strict = try HTTPTransport()
    await #expect(throws: (any Error).self) { try await strict.send(WireRequest("GET", same)) }
  }

  @Test func `A file of authorities that is not there fails at once`() {
    var settings = HTTPTransport.Settings()
    settings.authorities = "/nowhere/authorities.pem"
    let given = settings
    #expect(throws: TLSError.self) { try HTTPTransport(given) }
  }
}
