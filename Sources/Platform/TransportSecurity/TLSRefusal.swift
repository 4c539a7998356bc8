// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Why a connection failed, in few words: a label for counters.
package enum TLSRefusal: String, Sendable, CaseIterable {
  /// What came is no TLS, HTTP without encryption for example.
  case plainText = "plain_text"
  case version
  /// No suite, group or signature that both sides know.
  case suite
  /// No application protocol that both sides know.
  case applicationProtocol = "application_protocol"
  case serverName = "server_name"
  /// A certificate was demanded and did not come.
  case certificateMissing = "certificate_missing"
  /// A certificate came and is not trusted, expired or for someone else.
  case certificateRefused = "certificate_refused"
  /// Records without an end that carry nothing.
  case flood
  /// Everything else that breaks the protocol.
  case violation

  /// The name of OpenSSL's reason, our own or the peer's alert (a thousand more than its number).
  init(reason: Int32?) {
    self =
      switch reason {
      case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST, SSL_R_WRONG_VERSION_NUMBER: .plainText
      case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_VERSION_TOO_HIGH,
        SSL_R_INAPPROPRIATE_FALLBACK, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
        .version
      case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SHARED_GROUPS,
        SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS,
        SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
        .suite
      case SSL_R_NO_APPLICATION_PROTOCOL, SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
        .applicationProtocol
      case SSL_R_TLSV1_UNRECOGNIZED_NAME: .serverName
      case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE, SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
        .certificateMissing
      case SSL_R_CERTIFICATE_VERIFY_FAILED, SSL_R_SSLV3_ALERT_BAD_CERTIFICATE,
        SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED, SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED,
        SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE,
        SSL_R_TLSV1_ALERT_UNKNOWN_CA:
        .certificateRefused
      default: .violation
      }
  }
}
