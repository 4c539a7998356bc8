// SPDX-License-Identifier: Apache-2.0

/// Why a signal could not be declared or a shard not be made.
package struct SignalFault: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable {
    /// A name that breaks Prometheus' grammar or its conventions.
    case name
    /// The name is declared already as something else.
    case conflict
    /// A label without values, or with the same value twice.
    case label
    /// More series than a family may have, or than the registry has room for.
    case tooManySeries
    /// The kernel gave no memory.
    case outOfMemory
  }

  package let kind: Kind
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
