// SPDX-License-Identifier: Apache-2.0

/// What a call is worth when a backend cannot take them all.
package enum CallPriority: Sendable, Hashable {
  /// Without it there is no answer.
  case required
  /// The answer does without it if it must.
  case optional
}
