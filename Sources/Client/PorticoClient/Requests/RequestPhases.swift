// SPDX-License-Identifier: Apache-2.0

/// The phases of a request, one behind the other.
public enum RequestPhase: String, Sendable, CaseIterable {
  /// From the launch until the request is sent; the whole task if a copy answers it.
  case waited
  /// Until the head of the answer has come.
  case sent
  /// Until the first byte of the body has come.
  case firstByte
  /// Until the whole body has come and is parsed.
  case parsed
  /// Until the store has the answer.
  case stored
}

/// The instants at which the phases of a request ended, since the client was made.
struct RequestInstants: Sendable {
  var sent: Duration
  var head: Duration?
  var firstByte: Duration?
  var parsed: Duration?
  var stored: Duration?

  init(sent: Duration) { self.sent = sent }

  /// The durations of the phases of a task; those that were over before its launch, since it joined a request in
  /// flight, have none.
  func phases(from launch: Duration) -> [RequestPhase: Duration] {
    var phases: [RequestPhase: Duration] = [:]
    var last = launch
    for (phase, end) in zip(RequestPhase.allCases, [sent, head, firstByte, parsed, stored]) {
      guard let end, end >= last else { continue }
      phases[phase] = end - last
      last = end
    }
    return phases
  }
}
