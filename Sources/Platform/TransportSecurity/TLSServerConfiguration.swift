// SPDX-License-Identifier: Apache-2.0

/// What a server says about itself and demands of its clients.
package struct TLSServerConfiguration: Sendable, Equatable {
  /// Whether clients prove who they are.
  package enum ClientAuthentication: Sendable, Equatable {
    case none
    /// A client may show a certificate; one that it shows must be issued by a trusted authority.
    case optional(trusting: [PEMSource])
    case required(trusting: [PEMSource])
  }

  /// What a client gets that asks for a name of no certificate.
  package enum UnknownName: Sendable, Equatable {
    case firstCertificate
    /// The alert unrecognized_name. A client that asks for no name still gets the first.
    case refusal
  }

  /// The first is for clients that ask for no name. Several for one name may have keys of
  /// different kinds: a client gets the one that it can use.
  package var identities: [TLSIdentity]
  /// What ALPN offers, the preferred first; a client that offers only others is refused.
  package var protocols = ["h2", "http/1.1"]
  package var clientAuthentication = ClientAuthentication.none
  package var minimumVersion = TLSVersion.tls12
  /// Lower than the highest for tests and comparisons only.
  package var maximumVersion = TLSVersion.tls13
  package var unknownName = UnknownName.firstCertificate
  /// How long a client may use a ticket to resume a session.
  package var sessionLifetime = Duration.seconds(7200)

  package init(identities: [TLSIdentity]) { self.identities = identities }
}
