// SPDX-License-Identifier: Apache-2.0

extension BackendDeclaration {
  /// The version of HTTP that a service is spoken to in.
  package enum Speech: String, Sendable, CaseIterable {
    /// The version that TLS agrees on, and HTTP/1.1 without TLS.
    case auto
    /// HTTP/2, without TLS at once.
    case http2 = "h2"
    case http1 = "http/1.1"
  }

  /// How a service proves who it is, and we to it. Files are named by their paths.
  package struct Security: Sendable, Hashable {
    /// The authorities that are trusted in place of the machine's.
    package var authorities: String?
    /// Our certificate with its chain.
    package var certificate: String?
    /// The key of our certificate.
    package var key: String?
    /// The name that the service has to prove, in place of its host.
    package var serverName: String?

    package init() {}
  }
}
