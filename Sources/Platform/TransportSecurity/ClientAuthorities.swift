// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The client authentication that a server demands, read and checked.
struct ClientAuthorities {
  private let isAsked: Bool
  private let isRequired: Bool
  private let lists: [CertificateList]

  init(_ demand: TLSServerConfiguration.ClientAuthentication) throws(TLSError) {
    let sources: [PEMSource]
    switch demand {
    case .none: (isAsked, isRequired, sources) = (false, false, [])
    case .optional(let trusted): (isAsked, isRequired, sources) = (true, false, trusted)
    case .required(let trusted): (isAsked, isRequired, sources) = (true, true, trusted)
    }
    guard !isAsked || !sources.isEmpty else {
      throw TLSError(
        .malformed,
        "clientAuthentication",
        "expected authorities to trust, found none"
      )
    }
    var lists: [CertificateList] = []
    for source in sources {
      lists.append(try CertificateList(source, expecting: "certificates of authorities"))
    }
    self.lists = lists
  }

  /// Configures `context` to demand it.
  func apply(to context: OpaquePointer) throws(TLSError) {
    if isAsked {
      let mode = SSL_VERIFY_PEER | (isRequired ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0)
      unsafe SSL_CTX_set_verify(context, mode, nil)
      guard let store = unsafe SSL_CTX_get_cert_store(context) else { return }
      for list in lists {
        unsafe try list.trust(in: store)
        unsafe try list.announce(in: context)
      }
    }
    var identity = sessionIdentity
    // Safe: the context copies the bytes.
    unsafe SSL_CTX_set_session_id_context(context, &identity, UInt32(identity.count))
  }

  /// Identifies the demand, so that a session is resumed only where clients had to prove the same
  /// to the same authorities.
  private var sessionIdentity: [UInt8] {
    let fingerprints = lists.flatMap(\.fingerprints).sorted().joined(separator: " ")
    let text = "portico \(isAsked) \(isRequired) \(fingerprints)"
    var digest = [UInt8](repeating: 0, count: 32)
    // Safe: the function reads the text's bytes and writes 32.
    unsafe SHA256(Array(text.utf8), text.utf8.count, &digest)
    return digest
  }
}
