// SPDX-License-Identifier: Apache-2.0

/// An option of `portico serve` with the value in force, and the source of that value.
package struct ServedOption: Sendable {
  /// The source of a value.
  package enum Origin: String {
    case commandLine = "command line"
    case file
    case serviceManager = "service manager"
    case standard = "default"
  }

  package let name: String
  package let value: String
  package let origin: Origin

  package init(name: String, value: String, origin: Origin) {
    (self.name, self.value, self.origin) = (name, value, origin)
  }
}
