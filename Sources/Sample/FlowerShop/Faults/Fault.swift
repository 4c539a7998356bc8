// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// What is to go wrong with answers, as somebody asked for.
struct Fault: Sendable, Equatable {
  /// What becomes of an answer.
  enum Damage: String, Sendable, CaseIterable {
    /// It ends in its middle, though its head says how long it is.
    case truncate
    /// It has the right type and length, and is no JSON.
    case garbage
    /// It never comes.
    case hang
    /// The connection, or the stream of HTTP/2, is reset instead.
    case reset
  }

  /// How much later the answer comes.
  var delay = Duration.zero
  /// Which part of the answers it concerns, from 0 to 1.
  var share = 1.0
  /// The status of the answer.
  var status: Status?
  /// How many seconds later a client may ask again, as the answer with the status says.
  var retryAfter: Int64?
  var damage: Damage?
  /// Whether it concerns the health as well.
  var reachesHealth = false

  /// As much as was asked for of what no reader of JSON takes.
  static func garbage(as count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 0x80 &+ $0 &* 37) | 0x80 }
  }

  /// The answer with the status; `nil` when the status is to stay as it is.
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
