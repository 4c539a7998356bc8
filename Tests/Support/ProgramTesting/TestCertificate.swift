// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation

/// A certificate for localhost that signs itself, made by the `openssl` command and removed with the
/// last reference.
package final class TestCertificate: Sendable {
  private let folder = TemporaryFolder()
  package var certificate: String { "\(folder.path)/cert.pem" }
  package var key: String { "\(folder.path)/key.pem" }

  package init() async throws { try await renew() }

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
