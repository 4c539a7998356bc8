// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// Facts about its connection and body in the fields of a response (RFC 9112 section 6.3).
struct ResponseFacts {
  private var length: Int?
  private var isChunked = false
  private var connection = ConnectionOptions()
  /// Number of seconds for which the server keeps an idle connection, if it says so.
  private(set) var idleSeconds: Int?

  init(_ fields: borrowing FieldsView, _ version: Version) throws(HeadFault) {
    for index in 0..<fields.count {
      let slot = fields.slot(at: index)
      let place = slot.value.lowerBound
      switch slot.known {
      case .contentLength:
        guard length == nil, let value = ContentLength.parse(fields.value(at: index)) else {
          throw HeadFault(.contentLength, at: place)
        }
        guard !isChunked else { throw HeadFault(.lengthAndCoding, at: place) }
        length = value
      case .transferEncoding:
        guard length == nil else { throw HeadFault(.lengthAndCoding, at: place) }
        guard !isChunked, version >= .http11,
          fields.value(at: index).matches(lowercase: "chunked")
        else { throw HeadFault(.transferCoding, at: place) }
        isChunked = true
      case .connection: connection.read(fields.value(at: index))
      case .keepAlive: idleSeconds = ResponseFacts.timeout(ofLine: index, in: fields)
      default: break
      }
    }
  }

  /// The number of a member `timeout=N` of a Keep-Alive field.
  private static func timeout(ofLine index: Int, in fields: borrowing FieldsView) -> Int? {
    var members = FieldMembers(ofLine: index, in: copy fields)
    while let member = members.next() {
      guard let sign = member.firstIndex(of: UInt8(ascii: "=")),
        member.extracting(..<sign).trimmed.matches(lowercase: "timeout")
      else { continue }
      return member.extracting((sign + 1)...).trimmed.decimal
    }
    return nil
  }

  /// Whether the fields say that content follows.
  private var announcesContent: Bool { isChunked || length ?? 0 > 0 }

  func framing(_ status: Status, to method: Method) throws(HeadFault) -> BodyFraming {
    if status.isInformational, announcesContent { throw HeadFault(.interimContent, at: 0) }
    if status.forbidsContent || method == .head || isTunnel(status, method) { return .none }
    if isChunked { return .chunked }
    guard let length else { return .untilClose }
    return length == 0 ? .none : .length(length)
  }

  /// Whether the connection can carry another response behind this one.
  func isPersistent(_ line: StatusLine, to method: Method) -> Bool {
    if connection.closes || line.version == .http10 && !connection.keepsAlive { return false }
    if line.status == .switchingProtocols || isTunnel(line.status, method) { return false }
    if line.status.forbidsContent || method == .head {
      return line.status != .noContent || !announcesContent
    }
    return isChunked || length != nil
  }

  /// From here on the connection carries what the client and the far host say to each other.
  private func isTunnel(_ status: Status, _ method: Method) -> Bool {
    method == .connect && status.isSuccess
  }
}
