// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPValues

/// Undoes the content codings of a response while it comes. An unknown coding, broken data and a
/// decompression bomb are errors.
final class ContentUnpacker {
  private var decoder: BodyDecoder
  private var piece = ByteBuffer()
  private var hasInput = false

  init(_ contentEncoding: String, _ limits: DecodingLimits) throws(ClientError) {
    do throws(CodingFault) {
      decoder = try BodyDecoder(Coding.list(contentEncoding.utf8Span.span), limits: limits)
    } catch {
      throw ClientError(.contentCoding, cause: error)
    }
  }

  /// Takes from the front of `input` and appends what it stands for, a bounded amount a call.
  func unpack(
    _ input: inout ByteBuffer,
    into output: inout ByteBuffer
  ) throws(ClientError) {
    hasInput = hasInput || input.count > 0
    do throws(CodingFault) {
      let step = try decoder.decode(input.span, into: &piece)
      input.consume(step.consumed)
    } catch {
      throw ClientError(.contentCoding, cause: error)
    }
    output.append(from: &piece)
  }

  /// The body has ended; no body at all is none in any coding.
  func finish() throws(ClientError) {
    guard hasInput else { return }
    do throws(CodingFault) {
      try decoder.finish()
    } catch {
      throw ClientError(.contentCoding, cause: error)
    }
  }
}
