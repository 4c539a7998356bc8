// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTP1
import HTTPValues

/// The body of the response under way.
package struct ResponseBody {
  package private(set) var isComplete: Bool
  /// Whether the end of the connection is the end of the body.
  package let endsWithConnection: Bool
  private var left: Int
  private var decoder: ChunkedDecoder?

  package static let none = ResponseBody(.none, limits: HeadLimits())

  package init(_ framing: BodyFraming, limits: HeadLimits) {
    isComplete = framing == .none || framing == .length(0)
    endsWithConnection = framing == .untilClose
    decoder = framing == .chunked ? ChunkedDecoder(limits: limits) : nil
    if case .length(let length) = framing { left = length } else { left = .max }
  }

  var trailers: Fields { decoder?.trailers ?? Fields() }

  package mutating func read(
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

  /// Whether what comes next is content and nothing else, so that it can be read to its place at once.
  var isPlain: Bool { decoder == nil && !isComplete }

  /// Counts content that was read to its place; answers how much of it is more than the body has.
  mutating func placed(_ count: Int) -> Int {
    guard !endsWithConnection else { return 0 }
    let surplus = max(0, count - left)
    left -= count - surplus
    isComplete = left == 0
    return surplus
  }

  package mutating func endConnection() { isComplete = true }
}
