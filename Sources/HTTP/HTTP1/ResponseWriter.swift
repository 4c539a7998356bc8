// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPValues

/// Puts response heads into bytes, without the last empty line: Date and Connection follow.
package enum ResponseWriter {
  package static func appendHead(
    _ response: Response,
    framing: BodyFraming,
    to output: inout ByteBuffer
  ) {
    output.append("HTTP/1.1 ")
    output.append(decimal: Int(response.status.code))
    output.append(UInt8(ascii: " "))
    output.append(response.status.reason)
    output.append("\r\n")
    FieldWriter.append(response.fields.view, to: &output)
    switch framing {
    case .length(let length):
      output.append("content-length: ")
      output.append(decimal: length)
      output.append("\r\n")
    case .chunked: output.append("transfer-encoding: chunked\r\n")
    case .none, .untilClose: break
    }
  }
}

/// Puts request heads into bytes.
package enum RequestWriter {
  /// Host comes first, then the fields, then the framing and the empty line.
  package static func appendHead(
    _ request: Request,
    framing: BodyFraming,
    to output: inout ByteBuffer
  ) {
    output.append(request.method.name)
    output.append(UInt8(ascii: " "))
    output.append(request.target)
    output.append(" HTTP/1.1\r\nhost: ")
    output.append(request.authority)
    output.append("\r\n")
    FieldWriter.append(request.fields.view, to: &output)
    switch framing {
    case .length(let length):
      output.append("content-length: ")
      output.append(decimal: length)
      output.append("\r\n")
    case .chunked: output.append("transfer-encoding: chunked\r\n")
    case .none, .untilClose: break
    }
    output.append("\r\n")
  }
}

/// Fields as lines. What frames a message is the codec's own and is left out.
enum FieldWriter {
  static func append(_ fields: borrowing FieldsView, to output: inout ByteBuffer) {
    for index in 0..<fields.count {
      switch fields.slot(at: index).known {
      case .contentLength, .transferEncoding, .connection, .keepAlive, .proxyConnection:
        continue
      default: break
      }
      output.append(fields.name(at: index))
      output.append(": ")
      output.append(fields.value(at: index))
      output.append("\r\n")
    }
  }
}

/// The framing of a chunked body.
package enum ChunkWriter {
  package static func append(_ content: Span<UInt8>, to output: inout ByteBuffer) {
    guard content.count > 0 else { return }
    output.append(hexadecimal: content.count)
    output.append("\r\n")
    output.append(content)
    output.append("\r\n")
  }

  /// The last chunk, the fields behind it and the end.
  package static func appendEnd(
    trailers: borrowing FieldsView,
    to output: inout ByteBuffer
  ) {
    output.append("0\r\n")
    for index in 0..<trailers.count
    where !trailers.slot(at: index).known.isForbiddenInTrailers {
      output.append(trailers.name(at: index))
      output.append(": ")
      output.append(trailers.value(at: index))
      output.append("\r\n")
    }
    output.append("\r\n")
  }
}
