// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPValues

/// Puts request heads into bytes.
package enum RequestWriter {
  /// Host comes first, then the fields, then the framing and the empty line. Nothing is written of a
  /// request whose method, target or host would become something else on the wire.
  package static func appendHead(
    _ request: Request,
    framing: BodyFraming,
    to output: inout ByteBuffer
  ) throws(HeadFault) {
    try check(request)
    output.append(request.method.name)
    output.append(UInt8(ascii: " "))
    output.append(request.target)
    output.append(" HTTP/1.1\r\nhost: ")
    output.append(request.authority)
    output.append("\r\n")
    FieldWriter.append(request.fields.view, isRequest: true, to: &output)
    FieldWriter.append(framing, to: &output)
    output.append("\r\n")
  }

  private static func check(_ request: Request) throws(HeadFault) {
    guard request.method.isValid else { throw HeadFault(.method, at: 0) }
    guard isWritable(request.target.utf8Span.span) else { throw HeadFault(.target, at: 0) }
    let authority = request.authority.utf8Span.span
    guard authority.isEmpty || Authority.isValid(authority) else { throw HeadFault(.host, at: 0) }
  }

  /// Whether the bytes stay one word on the request line: visible ASCII, since what comes by HTTP/2
  /// may have more characters than our own parser lets in.
  private static func isWritable(_ target: Span<UInt8>) -> Bool {
    for index in 0..<target.count where target[index] &- 0x21 > 0x7E - 0x21 { return false }
    return target.count > 0
  }
}
