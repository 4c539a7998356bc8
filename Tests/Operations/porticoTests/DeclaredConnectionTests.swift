// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend that declares its connection` {
  /// A service that says how it was asked, over TLS only for clients with a certificate.
  private static func service(
    proving certificate: TestCertificate?,
    knowing client: TestCertificate?
  ) async throws -> RealServer {
    try await RealServer.nginx { address, _ in
      var security = ""
      if let certificate, let client {
        security = """
          ssl_certificate \(certificate.certificate); ssl_certificate_key \(certificate.key);
          ssl_client_certificate \(client.certificate); ssl_verify_client on;
          """
      }
      return """
        server {
          listen \(address)\(certificate == nil ? "" : " ssl") http2;
          \(security)
          location / { return 200 "$server_protocol $ssl_client_verify\\n"; }
        }
        """
    }
  }

  /// The service's answer, and the status, through a gateway whose site declares it so.
  private static func answer(_ backend: String) async throws -> String {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/declared"
    _ = try await Program(BuiltCommand.path).run(["new", folder])
    let settings = "\(folder)/Content/site.json5"
    let text = try String(contentsOfFile: settings, encoding: .utf8)
    let end = try #require(text.lastIndex(of: "}"))
    let added = """
      backends: { b: { timeout: "30s", \(backend) } }, passes: { "/declared": { backend: "b" } } }
      """
    try (text[..<end] + added).write(toFile: settings, atomically: true, encoding: .utf8)
    let gateway = try RunningCommand(["--site", folder, "--listen", "127.0.0.1:0"])
    let place = try #require(try await gateway.places(until: "Try:").first)
    let outcome = try await Program("curl").run(
      ["-s", "-w", "%{http_code}", "http://\(place)/declared"]
    )
    return withExtendedLifetime(gateway) { outcome.output }
  }

  @Test(arguments: [("auto", "HTTP/2.0"), ("h2", "HTTP/2.0"), ("http/1.1", "HTTP/1.1")])
  func `A backend is called with its declared authority, certificate and HTTP version`(
    speech: String,
    version: String
  ) async throws {
    let (server, client) = (try await TestCertificate(), try await TestCertificate())
    let service = try await Self.service(proving: server, knowing: client)
    let tls = """
      authorities: "\(server.certificate)", certificate: "\(client.certificate)",
      key: "\(client.key)", serverName: "localhost"
      """
    let answer = try await Self.answer(
      #"addresses: "https://\#(service.address)", protocol: "\#(speech)", tls: { \#(tls) }"#
    )
    #expect(answer == "\(version) SUCCESS\n200")
    withExtendedLifetime((service, server, client)) {}
  }

  @Test func `A backend with another authority or server name answers 502`() async throws {
    let (server, client) = (try await TestCertificate(), try await TestCertificate())
    let service = try await Self.service(proving: server, knowing: client)
    for tls in [
      #"authorities: "\#(client.certificate)", serverName: "localhost""#,
      #"authorities: "\#(server.certificate)", serverName: "prices.internal""#,
    ] {
      let answer = try await Self.answer(
        #"addresses: "https://\#(service.address)", tls: { \#(tls) }"#
      )
      #expect(answer.hasSuffix("502"), "\(answer)")
    }
    withExtendedLifetime((service, server, client)) {}
  }

  @Test func `A backend without TLS is called over HTTP/2 if it declares h2`() async throws {
    let service = try await Self.service(proving: nil, knowing: nil)
    let answer = try await Self.answer(
      #"addresses: "http://\#(service.address)", protocol: "h2""#
    )
    #expect(answer == "HTTP/2.0 \n200")
    withExtendedLifetime(service) {}
  }
}
