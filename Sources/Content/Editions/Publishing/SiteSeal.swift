// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
import Digests
import Files
package import Sites

/// The seal of a site's tokens: HMAC-SHA256 with a secret that is kept beside the editions. Nodes
/// that serve one site share it.
package struct SiteSeal: TokenSeal {
  package static let secretBytes = 32
  private static let fileName = "token-secret"
  /// The version of the file, which stands in its first line. A file of 32 bytes or more without the line is
  /// from before there were versions, and is read as it is.
  private static let version = 1
  private static let beginning = Array("portico token-secret ".utf8)

  /// The whole file, with its first line: so a release that knows no versions has the same seal.
  private let secret: [UInt8]

  package init(secret: [UInt8]) { self.secret = secret }

  /// Whether a secret is kept in a folder.
  package static func isKept(in folder: String) -> Bool { Files.exists("\(folder)/\(fileName)") }

  /// The seal whose secret is kept in a folder; a new one is made where there is none.
  package init(keptIn folder: String) throws(SourceFault) {
    let path = "\(folder)/\(SiteSeal.fileName)"
    do {
      if Files.exists(path) {
        secret = try Files.read(path, limit: 1_024)
        try SiteSeal.check(secret, at: path)
      } else {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<SiteSeal.secretBytes).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
        secret = SiteSeal.beginning + Array("\(SiteSeal.version)\n".utf8) + bytes
        try Files.makeFolder(folder)
        try Files.write(secret, to: path)
      }
    } catch let error as FileError {
      throw SourceFault(path: path, reason: error.description)
    } catch let fault as SourceFault {
      throw fault
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
  }

  /// Checks the version of a file, and that it has enough bytes.
  private static func check(_ file: [UInt8], at path: String) throws(SourceFault) {
    var least = secretBytes
    if file.starts(with: beginning) {
      let line = file.dropFirst(beginning.count).prefix { $0 != UInt8(ascii: "\n") }
      let word = String(decoding: line.prefix(20), as: UTF8.self)
      guard word == "\(version)" else {
        throw SourceFault(
          path: path,
          reason: "it has version \(word) of the format of token secrets; expected \(version)"
        )
      }
      least += beginning.count + line.count + 1
    }
    guard file.count >= least else {
      throw SourceFault(path: path, reason: "\(file.count) bytes; expected at least \(least)")
    }
  }

  package func seal(of text: Span<UInt8>) -> SealBytes {
    let digest = SHA256.authentication(of: text, key: secret)
    var seal = SealBytes(repeating: 0)
    for index in 0..<10 { seal[index] = digest[index] }
    return seal
  }
}
