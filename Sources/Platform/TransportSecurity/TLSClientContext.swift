// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Glibc

/// The TLS context of a client's connections.
///
/// The server's name is always verified. All loops may share one context.
@safe
package final class TLSClientContext: @unchecked Sendable {
  // `@unchecked` is sound because the context is not changed after `init`, and OpenSSL counts its
  // references and its sessions' with atomics.

  package let configuration: TLSClientConfiguration
  /// Warnings about a configuration that can still be used.
  package let warnings: [String]
  let savedSessions: SavedSessions
  private let context: OpaquePointer

  package init(
    _ configuration: TLSClientConfiguration,
    now: Int64 = Int64(time(nil))
  ) throws(TLSError) {
    self.configuration = configuration
    let protocols = try ProtocolList(configuration.protocols)
    var identity: LoadedIdentity?
    if let given = configuration.identity { identity = try LoadedIdentity(given, now: now) }
    warnings = identity?.warnings ?? []
    savedSessions = SavedSessions(limit: configuration.sessionLimit)
    let context = unsafe try SecurityProfile.makeContext(
      from: configuration.minimumVersion,
      to: configuration.maximumVersion
    )
    do {
      unsafe try TLSClientContext.trust(configuration.trust, in: context)
      unsafe try identity?.install(in: context)
    } catch {
      unsafe SSL_CTX_free(context)
      throw error
    }
    unsafe self.context = context
    unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    // Safe: the context copies the list.
    unsafe SSL_CTX_set_alpn_protos(context, protocols.bytes, UInt32(protocols.bytes.count))
    unsafe SSL_CTX_set_msg_callback(context, TLSServerContext.recordArrived)
    let mode = SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL
    unsafe copenssl_set_cache_mode(
      context,
      Int(configuration.sessionLimit > 0 ? mode : SSL_SESS_CACHE_OFF)
    )
    unsafe SSL_CTX_sess_set_new_cb(context, TLSClientContext.sessionArrived)
  }

  deinit { unsafe SSL_CTX_free(context) }

  /// Returns a session for a connection to `server`, whose certificate must have that name.
  package func session(on socket: Int32, to server: TLSServerName) throws(TLSError) -> TLSSession {
    ERR_clear_error()
    guard let session = unsafe SSL_new(context) else {
      throw TLSError(.failed, "TLS", "no session", because: LibraryError.take())
    }
    guard unsafe SSL_set_fd(session, socket) == 1 && demand(server, of: session) else {
      unsafe SSL_free(session)
      throw TLSError(
        .failed,
        "TLS",
        "no session to \(server)",
        because: LibraryError.take()
      )
    }
    unsafe SSL_set_connect_state(session)
    if let saved = savedSessions.take(for: server) { unsafe saved.resume(in: session) }
    return unsafe TLSSession(adopting: session, side: .client(self, server))
  }

  /// Sets SNI, and demands the name in the certificate's subjectAltName (RFC 9525), with wildcards
  /// of whole labels only.
  private func demand(_ server: TLSServerName, of session: OpaquePointer) -> Bool {
    let name = server.description
    switch server.kind {
    case .host:
      let flags = X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT
      unsafe SSL_set_hostflags(session, UInt32(flags))
      return unsafe copenssl_offer_name(session, name) != 0 && SSL_set1_host(session, name) == 1
    case .address:
      return unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), name) == 1
    }
  }

  private static func trust(
    _ trust: TLSClientConfiguration.Trust,
    in context: OpaquePointer
  ) throws(TLSError) {
    ERR_clear_error()
    switch trust {
    case .system:
      // The system's authorities are read when first needed.
      guard unsafe SSL_CTX_set_default_verify_paths(context) == 1 else {
        throw TLSError(
          .unreadable,
          "trust",
          "the machine's authorities cannot be used",
          because: LibraryError.take()
        )
      }
    case .authorities(let sources):
      guard !sources.isEmpty, let store = unsafe SSL_CTX_get_cert_store(context) else {
        throw TLSError(.malformed, "trust", "expected authorities, found none")
      }
      for source in sources {
        let list = try CertificateList(source, expecting: "certificates of authorities")
        unsafe try list.trust(in: store)
      }
    }
  }

  /// Keeps a session that the server offers for resumption; returns 1 as it keeps the reference.
  private static let sessionArrived: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = {
    session,
    offered in
    guard let owner = unsafe TLSSession.owner(of: session), let offered = unsafe offered,
      case .client(let context, let server) = owner.side
    else { return 0 }
    context.savedSessions.keep(unsafe SavedSession(adopting: offered), for: server)
    return 1
  }
}
