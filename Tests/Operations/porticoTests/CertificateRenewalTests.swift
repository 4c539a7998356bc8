// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import ProgramTesting
import Reactor
import Testing

/// Certificates in folders as certbot has them: links in `live` lead to numbered files in `archive`.
@Suite(.timeLimit(.minutes(5))) struct `Renewed certificates` {
  private let sites = ServedSites()

  private var chain: String { "\(sites.folder)/live/fullchain.pem" }
  private var key: String { "\(sites.folder)/live/privkey.pem" }

  private func keep(_ certificate: TestCertificate, as number: Int) throws {
    for (file, name) in [(certificate.certificate, "fullchain"), (certificate.key, "privkey")] {
      try Files.write(try Files.read(file), to: "\(sites.folder)/archive/\(name)\(number).pem")
    }
  }

  /// Puts another link in the place of one, as certbot does.
  private func link(_ name: String, to number: Int) throws {
    let path = "\(sites.folder)/live/\(name).pem"
    try Files.remove(path)
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: "../archive/\(name)\(number).pem"
    )
  }

  /// Whether whoever trusts this certificate alone gets an answer.
  private func isShown(_ certificate: TestCertificate, at place: SocketAddress) async throws -> Bool
  {
    let outcome = try await Program("curl").run([
      "-sS", "--cacert", certificate.certificate, "https://localhost:\(place.port)/config",
    ])
    return outcome.status == 0
  }

  private func end(of certificate: TestCertificate) async throws -> String {
    let line = "date -u -d \"$(openssl x509 -enddate -noout -in \"$0\" | cut -d= -f2)\" +%s"
    return try await Program("bash").run(["-c", line, certificate.certificate]).output
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test
  func `Renewed certificates are loaded without a restart, and a mismatch is not`() async throws {
    try sites.write("shop", "")
    for folder in ["live", "archive"] { try Files.makeFolder("\(sites.folder)/\(folder)") }
    let (first, second) = (try await TestCertificate(), try await TestCertificate())
    try keep(first, as: 1)
    try keep(second, as: 2)
    for name in ["fullchain", "privkey"] { try link(name, to: 1) }
    let command = try RunningCommand([
      "--site", "\(sites.folder)/shop", "--listen-tls", "127.0.0.1:0", "--certificate", chain,
      "--key", key, "--admin", "127.0.0.1:0",
    ])
    let (visitors, operators) = try await command.addresses()
    #expect(try await isShown(first, at: visitors))

    try link("fullchain", to: 2)
    let mismatch = try await command.until("the old certificate stays in use: \(key): ")
    #expect(mismatch.hasSuffix(key + ": "), "\(mismatch)")
    #expect(try await isShown(first, at: visitors))

    try link("privkey", to: 2)
    let renewed = try await command.until("\(chain) is renewed, and valid until ")
    #expect(renewed.contains("is renewed"), "\(renewed)")
    #expect(try await isShown(second, at: visitors))
    #expect(try await !isShown(first, at: visitors))

    try sites.put("-----BEGIN CERTIFICATE-----\nMIIB", at: "archive/fullchain2.pem")
    let broken = try await command.until("the old certificate stays in use: \(chain): ")
    #expect(broken.hasSuffix(chain + ": "), "\(broken)")
    #expect(try await isShown(second, at: visitors))

    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    let label = #"{file="\#(chain)",name="localhost"}"#
    let end = try await end(of: second)
    for line in [
      "portico_tls_certificate_expiry_timestamp_seconds\(label) \(end)\n",
      #"portico_tls_certificate_renewals_total{outcome="renewed"} 1"#,
      #"portico_tls_certificate_renewals_total{outcome="refused"} 2"#,
    ] { #expect(metrics.contains(line), "\(line)") }
  }
}
