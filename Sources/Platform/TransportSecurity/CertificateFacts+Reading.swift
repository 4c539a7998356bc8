// SPDX-License-Identifier: Apache-2.0

import Bytes
import COpenSSL
import Glibc

extension CertificateFacts {
  /// Reads a certificate, without taking ownership.
  init(reading certificate: OpaquePointer) {
    var hostNames: [String] = []
    var addresses: [String] = []
    var identifiers: [String] = []
    var mailboxes: [String] = []
    // Safe: the list is a copy that is freed at the end; each value is copied within it.
    let names = unsafe copenssl_names(certificate)
    defer { unsafe copenssl_free_names(names) }
    for index in 0..<(unsafe copenssl_name_count(names)) {
      var start: UnsafePointer<UInt8>?
      var size: Int32 = 0
      let kind = unsafe copenssl_name(names, index, &start, &size)
      let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(max(0, size))))
      // A name must not contain a zero byte: such names have deceived verifiers before.
      guard kind != 0, kind == GEN_IPADD || !bytes.contains(0) else { continue }
      switch kind {
      case GEN_DNS: hostNames.append(bytes.span.text.lowercased())
      case GEN_URI: identifiers.append(bytes.span.text)
      case GEN_EMAIL: mailboxes.append(bytes.span.text)
      default: if let address = CertificateFacts.address(bytes) { addresses.append(address) }
      }
    }
    self.init(
      subject: unsafe CertificateFacts.text(X509_get_subject_name(certificate)),
      issuer: unsafe CertificateFacts.text(X509_get_issuer_name(certificate)),
      hostNames: hostNames,
      addresses: addresses,
      identifiers: identifiers,
      mailboxes: mailboxes,
      validFrom: unsafe copenssl_seconds(X509_get0_notBefore(certificate)),
      validUntil: unsafe copenssl_seconds(X509_get0_notAfter(certificate)),
      keyKind: unsafe CertificateFacts.keyKind(copenssl_key_kind(certificate)),
      fingerprint: unsafe CertificateFacts.fingerprint(of: certificate)
    )
  }

  private static func keyKind(_ number: Int32) -> KeyKind {
    switch number {
    case EVP_PKEY_EC: .ecdsa
    case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS: .rsa
    case EVP_PKEY_ED25519, EVP_PKEY_ED448: .edwards
    default: .other
    }
  }

  private static func text(_ name: OpaquePointer?) -> String {
    var size: Int32 = 0
    // Safe: `size` bytes of memory that is ours until it is freed here.
    guard let name = unsafe name, let text = unsafe copenssl_name_text(name, &size) else {
      return ""
    }
    defer { unsafe copenssl_free(text) }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: text, count: Int(size)),
      as: UTF8.self
    )
  }

  private static func fingerprint(of certificate: OpaquePointer) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    // Safe: the function writes 32 bytes.
    guard unsafe copenssl_fingerprint(certificate, &digest) != 0 else { return "" }
    var text = ByteBuffer(capacity: 64)
    for byte in digest {
      if byte < 16 { text.append(UInt8(ascii: "0")) }
      text.append(hexadecimal: Int(byte))
    }
    return text.span.text
  }

  private static func address(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    // Safe: the family fits the number of bytes, and the longest address has 46.
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      unsafe inet_ntop(family, bytes, text.baseAddress, 64).map { unsafe String(cString: $0) }
    }
  }
}
