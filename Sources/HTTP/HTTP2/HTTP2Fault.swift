// SPDX-License-Identifier: Apache-2.0

/// Fault that ended a session early. The peer receives `code` in a GOAWAY frame.
package struct HTTP2Fault: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// The peer broke RFC 9113 or RFC 7541 in a way that the library found.
    case protocolViolation
    /// A frame on a stream that is over, or a stream number used twice.
    case closedStream
    case tooManyStreams
    case headerBomb
    case headerBlockTooLong
    case continuationFlood
    case resetFlood
    /// The peer made us reset its streams again and again.
    case provokedResetFlood
    case settingsFlood
    case pingFlood
    case priorityFlood
    case emptyFrameFlood
    case windowUpdateFlood
    /// Frames that nothing listens to: unknown types, GOAWAY, data on streams that we reset.
    case ignoredFrameFlood
    /// The peer makes us answer and does not read the answers.
    case outputBacklog
    /// A bug or exhausted memory on our side.
    case internalFailure

    /// For metrics.
    package var label: StaticString {
      switch self {
      case .protocolViolation: "protocol_violation"
      case .closedStream: "closed_stream"
      case .tooManyStreams: "too_many_streams"
      case .headerBomb: "header_bomb"
      case .headerBlockTooLong: "header_block_too_long"
      case .continuationFlood: "continuation_flood"
      case .resetFlood: "reset_flood"
      case .provokedResetFlood: "provoked_reset_flood"
      case .settingsFlood: "settings_flood"
      case .pingFlood: "ping_flood"
      case .priorityFlood: "priority_flood"
      case .emptyFrameFlood: "empty_frame_flood"
      case .windowUpdateFlood: "window_update_flood"
      case .ignoredFrameFlood: "ignored_frame_flood"
      case .outputBacklog: "output_backlog"
      case .internalFailure: "internal_failure"
      }
    }
  }

  package let kind: Kind
  package let code: HTTP2ErrorCode
  /// The stream at which it showed; 0 for the connection as a whole.
  package let stream: HTTP2StreamID
  /// Description of what was seen and what was expected.
  package let detail: String

  package init(
    _ kind: Kind,
    _ code: HTTP2ErrorCode,
    on stream: HTTP2StreamID = HTTP2StreamID(0),
    _ detail: String
  ) {
    self.kind = kind
    self.code = code
    self.stream = stream
    self.detail = detail
  }

  package var label: StaticString { kind.label }

  package var description: String { "\(code) at \(stream): \(detail)" }
}
