// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Undoes the content codings of a message while it comes. An unknown coding, broken data and a
/// decompression bomb are errors.
package final class ContentUnpacker {
  private var decoder: BodyDecoder
  private var piece = ByteBuffer()
  private var hasInput = false

  package init(_ contentEncoding: String, _ limits: DecodingLimits) throws(CodingFault) {
    decoder = try BodyDecoder(Coding.list(contentEncoding.utf8Span.span), limits: limits)
  }

  /// Takes from the front of `input` and appends what it stands for, a bounded amount a call.
  package func unpack(
    _ input: inout ByteBuffer,
    into output: inout ByteBuffer
  ) throws(CodingFault) {
    hasInput = hasInput || input.count > 0
    let step = try decoder.decode(input.span, into: &piece)
    input.consume(step.consumed)
    output.append(from: &piece)
  }

  /// The body has ended; no body at all is none in any coding.
  package func finish() throws(CodingFault) { if hasInput { try decoder.finish() } }
}
