// SPDX-License-Identifier: Apache-2.0

/// The kinds of files that can be read.
package enum DataFormat: String, Sendable, CaseIterable {
  case json
  case json5
  case xmlPropertyList
  case binaryPropertyList
  /// The old style of OpenStep: `{ key = value; }`.
  case openStepPropertyList
  /// A dictionary of the old style without its braces, as in `.strings` files; empty ones too.
  case strings
}
