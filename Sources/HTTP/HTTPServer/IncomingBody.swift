// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// The body of the request under way: its framing, and how much of it is still to come.
struct IncomingBody {
  private enum Framing {
    case complete
    case length(Int)
    case chunked(ChunkedDecoder)
  }

  private var framing: Framing
  /// The fields behind the body, once it is complete.
  private(set) var trailers = Fields()
  /// How many bytes have come, framing included.
  private(set) var received = 0

  static let none = IncomingBody(framing: .complete)

  private init(framing: Framing) { self.framing = framing }

  init(_ framing: BodyFraming, limits: HeadLimits) {
    switch framing {
    case .none, .length(0), .untilClose: self.framing = .complete
    case .length(let length): self.framing = .length(length)
    case .chunked: self.framing = .chunked(ChunkedDecoder(limits: limits))
    }
  }

  var isComplete: Bool { if case .complete = framing { true } else { false } }

  /// How many bytes are to come; `nil` when only the end will tell.
  var remaining: Int? {
    switch framing {
    case .complete: 0
    case .length(let length): length
    case .chunked: nil
    }
  }

  /// Moves content from `input` to the back of `content`, as much as there is.
  mutating func read(
    from input: inout ByteBuffer,
    into content: inout ByteBuffer
  ) throws(HeadFault) {
    let before = input.count
    defer { received += before - input.count }
    switch framing {
    case .complete: return
    case .length(let length):
      content.append(from: &input, atMost: length)
      let left = length - (before - input.count)
      framing = left == 0 ? .complete : .length(left)
    case .chunked(var decoder):
      framing = .complete  // so that the decoder has one owner while it works
      try decoder.decode(from: &input, into: &content)
      framing = .chunked(decoder)
      if decoder.isFinished {
        trailers = decoder.trailers
        framing = .complete
      }
    }
  }
}
