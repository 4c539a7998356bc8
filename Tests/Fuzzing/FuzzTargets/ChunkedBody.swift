// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// However the bytes are cut, they are the same body, with the same trailers and the same end, or
/// the same fault at the same place of the content.
func fuzzChunkedBody(_ bytes: [UInt8]) {
  var tight = HeadLimits()
  tight.chunkLine = 24
  tight.chunkOverhead = 64
  tight.trailers = 2
  tight.trailerBytes = 32
  for limits in [HeadLimits(), tight] {
    let whole = Decoding(bytes, step: bytes.count, limits)
    precondition(whole.content.count <= bytes.count, "more content than bytes")
    precondition(whole.rest <= bytes.count, "more is left than there was")
    precondition(whole.trailers.count <= limits.trailers, "more trailers than may be")
    for step in [1, 3, 64] {
      precondition(whole == Decoding(bytes, step: step, limits), "in pieces it is another body")
    }
    if whole.isFinished { checkRoundTrip(whole) }
  }
}

/// What was read and is written again is read as the same; it may be longer by blanks.
private func checkRoundTrip(_ decoding: Decoding) {
  var output = ByteBuffer()
  ChunkWriter.append(decoding.content.span, to: &output)
  ChunkWriter.appendEnd(trailers: decoding.trailers.view, to: &output)
  let again = Decoding(output.span.array, step: output.count, HeadLimits())
  precondition(again.isFinished && again.content == decoding.content, "another body on its way")
  precondition(again.trailers == decoding.trailers, "other trailers on their way")
}

private struct Decoding: Equatable {
  var content: [UInt8] = []
  var trailers = Fields()
  var isFinished = false
  /// How many bytes were not taken; 0 after a fault, when it depends on how the bytes were cut.
  var rest = 0
  var fault: HeadFault.Kind?

  init(_ bytes: [UInt8], step: Int, _ limits: HeadLimits) {
    var decoder = ChunkedDecoder(limits: limits)
    var input = ByteBuffer()
    var output = ByteBuffer()
    var position = 0
    do throws(HeadFault) {
      while position < bytes.count, !decoder.isFinished {
        let end = min(bytes.count, position + step)
        input.append(bytes.span.extracting(position..<end))
        position = end
        try decoder.decode(from: &input, into: &output)
      }
      rest = input.count + bytes.count - position
    } catch {
      fault = error.kind
    }
    content = output.span.array
    trailers = decoder.trailers
    isFinished = decoder.isFinished
  }
}
