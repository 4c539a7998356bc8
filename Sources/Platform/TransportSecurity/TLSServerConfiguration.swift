// SPDX-License-Identifier: Apache-2.0

/// The certificates of a server and its demands on clients.
package struct TLSServerConfiguration: Sendable, Equatable {
  /// Whether clients must authenticate by certificate.
  package enum ClientAuthentication: Sendable, Equatable {
    case none
    /// Optional, but a certificate that is sent must be issued by a trusted authority.
    case optional(trusting: [PEMSource])
    case required(trusting: [PEMSource])
  }

  /// The answer to a client that asks for an unknown server name.
  package enum UnknownName: Sendable, Equatable {
    case firstCertificate
    /// The alert unrecognized_name. A client without SNI still gets the first certificate.
    case refusal
  }

  /// The certificates, the first for clients without SNI. One name may have several with keys of
  /// different kinds: a client gets the one that it supports.
  package var identities: [TLSIdentity]
  /// The protocols accepted by ALPN, in order of preference; a client that offers only others is
  /// refused.
  package var protocols = ["h2", "http/1.1"]
  package var clientAuthentication = ClientAuthentication.none
  package var minimumVersion = TLSVersion.tls12
  /// Lowered in tests and comparisons only.
  package var maximumVersion = TLSVersion.tls13
  package var unknownName = UnknownName.firstCertificate
  /// The lifetime of session tickets.
  package var sessionLifetime = Duration.seconds(7200)

  package init(identities: [TLSIdentity]) { self.identities = identities }
}
