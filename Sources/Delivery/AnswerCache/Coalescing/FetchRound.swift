// SPDX-License-Identifier: Apache-2.0

/// One attempt of a coalesced fetch.
struct FetchRound: Sendable, Equatable {
  /// Told apart from all others.
  let number: Int
  /// The epoch of the purges when it began.
  let begun: PurgeEpoch
}
