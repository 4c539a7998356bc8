// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
import Digests
import Files
package import Sites

/// The seal of a site's tokens: HMAC-SHA256 with a secret that is kept beside the editions. Nodes
/// that serve one site share it.
package struct SiteSeal: TokenSeal {
  package static let secretBytes = 32

  private let secret: [UInt8]

  package init(secret: [UInt8]) { self.secret = secret }

  /// The seal whose secret is kept in a folder; a new one is made where there is none.
  package init(keptIn folder: String) throws(SourceFault) {
    let path = "\(folder)/token-secret"
    do {
      if Files.exists(path) {
        secret = try Files.read(path, limit: 1_024)
        guard secret.count >= SiteSeal.secretBytes else {
          throw SourceFault(
            path: path,
            reason: "\(secret.count) bytes; expected at least \(SiteSeal.secretBytes)"
          )
        }
      } else {
        var random = SystemRandomNumberGenerator()
        secret = (0..<SiteSeal.secretBytes).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
        try Files.makeFolder(folder)
        try Files.write(secret, to: path, isSecret: true)
      }
    } catch let error as FileError {
      throw SourceFault(path: path, reason: error.description)
    } catch let fault as SourceFault {
      throw fault
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
  }

  package func seal(of text: Span<UInt8>) -> SealBytes {
    let digest = SHA256.authentication(of: text, key: secret)
    var seal = SealBytes(repeating: 0)
    for index in 0..<10 { seal[index] = digest[index] }
    return seal
  }
}
