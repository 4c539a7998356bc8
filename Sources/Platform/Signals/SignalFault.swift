// SPDX-License-Identifier: Apache-2.0

/// The reason why a signal could not be declared or a shard not be made.
package struct SignalFault: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable {
    /// A name that breaks Prometheus' grammar or its conventions.
    case name
    /// The name is already declared with another description.
    case conflict
    /// A label without values, or with the same value twice.
    case label
    /// More series than a family or the registry may have.
    case tooManySeries
    /// The kernel refused the memory.
    case outOfMemory
  }

  package let kind: Kind
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
