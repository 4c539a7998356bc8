// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPValues

/// The framing of a chunked body.
package enum ChunkWriter {
  /// Content as one chunk. Empty content is none: an empty chunk would end the body.
  package static func append(_ content: Span<UInt8>, to output: inout ByteBuffer) {
    guard content.count > 0 else { return }
    appendSize(content.count, to: &output)
    output.append(content)
    output.append("\r\n")
  }

  /// The line before a chunk whose content and CRLF follow.
  package static func appendSize(_ size: Int, to output: inout ByteBuffer) {
    output.append(hexadecimal: size)
    output.append("\r\n")
  }

  /// The last chunk, the fields behind it and the end; fields that may not stand there are left out.
  package static func appendEnd(
    trailers: borrowing FieldsView,
    to output: inout ByteBuffer
  ) {
    output.append("0\r\n")
    for index in 0..<trailers.count
    where !trailers.slot(at: index).known.isForbiddenInTrailers {
      FieldWriter.appendLine(trailers, index, to: &output)
    }
    output.append("\r\n")
  }
}
