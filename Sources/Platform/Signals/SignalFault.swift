// SPDX-License-Identifier: Apache-2.0

import Glibc

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
    /// A file cannot be mapped, or is not of this version.
    case file
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension SignalFault {
  /// Returns the fault of a system call on a file.
  static func file(_ operation: String, _ path: String, _ code: Int32) -> SignalFault {
    // Safe: GNU's strerror returns a string that lives until this thread's next call of it.
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return SignalFault(.file, "cannot \(operation) \(path): \(reason)")
  }
}
