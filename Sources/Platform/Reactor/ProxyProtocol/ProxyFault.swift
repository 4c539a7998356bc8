// SPDX-License-Identifier: Apache-2.0

/// Fault in the first bytes of a connection that are no PROXY header.
package struct ProxyFault: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable {
    /// The bytes do not begin like a header.
    case signature
    /// A version, command or family that is not defined.
    case unknownKind
    /// Longer than a header may be.
    case tooLong
    /// An address, port or separator that is not written as it must be.
    case address
    /// Lengths that do not add up.
    case length
    /// An extension that breaks its own rules, or stands twice.
    case malformedExtension
    /// The checksum is not that of the header.
    case checksum
  }

  package let kind: Kind
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = "PROXY header: \(description)"
  }
}
