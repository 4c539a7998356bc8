// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// The body of the request under way: its framing, and how much of it is still to come.
struct IncomingBody {
  private var left: Int
  private var chunks: ChunkedBody?
  private(set) var isComplete: Bool
  /// Whether the end of the connection is the end of the body: so it is after an upgrade.
  let endsWithConnection: Bool

  /// The decoder of a body in chunks, which most requests do without: it is large.
  private final class ChunkedBody {
    var decoder: ChunkedDecoder

    init(_ decoder: ChunkedDecoder) { self.decoder = decoder }
  }

  static var none: IncomingBody { IncomingBody(isComplete: true, left: 0, chunks: nil) }
  static var upgraded: IncomingBody {
    IncomingBody(isComplete: false, left: .max, chunks: nil, endsWithConnection: true)
  }

  private init(
    isComplete: Bool,
    left: Int,
    chunks: ChunkedBody?,
    endsWithConnection: Bool = false
  ) {
    self.isComplete = isComplete
    self.endsWithConnection = endsWithConnection
    self.left = left
    self.chunks = chunks
  }

  init(_ framing: BodyFraming, limits: HeadLimits) {
    switch framing {
    case .none, .untilClose: self = .none
    case .length(let length): self.init(isComplete: length == 0, left: length, chunks: nil)
    case .chunked:
      let chunks = ChunkedBody(ChunkedDecoder(limits: limits))
      self.init(isComplete: false, left: 0, chunks: chunks)
    }
  }

  /// Number of bytes that are to come; `nil` when only the end will tell.
  var remaining: Int? { chunks == nil ? left : nil }

  /// The fields behind the body, once it is complete.
  var trailers: Fields { chunks?.decoder.trailers ?? Fields() }

  /// Moves content from `input` to the back of `content`, as much as there is.
  mutating func read(
    from input: inout ByteBuffer,
    into content: inout ByteBuffer
  ) throws(HeadFault) {
    guard !isComplete else { return }
    guard let chunks else {
      let before = input.count
      content.append(from: &input, atMost: left)
      guard !endsWithConnection else { return }
      left -= before - input.count
      isComplete = left == 0
      return
    }
    try chunks.decoder.decode(from: &input, into: &content)
    isComplete = chunks.decoder.isFinished
  }

  mutating func endConnection() { isComplete = true }
}
