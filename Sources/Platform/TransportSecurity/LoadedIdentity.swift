// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// An identity that was read and checked, ready for use in contexts.
@safe
final class LoadedIdentity {
  let facts: CertificateFacts
  /// Warnings about an identity that can still be used.
  let warnings: [String]
  private let chainName: String
  private let keyName: String
  private let certificate: OpaquePointer
  private let issuers: OpaquePointer
  private let key: OpaquePointer

  init(_ identity: TLSIdentity, now: Int64) throws(TLSError) {
    let certificates = try CertificateList(
      identity.chain,
      expecting: "a certificate chain in PEM form"
    )
    let key = unsafe try LoadedIdentity.readKey(identity.key)
    do {
      unsafe try certificates.checkKey(key, named: identity.key.name)
      unsafe issuers = try certificates.issuers()
    } catch {
      unsafe EVP_PKEY_free(key)
      throw error
    }
    // Safe: the list holds a reference for as long as it lives, and this takes its own.
    unsafe certificate = certificates.first
    unsafe X509_up_ref(certificate)
    unsafe self.key = key
    chainName = identity.chain.name
    keyName = identity.key.name
    facts = certificates.facts
    warnings = certificates.warnings(now: now)
  }

  deinit {
    // Safe: each is owned here alone or counted; a context holds references of its own.
    unsafe X509_free(certificate)
    unsafe copenssl_free_chain(issuers)
    unsafe EVP_PKEY_free(key)
  }

  /// Adds this identity to `context`, beside those with keys of other kinds.
  func install(in context: OpaquePointer) throws(TLSError) {
    ERR_clear_error()
    // Safe: the context takes its own references.
    guard unsafe SSL_CTX_use_cert_and_key(context, certificate, key, issuers, 1) == 1 else {
      throw TLSError(
        .refused,
        chainName,
        "the certificate with the key \(keyName) cannot be used",
        because: LibraryError.take()
      )
    }
  }

  private static func readKey(_ source: PEMSource) throws(TLSError) -> OpaquePointer {
    let bytes = try source.read()
    ERR_clear_error()
    // Safe: the source reads `bytes`, which outlives it.
    let key: OpaquePointer? = unsafe bytes.withUnsafeBytes { content in
      let input = unsafe copenssl_source(content.baseAddress, Int32(clamping: content.count))
      defer { unsafe BIO_free(input) }
      return unsafe copenssl_read_key(input)
    }
    if let key = unsafe key { return unsafe key }
    let reason = LibraryError.take()
    let isEncrypted = bytes.contains("ENCRYPTED")
    throw TLSError(
      .malformed,
      source.name,
      isEncrypted
        ? "expected a private key without pass phrase, found an encrypted one"
        : "expected a private key in PEM form",
      because: reason
    )
  }
}

extension [UInt8] {
  /// Returns whether the ASCII `text` occurs in the bytes.
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = [UInt8](text.utf8)
    guard count >= wanted.count else { return false }
    return (0...count - wanted.count).contains {
      self[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
