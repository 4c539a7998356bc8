// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// The frame around the parts of a multipart/byteranges answer, RFC 9110 section 14.6.
///
/// The caller writes the head of each part, the part's bytes, and the end. The boundary is given
/// from outside, since it must not stand in the content and randomness is not ours.
package struct MultipartRanges: Sendable, Equatable {
  package let parts: [Range<Int>]
  /// Length of the whole representation.
  package let length: Int
  /// The Content-Type of the representation.
  package let partType: String?
  package let boundary: String

  /// `nil` when the boundary is no token of at most 70 bytes (RFC 2046 section 5.1.1), or a part
  /// does not lie within the length.
  package init?(_ parts: [Range<Int>], of length: Int, partType: String?, boundary: String) {
    let bytes = boundary.utf8Span.span
    guard bytes.isToken, bytes.count <= 70, partType?.utf8Span.span.isFieldValue ?? true else {
      return nil
    }
    for part in parts where ContentRange(part, of: length) == nil { return nil }
    self.parts = parts
    self.length = length
    self.partType = partType
    self.boundary = boundary
  }

  /// The Content-Type of the answer.
  package var contentType: String { "multipart/byteranges; boundary=\(boundary)" }

  /// Length of the whole answer in bytes; `nil` past `Int.max`.
  package var contentLength: Int? {
    var frame = ByteBuffer(capacity: 256)
    var total = 0
    for index in parts.indices {
      appendHead(ofPart: index, to: &frame)
      let (sum, overflow) = total.addingReportingOverflow(parts[index].count)
      if overflow { return nil }
      total = sum
    }
    appendEnd(to: &frame)
    let (sum, overflow) = total.addingReportingOverflow(frame.count)
    return overflow ? nil : sum
  }

  package func appendHead(ofPart index: Int, to buffer: inout ByteBuffer) {
    if index > 0 { buffer.append("\r\n") }
    buffer.append("--")
    buffer.append(boundary)
    if let partType {
      buffer.append("\r\ncontent-type: ")
      buffer.append(partType)
    }
    buffer.append("\r\ncontent-range: ")
    ContentRange(parts[index], of: length)?.append(to: &buffer)
    buffer.append("\r\n\r\n")
  }

  package func appendEnd(to buffer: inout ByteBuffer) {
    buffer.append("\r\n--")
    buffer.append(boundary)
    buffer.append("--\r\n")
  }
}
