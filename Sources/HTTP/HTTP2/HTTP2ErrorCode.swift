// SPDX-License-Identifier: Apache-2.0

/// Error code of a reset stream or an ended connection, as on the wire (RFC 9113 section 7).
///
/// A peer may send any number, so this is open.
package struct HTTP2ErrorCode: Sendable, Hashable, CustomStringConvertible {
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }

  package static let none = HTTP2ErrorCode(0)
  package static let protocolError = HTTP2ErrorCode(1)
  package static let internalError = HTTP2ErrorCode(2)
  package static let flowControlError = HTTP2ErrorCode(3)
  package static let settingsTimeout = HTTP2ErrorCode(4)
  package static let streamClosed = HTTP2ErrorCode(5)
  package static let frameSizeError = HTTP2ErrorCode(6)
  package static let refusedStream = HTTP2ErrorCode(7)
  package static let cancel = HTTP2ErrorCode(8)
  package static let compressionError = HTTP2ErrorCode(9)
  package static let connectError = HTTP2ErrorCode(10)
  package static let enhanceYourCalm = HTTP2ErrorCode(11)
  package static let inadequateSecurity = HTTP2ErrorCode(12)
  package static let http11Required = HTTP2ErrorCode(13)

  package var description: String {
    switch self {
    case .none: "NO_ERROR"
    case .protocolError: "PROTOCOL_ERROR"
    case .internalError: "INTERNAL_ERROR"
    case .flowControlError: "FLOW_CONTROL_ERROR"
    case .settingsTimeout: "SETTINGS_TIMEOUT"
    case .streamClosed: "STREAM_CLOSED"
    case .frameSizeError: "FRAME_SIZE_ERROR"
    case .refusedStream: "REFUSED_STREAM"
    case .cancel: "CANCEL"
    case .compressionError: "COMPRESSION_ERROR"
    case .connectError: "CONNECT_ERROR"
    case .enhanceYourCalm: "ENHANCE_YOUR_CALM"
    case .inadequateSecurity: "INADEQUATE_SECURITY"
    case .http11Required: "HTTP_1_1_REQUIRED"
    default: "error \(number)"
    }
  }
}
