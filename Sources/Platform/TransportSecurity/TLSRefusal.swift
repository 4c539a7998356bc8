// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The reason why a connection failed, as a metric label.
package enum TLSRefusal: String, Sendable, CaseIterable {
  /// The peer does not speak TLS, but for example plain HTTP.
  case plainText = "plain_text"
  case version
  /// No common cipher suite, group or signature algorithm.
  case suite
  /// No common application protocol.
  case applicationProtocol = "application_protocol"
  case serverName = "server_name"
  /// A required certificate was not sent.
  case certificateMissing = "certificate_missing"
  /// A certificate is untrusted, expired or for another name.
  case certificateRefused = "certificate_refused"
  /// Too many records without content.
  case flood
  /// Any other violation of the protocol.
  case violation

  /// Classifies OpenSSL's reason, which is ours or the peer's alert (1000 plus its number).
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
