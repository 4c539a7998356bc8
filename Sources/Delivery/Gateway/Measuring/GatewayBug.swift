// SPDX-License-Identifier: Apache-2.0

/// Something that cannot happen: what was checked before it was published does not lead to it.
enum GatewayBug: Int, SignalChoice {
  /// A document has a value that its format cannot say, or cannot be read any more.
  case document
  /// The metrics of a site's services cannot be declared.
  case metrics
  /// A body cannot be compressed.
  case coding
}
