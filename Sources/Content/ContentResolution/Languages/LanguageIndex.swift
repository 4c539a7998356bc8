// SPDX-License-Identifier: Apache-2.0

/// The number of a language among those that a site publishes.
package struct LanguageIndex: Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }
}
