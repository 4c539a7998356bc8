// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The certificates of one source.
@safe
final class CertificateList {
  let name: String
  private let certificates: [OpaquePointer]

  /// Reads all certificates, at least one.
  init(_ source: PEMSource, expecting expectation: String) throws(TLSError) {
    let bytes = try source.read()
    ERR_clear_error()
    var found: [OpaquePointer] = unsafe []
    // Safe: the source reads `bytes`, which outlives it.
    let isWhole = unsafe bytes.withUnsafeBytes { content in
      let input = unsafe copenssl_source(content.baseAddress, Int32(clamping: content.count))
      defer { unsafe BIO_free(input) }
      while let certificate = unsafe copenssl_read_certificate(input) {
        unsafe found.append(certificate)
      }
      return copenssl_at_end_of_blocks() != 0
    }
    name = source.name
    unsafe certificates = found
    let reason = LibraryError.take()
    if !isWhole {
      throw TLSError(
        .malformed,
        name,
        "certificate \(count + 1) of \(expectation) is broken",
        because: reason
      )
    }
    if count == 0 {
      throw TLSError(.malformed, name, "expected \(expectation), found none", because: reason)
    }
  }

  deinit { for index in 0..<count { unsafe X509_free(certificates[index]) } }

  var count: Int { unsafe certificates.count }

  /// The first certificate, which lives as long as the list.
  var first: OpaquePointer { unsafe certificates[0] }

  var facts: CertificateFacts { unsafe CertificateFacts(reading: first) }

  /// Returns the others in an OpenSSL stack that the caller frees.
  func issuers() throws(TLSError) -> OpaquePointer {
    guard let chain = unsafe copenssl_new_chain() else {
      throw TLSError(.failed, name, "no memory for the chain")
    }
    for index in 1..<max(1, count) {
      // Safe: the chain takes its own reference.
      guard unsafe copenssl_chain_add(chain, certificates[index]) != 0 else {
        unsafe copenssl_free_chain(chain)
        throw TLSError(.failed, name, "no memory for the chain")
      }
    }
    return unsafe chain
  }

  func checkKey(_ key: OpaquePointer, named keyName: String) throws(TLSError) {
    ERR_clear_error()
    // Safe: both live for the length of the call.
    guard unsafe X509_check_private_key(first, key) == 1 else {
      throw TLSError(
        .mismatch,
        keyName,
        "expected the key of the certificate in \(name), found another",
        because: LibraryError.take()
      )
    }
  }

  /// Adds all of them to the trusted certificates of `store`.
  func trust(in store: OpaquePointer) throws(TLSError) {
    ERR_clear_error()
    for index in 0..<count {
      // Safe: the store takes its own reference.
      guard unsafe X509_STORE_add_cert(store, certificates[index]) == 1 else {
        throw TLSError(
          .refused,
          name,
          "certificate \(index + 1) cannot be trusted",
          because: LibraryError.take()
        )
      }
    }
  }

  /// Adds their names to the authorities that `context` announces to clients.
  func announce(in context: OpaquePointer) throws(TLSError) {
    for index in 0..<count {
      // Safe: the context copies the name.
      guard unsafe SSL_CTX_add_client_CA(context, certificates[index]) == 1 else {
        throw TLSError(.failed, name, "no memory for the list of authorities")
      }
    }
  }

  /// The fingerprints of the certificates.
  var fingerprints: [String] {
    (0..<count).map { unsafe CertificateFacts(reading: certificates[$0]).fingerprint }
  }

  /// Returns warnings about certificates that can still be used.
  func warnings(now: Int64) -> [String] {
    var warnings: [String] = []
    for index in 0..<count {
      let facts = unsafe CertificateFacts(reading: certificates[index])
      if now > facts.validUntil {
        warnings.append("\(name): \(facts.subject) expired at \(facts.validUntil)")
      } else if now < facts.validFrom {
        warnings.append("\(name): \(facts.subject) is not valid before \(facts.validFrom)")
      }
    }
    for index in 1..<max(1, count)
    where unsafe X509_check_issued(certificates[index], certificates[index - 1]) != X509_V_OK {
      warnings.append("\(name): certificate \(index + 1) did not issue certificate \(index)")
    }
    if facts.hostNames.isEmpty && facts.addresses.isEmpty {
      warnings.append("\(name): \(facts.subject) has no subjectAltName")
    }
    return warnings
  }
}
