// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// The body of the response under way.
struct ResponseBody {
  private(set) var isComplete: Bool
  /// Whether the end of the connection is the end of the body.
  let endsWithConnection: Bool
  private var left: Int
  private var decoder: ChunkedDecoder?

  static let none = ResponseBody(.none, limits: HeadLimits())

  init(_ framing: BodyFraming, limits: HeadLimits) {
    isComplete = framing == .none || framing == .length(0)
    endsWithConnection = framing == .untilClose
    decoder = framing == .chunked ? ChunkedDecoder(limits: limits) : nil
    if case .length(let length) = framing { left = length } else { left = .max }
  }

  var trailers: Fields { decoder?.trailers ?? Fields() }

  mutating func read(
    from input: inout ByteBuffer,
    into content: inout ByteBuffer
  ) throws(HeadFault) {
    guard !isComplete else { return }
    if decoder == nil {
      let before = input.count
      content.append(from: &input, atMost: left)
      if !endsWithConnection {
        left -= before - input.count
        isComplete = left == 0
      }
    } else {
      try decoder?.decode(from: &input, into: &content)
      isComplete = decoder?.isFinished ?? true
    }
  }

  mutating func endConnection() { isComplete = true }
}
