// SPDX-License-Identifier: Apache-2.0

/// Priority of a call when a backend cannot take all calls, the most urgent first.
package enum CallPriority: Sendable, Hashable, CaseIterable {
  /// The answer needs the call.
  case required
  /// The call's body is still coming, at the speed of a client.
  case upload
  /// The answer can do without the call.
  case optional
}
