// SPDX-License-Identifier: Apache-2.0

import COpenSSL

// The model is Mozilla's "intermediate" profile for servers, without its last resort for very old
// clients (finite-field DHE):
// - TLS 1.2 and 1.3. Every suite has an ephemeral key exchange and authenticated encryption, so a
//   stolen key opens no recorded traffic and no padding oracle exists.
// - Our order counts, AES-128 and ECDSA first, since they cost least and are strong enough. Only a
//   client that prefers ChaCha20 gets it: it has no AES in hardware. (Mozilla leaves the order to
//   the client, for the sake of such clients; some scanners frown on that.)
// - Signatures with SHA-1 are neither made nor accepted; keys have 112 bits of security or more.
// - No compression, no renegotiation, no early data, no session cache in memory: a session that
//   can be resumed is in the client's ticket.
// - The end of the stream counts only when close_notify says so.

/// The protocol settings of all contexts.
enum SecurityProfile {
  static let suites = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
  /// Suites of TLS 1.2.
  static let olderSuites = [
    "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
  ].joined(separator: ":")
  static let groups = "X25519:P-256:P-384"
  static let signatures = [
    "ecdsa_secp256r1_sha256", "ed25519", "ecdsa_secp384r1_sha384", "rsa_pss_rsae_sha256",
    "rsa_pss_rsae_sha384", "rsa_pss_rsae_sha512", "rsa_pss_pss_sha256", "rsa_pss_pss_sha384",
    "rsa_pss_pss_sha512", "RSA+SHA256", "RSA+SHA384", "RSA+SHA512",
  ].joined(separator: ":")
  /// OpenSSL's security level: at least 112 bits for every key and signature.
  static let securityLevel: Int32 = 2
  /// The size of a read from the socket: several records of a busy peer.
  static let readAhead = 32_768
  /// The largest certificate chain of a peer, in bytes.
  static let limitOfPeerChain = 65_536
  static let verifyDepth: Int32 = 8
  /// Whether the kernel offers kTLS; asked once in a process.
  static let kernelOffersTLS = copenssl_kernel_offers_tls() != 0

  /// Creates a context with this profile, owned by the caller.
  static func makeContext(
    from minimum: TLSVersion,
    to maximum: TLSVersion
  ) throws(TLSError) -> OpaquePointer {
    guard minimum <= maximum else {
      throw TLSError(
        .malformed,
        "minimumVersion",
        "expected at most \(maximum), which is the highest allowed, found \(minimum)"
      )
    }
    ERR_clear_error()
    guard let context = unsafe SSL_CTX_new(TLS_method()) else {
      throw TLSError(.failed, "TLS", "no context", because: LibraryError.take())
    }
    // Safe: each call copies what it is given into the context.
    unsafe SSL_CTX_set_security_level(context, securityLevel)
    let isApplied =
      unsafe copenssl_set_versions(context, minimum.number, maximum.number) != 0
      && SSL_CTX_set_ciphersuites(context, suites) == 1
      && SSL_CTX_set_cipher_list(context, olderSuites) == 1
      && copenssl_set_groups(context, groups) != 0
      && copenssl_set_signatures(context, signatures) != 0
    guard isApplied else {
      unsafe SSL_CTX_free(context)
      throw TLSError(
        .failed,
        "TLS",
        "this OpenSSL lacks a required cipher, curve or protocol version",
        because: LibraryError.take()
      )
    }
    unsafe SSL_CTX_clear_options(context, copenssl_tolerate_truncation)
    unsafe SSL_CTX_set_options(
      context,
      copenssl_no_compression | copenssl_no_renegotiation | copenssl_server_preference
    )
    if kernelOffersTLS { unsafe SSL_CTX_set_options(context, copenssl_kernel_tls) }
    unsafe copenssl_set_write_modes(context)
    unsafe copenssl_set_read_ahead(context, readAhead)
    unsafe copenssl_set_limit_of_peer_chain(context, limitOfPeerChain)
    unsafe SSL_CTX_set_verify_depth(context, verifyDepth)
    return unsafe context
  }
}
