// SPDX-License-Identifier: Apache-2.0

/// Remainder of a request's body that is still to be sent: neither more nor less than was
/// announced.
enum RequestUpload: Equatable {
  case complete
  case length(Int)
  case chunked
  /// Bytes of the protocol that the connection speaks after an upgrade.
  case upgraded

  init(_ body: CallBody) {
    self =
      switch body {
      case .none, .bytes: .complete
      case .streaming(let length?): length == 0 ? .complete : .length(length)
      case .streaming(nil): .chunked
      }
  }

  /// Counts a piece that is to be sent.
  mutating func take(_ count: Int) throws(ClientError) {
    switch self {
    case .chunked, .upgraded: return
    case .length(let left) where count <= left:
      self = count == left ? .complete : .length(left - count)
    case .complete, .length:
      throw ClientError(.invalidRequest, "the body is longer than was announced")
    }
  }

  /// Ends the body; whether anything had to be ended.
  mutating func finish() throws(ClientError) -> Bool {
    switch self {
    case .complete: return false
    case .length(let left):
      throw ClientError(.invalidRequest, "the body lacks \(left) bytes of what was announced")
    case .chunked, .upgraded:
      self = .complete
      return true
    }
  }
}
