// SPDX-License-Identifier: Apache-2.0

/// One dimension of a family: a name, and every value that it can have.
///
/// The values come from the program and its configuration, never from a request, so the number of
/// series is known when they are declared.
package struct SignalLabel: Sendable, Hashable {
  package let name: String
  package let values: [String]

  package init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}
