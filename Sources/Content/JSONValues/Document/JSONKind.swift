// SPDX-License-Identifier: Apache-2.0

/// The six kinds of values that JSON has.
package enum JSONKind: UInt8, Sendable, CaseIterable {
  case null
  case boolean
  case number
  case string
  case array
  case object
}
