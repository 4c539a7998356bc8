// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// A fault to inject into responses.
struct Fault {
  /// Damage to a response.
  enum Damage: String, CaseIterable {
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
  var retryAfter: Int?
  var damage: Damage?
  /// Whether health checks are affected too.
  var reachesHealth = false
  /// The fault as it was put.
  let body: DataValue

  /// Reads the fault in the body of a request.
  init(_ request: ServiceRequest) throws(Refusal) {
    var body = try Input(body: request)
    self.body = body.object
    delay = try body.parsed("delay", "0ms to 600s, such as 300ms or 2s", Fault.delay) ?? .zero
    share =
      try body.parsed("share", "a number from 0 to 1") { value in
        value.number.flatMap { 0...1 ~= $0 ? $0 : nil }
      } ?? 1
    status = try body.integer("status", in: 400...599).flatMap { Status($0) }
    retryAfter = try body.integer("retryAfter", in: 0...86_400)
    damage = try body.choice("break", of: Damage.allCases.map(\.rawValue))
      .flatMap(Damage.init(rawValue:))
    reachesHealth =
      try body.parsed("health", "true or false") { value in
        if case .bool(let isReached) = value.content { isReached } else { nil }
      } ?? false
    try body.finish()
  }

  /// The response with the status; `nil` if the status is unchanged.
  var refusal: Refusal? {
    guard let status else { return nil }
    let fields: Fields = retryAfter.map { ["retry-after": "\($0)"] } ?? [:]
    return Refusal(status, "a fault was asked for", fields)
  }

  /// Returns `count` bytes of invalid JSON.
  static func garbage(as count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 0x80 &+ $0 &* 37) | 0x80 }
  }

  /// Parses `300ms` or `2s`.
  private static func delay(_ value: DataValue) -> Duration? {
    guard let text = value.string else { return nil }
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s"),
      let number = Int(text.dropLast(isMilliseconds ? 2 : 1)),
      0...(isMilliseconds ? 600_000 : 600) ~= number
    else { return nil }
    return .milliseconds(isMilliseconds ? number : number * 1_000)
  }

}

extension DataValue {
  /// The number; `nil` for a value of another kind.
  var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .decimal(let decimal) where decimal.isFinite: decimal.value
    default: nil
    }
  }
}
