// SPDX-License-Identifier: Apache-2.0

import Digests
import Files
import Glibc
import HTTPValues

/// The secret that all nodes of a fleet share, and by which they know each other.
package struct FleetKey: Sendable {
  /// The fewest and the most bytes of a key.
  package static let lengths = 16...4_096

  private let bytes: [UInt8]

  /// A key of some bytes; `nil` for too few or too many.
  package init?(_ bytes: [UInt8]) {
    guard Self.lengths.contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// Makes a file with a random key that only its owner reads, unless it is there.
  package static func makeFile(_ path: String) throws {
    if let end = path.lastIndex(of: "/") {
      try Files.makeFolder(String(path[..<end]), isPrivate: true)
    }
    // Of several nodes that begin at once, one makes it.
    while !Files.exists(path) {
      do {
        let lock = try FileLock("\(path).lock") { _ in nil }
        let text = Hexadecimal.text([UInt8].random(count: 32)) + "\n"
        if !Files.exists(path) { try Files.write(Array(text.utf8), to: path) }
        withExtendedLifetime(lock) {}
      } catch is FileLock.Held {
        usleep(10_000)
      }
    }
  }

  /// The HMAC-SHA-256 of a text.
  func seal(of text: String) -> [UInt8] {
    SHA256.authentication(of: text.utf8Span.span, key: bytes)
  }

  /// A secret for another purpose, which does not tell the key.
  package func secret(for purpose: String) -> [UInt8] { seal(of: "portico fleet \(purpose)") }
}

/// The signed head of a request that brings messages of one node to another.
///
/// It has the digest of the body, so that a stranger is refused before the body is read. The moment and the random
/// number let a receiver take each request once.
struct FleetEnvelope: Sendable, Equatable {
  /// The name of the field that has it.
  static let field: FieldName = "portico-fleet"
  private static let version = "1"

  let site: String
  let sender: NodeID
  let receiver: NodeID
  /// The milliseconds since 1970 by the clock of the sender.
  let time: Int64
  let nonce: UInt64
  let digest: BlobDigest

  /// The value of the field.
  func text(_ key: FleetKey) -> String { "\(head) \(Hexadecimal.text(key.seal(of: signed)))" }

  private var head: String {
    "\(Self.version) \(sender) \(receiver) \(time) \(nonce.digits) \(digest.text)"
  }

  private var signed: String { "\(head) \(site)" }

  init(
    site: String,
    from sender: NodeID,
    to receiver: NodeID,
    time: Int64,
    nonce: UInt64,
    body: [UInt8]
  ) {
    self.site = site
    self.sender = sender
    self.receiver = receiver
    self.time = time
    self.nonce = nonce
    digest = BlobDigest(of: body)
  }

  /// Reads the value of a field.
  init(_ text: String, of site: String, _ key: FleetKey) throws(FleetRefusal) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.first.map(String.init) == Self.version else {
      throw FleetRefusal(
        .badRequest,
        "the signature has another form; expected version \(Self.version)"
      )
    }
    guard parts.count == 7, let sender = NodeID(parts[1]), let receiver = NodeID(parts[2]),
      let time = Int64(parts[3]), parts[4].utf8.count == 16,
      let nonce = UInt64(parts[4], radix: 16), let digest = BlobDigest(String(parts[5])),
      let seal = Hexadecimal.bytes(parts[6])
    else { throw FleetRefusal(.badRequest, "the signature cannot be read") }
    self.site = site
    self.sender = sender
    self.receiver = receiver
    self.time = time
    self.nonce = nonce
    self.digest = digest
    guard ConstantTime.areEqual(seal, key.seal(of: signed)) else {
      throw FleetRefusal(
        .unauthorized,
        "the signature is of another key; all nodes need the same one"
      )
    }
  }
}

/// The answer to a request that is not taken.
struct FleetRefusal: Error, Sendable, Equatable {
  let status: Status
  let reason: String

  init(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
