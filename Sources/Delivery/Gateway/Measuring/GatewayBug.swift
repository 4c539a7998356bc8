// SPDX-License-Identifier: Apache-2.0

/// A condition that the checks before a publication exclude.
enum GatewayBug: Int, SignalChoice {
  /// A document has a value that its format cannot express, or cannot be read any more.
  case document
  /// The metrics of a site's services cannot be declared.
  case metrics
  /// A body cannot be compressed.
  case coding
}
