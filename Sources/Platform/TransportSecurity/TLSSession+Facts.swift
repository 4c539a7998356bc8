// SPDX-License-Identifier: Apache-2.0

import Bytes
import COpenSSL

/// The results of the handshake.
extension TLSSession {
  package var version: TLSVersion? { unsafe TLSVersion(number: SSL_version(session)) }

  /// The cipher suite's standard name, `TLS_AES_128_GCM_SHA256`.
  package var suite: String? {
    // Safe: static texts of OpenSSL's.
    guard let cipher = unsafe SSL_get_current_cipher(session),
      let name = unsafe SSL_CIPHER_standard_name(cipher)
    else { return nil }
    return unsafe String(cString: name)
  }

  /// The protocol negotiated by ALPN.
  package var applicationProtocol: String? {
    var start: UnsafePointer<UInt8>?
    var size: UInt32 = 0
    // Safe: the bytes belong to the session and are copied here.
    unsafe SSL_get0_alpn_selected(session, &start, &size)
    guard size > 0 else { return nil }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: Int(size)),
      as: UTF8.self
    )
  }

  /// Whether the handshake resumed a session.
  package var isResumed: Bool { unsafe SSL_session_reused(session) != 0 }

  /// The peer's verified certificate, if it sent one.
  package var peer: CertificateFacts? {
    // Safe: the certificate belongs to the session and is read here.
    guard unsafe SSL_get_verify_result(session) == X509_V_OK,
      let certificate = unsafe copenssl_peer_certificate(session)
    else { return nil }
    return unsafe CertificateFacts(reading: certificate)
  }
}
