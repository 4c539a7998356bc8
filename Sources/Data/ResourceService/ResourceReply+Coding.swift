// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPValues

extension ResourceReply {
  /// The bytes from which on a body is coded.
  static let leastCodedBytes = 1_024

  /// The answer as the client of a request gets it: in its format, in a coding that it accepts, and without the
  /// body if it has that already.
  func delivered(to request: ResourceRequest) -> ResourceReply {
    let whole = written(as: request.format)
    guard whole.body.count >= Self.leastCodedBytes else {
      return whole.conditioned(by: request.fields, at: request.now)
    }
    var plain = whole
    plain.fields.append(FieldName(.vary), "accept-encoding")
    guard let coding = Coding.quickest(acceptedBy: AcceptEncoding(request.fields.view)) else {
      return plain.conditioned(by: request.fields, at: request.now)
    }
    var coded = plain
    coded.entityTag = plain.entityTag?.coded(as: coding)
    if let tag = coded.entityTag { coded.fields.set(FieldName(.etag), tag.description) }
    let conditioned = coded.conditioned(by: request.fields, at: request.now)
    guard conditioned.status == coded.status else { return conditioned }
    var output = ByteBuffer()
    do throws(CodingFault) {
      try coding.encode(coded.body.span, level: .fast, into: &output)
    } catch {
      // Without memory for it, the body is sent as it is.
      return plain.conditioned(by: request.fields, at: request.now)
    }
    coded.body = output.span.array
    coded.fields.append(FieldName(.contentEncoding), "\(coding.name)")
    return coded
  }
}

extension EntityTag {
  /// The tag of the same body in a coding.
  fileprivate func coded(as coding: Coding) -> EntityTag? {
    EntityTag(
      opaque: "\(String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)).\(coding.name)"
    )
  }
}
