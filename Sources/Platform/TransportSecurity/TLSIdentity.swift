// SPDX-License-Identifier: Apache-2.0

/// A certificate with its chain and private key.
package struct TLSIdentity: Sendable, Equatable {
  /// The certificate, then its issuers without the root.
  package let chain: PEMSource
  package let key: PEMSource

  package init(chain: PEMSource, key: PEMSource) {
    self.chain = chain
    self.key = key
  }

  package init(chainFile: String, keyFile: String) {
    self.init(chain: .file(chainFile), key: .file(keyFile))
  }

  /// Returns the identity with its files' present bytes in place of their paths.
  func read() throws(TLSError) -> TLSIdentity {
    TLSIdentity(
      chain: .bytes(try chain.read(), name: chain.name),
      key: .bytes(try key.read(), name: key.name)
    )
  }
}
