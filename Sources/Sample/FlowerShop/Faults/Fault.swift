// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// A fault to inject into responses.
struct Fault: Sendable, Equatable {
  /// Damage to a response.
  enum Damage: String, Sendable, CaseIterable {
    /// Ends it in the middle of the declared length.
    case truncate
    /// Replaces it with invalid JSON of the same type and length.
    case garbage
    /// Never sends it.
    case hang
    /// Resets the connection, or the HTTP/2 stream.
    case reset
  }

  /// The delay of the response.
  var delay = Duration.zero
  /// The share of responses affected, from 0 to 1.
  var share = 1.0
  /// The status of the response.
  var status: Status?
  /// `Retry-After` in seconds, for a response with the status.
  var retryAfter: Int64?
  var damage: Damage?
  /// Whether health checks are affected too.
  var reachesHealth = false

  /// Returns `count` bytes of invalid JSON.
  static func garbage(as count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 0x80 &+ $0 &* 37) | 0x80 }
  }

  /// The response with the status; `nil` if the status is unchanged.
  var refusal: Refusal? {
    guard let status else { return nil }
    let fields: Fields = retryAfter.map { ["retry-after": "\($0)"] } ?? [:]
    return Refusal(status, "a fault was asked for", fields: fields)
  }

  func pause(_ core: LoopCore) async throws {
    guard delay > .zero else { return }
    await FaultPause(core).wait(delay)
  }
}
