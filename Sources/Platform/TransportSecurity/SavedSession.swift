// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A session that a client may resume.
@safe
final class SavedSession: @unchecked Sendable {
  // `@unchecked` is sound because OpenSSL counts the references with atomics and does not change a
  // session after it was offered.
  private let session: OpaquePointer

  /// Takes over a reference.
  init(adopting session: OpaquePointer) { unsafe self.session = session }

  deinit { unsafe SSL_SESSION_free(session) }

  /// Whether it may be used once only, as TLS 1.3 tickets: a reused ticket lets an observer link
  /// the connections.
  var isForOneUse: Bool { unsafe SSL_SESSION_get_protocol_version(session) >= TLS1_3_VERSION }

  var isResumable: Bool { unsafe SSL_SESSION_is_resumable(session) != 0 }

  /// Offers it for resumption; `connection` takes its own reference.
  func resume(in connection: OpaquePointer) {
    // If it fails, the handshake is a full one.
    _ = unsafe SSL_set_session(connection, session)
  }
}
