// SPDX-License-Identifier: Apache-2.0

/// A place to record into: where one series begins in every shard.
package protocol SignalSeries: Sendable, Hashable {}
