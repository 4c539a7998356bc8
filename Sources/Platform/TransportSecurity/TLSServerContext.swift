// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Glibc
package import Reactor

/// The TLS context of a server's connections.
///
/// It never changes: new certificates make a new context, and a connection keeps its own. All loops
/// may share one.
@safe
package final class TLSServerContext: @unchecked Sendable {
  // `@unchecked` is sound because the contexts are not changed after `init`, and OpenSSL counts
  // their references and their sessions' with atomics.

  package let configuration: TLSServerConfiguration
  /// One for each identity, in the same order.
  package let certificates: [CertificateFacts]
  /// Warnings about certificates that can still be used, such as expired ones.
  package let warnings: [String]
  let ticketKeys: TicketKeyRing?
  let protocols: ProtocolList
  private let names: ServerNameTable
  /// One OpenSSL context for each set of certificates in `ServerNameTable`.
  private let contexts: [OpaquePointer]

  /// Reads and checks the configuration; without `ticketKeys` no session is resumed.
  package init(
    _ configuration: TLSServerConfiguration,
    ticketKeys: TicketKeyRing?,
    now: Int64 = Int64(time(nil))
  ) throws(TLSError) {
    guard !configuration.identities.isEmpty else {
      throw TLSError(.malformed, "identities", "expected a certificate at least, found none")
    }
    var identities: [LoadedIdentity] = []
    for identity in configuration.identities {
      identities.append(try LoadedIdentity(identity, now: now))
    }
    self.configuration = configuration
    self.ticketKeys = ticketKeys
    certificates = identities.map(\.facts)
    warnings = identities.flatMap(\.warnings)
    protocols = try ProtocolList(configuration.protocols)
    names = ServerNameTable(
      certificates.map { ServerNameTable.Entry(hostNames: $0.hostNames, keyKind: $0.keyKind) }
    )
    let authorities = try ClientAuthorities(configuration.clientAuthentication)
    var contexts: [OpaquePointer] = unsafe []
    do {
      for set in names.sets {
        let context = unsafe try SecurityProfile.makeContext(
          from: configuration.minimumVersion,
          to: configuration.maximumVersion
        )
        unsafe contexts.append(context)
        unsafe try authorities.apply(to: context)
        for index in set { unsafe try identities[index].install(in: context) }
      }
    } catch {
      for index in unsafe contexts.indices { unsafe SSL_CTX_free(contexts[index]) }
      throw error
    }
    unsafe self.contexts = contexts
    for index in unsafe contexts.indices { unsafe prepare(contexts[index]) }
  }

  deinit {
    // Safe: sessions hold their own references, and this object too.
    for index in unsafe contexts.indices { unsafe SSL_CTX_free(contexts[index]) }
  }

  /// Returns the session of an accepted connection.
  package func session(on socket: Int32) throws(TLSError) -> TLSSession {
    ERR_clear_error()
    guard let session = unsafe SSL_new(contexts[0]) else {
      throw TLSError(.failed, "TLS", "no session", because: LibraryError.take())
    }
    guard unsafe SSL_set_fd(session, socket) == 1 else {
      unsafe SSL_free(session)
      throw TLSError(.failed, "TLS", "no session", because: LibraryError.take())
    }
    unsafe SSL_set_accept_state(session)
    return unsafe TLSSession(adopting: session, side: .server(self))
  }

  /// Selects the certificates for a name; `false` when none has it.
  func choose(_ name: String, for session: OpaquePointer) -> Bool {
    guard let set = names.set(for: name) else { return false }
    // Safe: the session takes a reference of its own.
    return unsafe set == 0 || SSL_set_SSL_CTX(session, contexts[set]) != nil
  }

  /// Returns whether a certificate has the name.
  package func hasCertificate(for name: String) -> Bool {
    names.set(for: name.lowercased()) != nil
  }
}

extension TLSServerContext: StreamSecurity {
  package func makeLayer(on socket: Int32) throws -> any StreamLayer { try session(on: socket) }
}
