// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Backends with https addresses` {
  private func front(_ folder: String, to port: UInt16, trusting: String?) async throws -> String {
    let front = try RunningCommand(
      ["--site", folder, "--listen", "127.0.0.1:0"],
      environment: trusting.map { ["SSL_CERT_FILE": $0] } ?? [:]
    )
    let place = try #require(try await front.places(until: "Try:").first)
    let address = "http://\(place)/secure-files/config"
    let outcome = try await Program("curl").run(["-s", "-w", " %{http_code}", address])
    try await front.stop()
    return outcome.output
  }

  @Test func `A backend over https is called only if its certificate is trusted`() async throws {
    let certificate = try await TestCertificate()
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/secure"
    _ = try await Program(BuiltCommand.path).run(["new", "\(folder)/back"])
    _ = try await Program(BuiltCommand.path).run(["new", "\(folder)/front"])
    let back = try RunningCommand([
      "--site", "\(folder)/back", "--listen-tls", "127.0.0.1:0", "--certificate",
      certificate.certificate, "--key", certificate.key,
    ])
    let port = try #require(try await back.places(until: "Try:").first).port
    let settings = "\(folder)/front/Content/site.json5"
    let text = try String(contentsOfFile: settings, encoding: .utf8)
    let end = try #require(text.lastIndex(of: "}"))
    let added = """
      backends: { b: { addresses: "https://localhost:\(port)", timeout: "30s" } },
      passes: { "/secure-files": { backend: "b", strip: true } } }
      """
    try (text[..<end] + added).write(toFile: settings, atomically: true, encoding: .utf8)
    let trusted = try await front("\(folder)/front", to: port, trusting: certificate.certificate)
    #expect(trusted.hasPrefix(#"{"datatype":"config""#) && trusted.hasSuffix(" 200"), "\(trusted)")
    let refused = try await front("\(folder)/front", to: port, trusting: nil)
    #expect(refused.hasSuffix(" 502"), "\(refused)")
    withExtendedLifetime(back) {}
  }
}
