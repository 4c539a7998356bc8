// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A certificate for localhost that signs itself, made by the `openssl` command and removed with the
/// last reference.
package final class TestCertificate: Sendable {
  private let folder: URL
  package var certificate: String { folder.appendingPathComponent("cert.pem").path }
  package var key: String { folder.appendingPathComponent("key.pem").path }

  package init() async throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
      "portico-certificate-\(UUID())"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await renew()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Puts another certificate in the place of the one before.
  package func renew() async throws {
    let outcome = try await Program("openssl").run([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "2",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
      key, "-out", certificate,
    ])
    guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
  }

  private struct Failure: Error { let description: String }
}
