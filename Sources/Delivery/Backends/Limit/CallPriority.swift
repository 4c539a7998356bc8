// SPDX-License-Identifier: Apache-2.0

/// Priority of a call when a backend cannot take all calls.
package enum CallPriority: Sendable, Hashable {
  /// The answer needs the call.
  case required
  /// The answer can do without the call.
  case optional
}
