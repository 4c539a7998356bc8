// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// A value of a dimension that has an order.
protocol LinearBound: Comparable, Hashable, Sendable {
  /// A number that is never lower than that of a value below it: comparing it first is quick, and the
  /// values themselves have to be compared only where it is the same.
  var leading: UInt64 { get }
}

extension AppVersion: LinearBound {}

extension UInt64: LinearBound {
  var leading: UInt64 { self }
}
