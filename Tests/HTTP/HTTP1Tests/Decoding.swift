// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Testing

/// What came of giving bytes to a decoder of the chunked coding.
struct Decoding: Equatable {
  var content = ""
  var trailers = Fields()
  var isFinished = false
  /// What the decoder left.
  var rest = ""
  var fault: HeadFault.Kind?

  init(_ text: String, step: Int, limits: HeadLimits = HeadLimits()) {
    let bytes = Array(text.utf8)
    var decoder = ChunkedDecoder(limits: limits)
    var input = ByteBuffer()
    var output = ByteBuffer()
    var given = 0
    do throws(HeadFault) {
      while given < bytes.count {
        let count = min(step, bytes.count - given)
        input.append(bytes.span.extracting(given..<(given + count)))
        given += count
        try decoder.decode(from: &input, into: &output)
      }
    } catch {
      fault = error.kind
    }
    content = output.span.text
    trailers = decoder.trailers
    isFinished = decoder.isFinished
    // After a fault, what is left depends on how the bytes were cut.
    rest = fault == nil ? input.span.text : ""
  }

  /// Decodes `text` at once, and checks that decoding it in pieces comes to the same.
  static func of(
    _ text: String,
    limits: HeadLimits = HeadLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Decoding {
    let whole = Decoding(text, step: .max, limits: limits)
    for step in [1, 2, 7] {
      let cut = Decoding(text, step: step, limits: limits)
      #expect(whole == cut, "in pieces of \(step)", sourceLocation: sourceLocation)
    }
    return whole
  }
}
