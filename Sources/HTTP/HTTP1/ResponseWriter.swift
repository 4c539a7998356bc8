// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPValues

/// Puts response heads into bytes, without the last empty line: Date and Connection follow.
///
/// Nothing has to be refused here: a status is a number, and `Fields` take no value that would end
/// its line.
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
    FieldWriter.append(response.fields.view, isRequest: false, to: &output)
    FieldWriter.append(framing, to: &output)
  }
}
