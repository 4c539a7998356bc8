// SPDX-License-Identifier: Apache-2.0

/// What all shards together had recorded at one time.
///
/// Each number was true at some time while the snapshot was taken; two numbers need not be of the
/// same instant.
package struct SignalSnapshot: Sendable, Equatable {
  /// In the order of their declaration.
  package let families: [Family]

  package subscript(_ name: String) -> Family? {
    families.first { $0.description.name == name }
  }
}
