// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Glibc

/// Everything that a client's new connections share, made once of a configuration.
///
/// Each server must prove the name that it is called by; there is no way to do without. All loops
/// may use one context.
@safe
package final class TLSClientContext: @unchecked Sendable {
  // `@unchecked` is sound because the context is not changed after `init`, and OpenSSL counts its
  // references and its sessions' with atomics.

  package let configuration: TLSClientConfiguration
  /// What a person should know though it does not forbid the use.
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

  /// The security layer of a connection to `server`, whose certificate must have that name.
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

  /// Names the server in the first message, and demands the name in its certificate: in its
  /// subjectAltName (RFC 9525), with wildcards of whole labels only.
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
      // Authorities are read from the machine's directory when they are first needed.
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

  /// Keeps a session that the server offers to resume; 1 says that the reference is kept.
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
