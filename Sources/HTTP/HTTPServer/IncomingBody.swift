// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// The body of the request under way: its framing, and how much of it is still to come.
struct IncomingBody {
  private(set) var isComplete: Bool
  /// Whether the end of the connection is the end of the body: so it is after an upgrade.
  let endsWithConnection: Bool
  private var left: Int
  private var decoder: ChunkedDecoder?

  static let none = IncomingBody(isComplete: true, left: 0, decoder: nil)
  static let upgraded = IncomingBody(
    isComplete: false,
    left: .max,
    decoder: nil,
    endsWithConnection: true
  )

  private init(
    isComplete: Bool,
    left: Int,
    decoder: ChunkedDecoder?,
    endsWithConnection: Bool = false
  ) {
    self.isComplete = isComplete
    self.endsWithConnection = endsWithConnection
    self.left = left
    self.decoder = decoder
  }

  init(_ framing: BodyFraming, limits: HeadLimits) {
    switch framing {
    case .none, .untilClose: self = .none
    case .length(let length): self.init(isComplete: length == 0, left: length, decoder: nil)
    case .chunked:
      self.init(isComplete: false, left: 0, decoder: ChunkedDecoder(limits: limits))
    }
  }

  /// Number of bytes that are to come; `nil` when only the end will tell.
  var remaining: Int? { decoder == nil ? left : nil }

  /// The fields behind the body, once it is complete.
  var trailers: Fields { decoder?.trailers ?? Fields() }

  /// Moves content from `input` to the back of `content`, as much as there is.
  mutating func read(
    from input: inout ByteBuffer,
    into content: inout ByteBuffer
  ) throws(HeadFault) {
    guard !isComplete else { return }
    if decoder == nil {
      let before = input.count
      content.append(from: &input, atMost: left)
      guard !endsWithConnection else { return }
      left -= before - input.count
      isComplete = left == 0
    } else {
      try decoder?.decode(from: &input, into: &content)
      isComplete = decoder?.isFinished ?? true
    }
  }

  mutating func endConnection() { isComplete = true }
}
