// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// Fields as lines. What frames a message is the codec's own, and is left out where it stands among
/// the fields; so is the Host of a request.
enum FieldWriter {
  static func append(
    _ fields: borrowing FieldsView,
    isRequest: Bool,
    to output: inout ByteBuffer
  ) {
    for index in 0..<fields.count {
      switch fields.slot(at: index).known {
      case .contentLength, .transferEncoding, .connection, .keepAlive, .proxyConnection: continue
      case .host where isRequest: continue
      case .upgrade:
        // A sender of Upgrade must also send it as a connection option (RFC 9110 section 7.8).
        output.append("connection: upgrade\r\n")
        appendLine(fields, index, to: &output)
      default: appendLine(fields, index, to: &output)
      }
    }
  }

  static func appendLine(
    _ fields: borrowing FieldsView,
    _ index: Int,
    to output: inout ByteBuffer
  ) {
    output.append(field: fields.name(at: index), fields.value(at: index))
  }

  static func append(_ framing: BodyFraming, to output: inout ByteBuffer) {
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
