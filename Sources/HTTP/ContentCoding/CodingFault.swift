// SPDX-License-Identifier: Apache-2.0

/// Fault that keeps a body from being decoded or encoded.
package struct CodingFault: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable, CaseIterable {
    /// A coding that is not known, or that is not written here.
    case unsupported
    case tooManyCodings
    /// The bytes are not of this coding.
    case corrupt
    /// The body ended inside of the coded data.
    case truncated
    /// Something follows the coded data.
    case trailingGarbage
    /// More decoded bytes than allowed.
    case tooLarge
    /// Far more decoded bytes than coded ones: a bomb.
    case tooDense
    /// The sender asks for more memory than its coding's rules allow.
    case windowTooLarge
    case outOfMemory
  }

  package let kind: Kind
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
