// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests
import Files
import HTTPValues
import Reactor
import Synchronization

/// The bearer token of remote operators (RFC 6750). Only its digest is kept, and compared in
/// constant time.
package final class AdminToken: Sendable {
  package static let byteRange = 16...4_096

  private let path: String
  private let digest: Mutex<[UInt8]>

  init(_ path: String) throws {
    self.path = path
    digest = Mutex(try AdminToken.digest(of: path))
  }

  /// Reads the file again; on an error the old token stays in use.
  func reload() throws {
    let new = try AdminToken.digest(of: path)
    digest.withLock { $0 = new }
  }

  /// A digest of the token; a session ends when it differs from the one that the session began
  /// with.
  var fingerprint: [UInt8] { digest.withLock { SHA256.digest(of: $0.span) } }

  func matches(_ word: Span<UInt8>) -> Bool {
    let said = SHA256.digest(of: word)
    return digest.withLock { ConstantTime.areEqual($0, said) }
  }

  private static func digest(of path: String) throws -> [UInt8] {
    let word = try word(in: path)
    return SHA256.digest(of: word.span)
  }

  /// Returns the token in a file.
  ///
  /// - Parameter least: the fewest bytes; whoever only sends a token leaves them to its receiver.
  package static func word(
    in path: String,
    atLeast least: Int = byteRange.lowerBound
  ) throws -> [UInt8] {
    let bytes = try Files.read(path, limit: byteRange.upperBound + 2)
    let word = Array(bytes[..<(bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0)])
    guard (least...byteRange.upperBound).contains(word.count) else {
      throw PlainError.noToken(
        in: path,
        "it has \(word.count) bytes; expected \(least) to \(byteRange.upperBound)"
      )
    }
    for index in word.indices where !isOfToken(word[index]) {
      throw PlainError.noToken(
        in: path,
        "its byte \(index + 1) is \(word[index]); expected letters, digits and -._~+/= alone"
      )
    }
    return word
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Returns whether a byte may be in a bearer token.
  private static func isOfToken(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~+/=".utf8.contains(byte)
  }
}

extension PlainError {
  /// A file has no usable token.
  static func noToken(in path: String, _ reason: String) -> PlainError {
    PlainError("\(path) has no usable token: \(reason)")
  }
}
