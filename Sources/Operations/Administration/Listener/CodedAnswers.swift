// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import ContentCoding
import HTTPServer
import HTTPValues
import Reactor

extension AdminState {
  /// The bytes from which on a body is coded.
  private static let leastCodedBytes = 1_024

  /// Answers with a body in the coding that costs least among those that the client accepts. The coding takes a
  /// thread that serves nobody meanwhile.
  func respond(to exchange: Exchange, _ response: Response, body: [UInt8]) async throws {
    guard body.count >= AdminState.leastCodedBytes else {
      return try await exchange.respond(response, body: body)
    }
    var response = response
    response.fields.append(FieldName(.vary), "accept-encoding")
    let fields = exchange.request.fields
    let accepted = AcceptEncoding(fields.view)
    guard let coding = Coding.quickest(acceptedBy: accepted),
      let coded = try await readers.run({ coding.coded(body, level: .fast) })
    else { return try await exchange.respond(response, body: body) }
    response.fields.append(FieldName(.contentEncoding), "\(coding.name)")
    try await exchange.respond(response, body: coded)
  }
}

extension Coding {
  /// The body in this coding; `nil` where there is no memory for it, so that it is sent as it is.
  fileprivate func coded(_ body: [UInt8], level: CompressionLevel) -> [UInt8]? {
    var output = ByteBuffer()
    do throws(CodingFault) {
      try encode(body.span, level: level, into: &output)
      return output.span.array
    } catch {
      return nil
    }
  }
}

/// The stylesheet, the script and the icon, each in every coding that browsers accept.
struct StaticAnswers: Sendable {
  private let plain: PreparedResponse
  private let coded: [Coding: PreparedResponse]

  init(_ text: StaticText) {
    let fields: Fields = [
      "content-type": text.mediaType, "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin",
      "vary": "accept-encoding",
    ]
    func answer(_ coding: Coding?, _ body: [UInt8]) -> PreparedResponse {
      var response = Response(.ok, fields: fields)
      if let coding { response.fields.append(FieldName(.contentEncoding), "\(coding.name)") }
      return PreparedResponse(response, body: body)
    }
    plain = answer(nil, text.bytes)
    let codings = [Coding.brotli, .zstd, .gzip].compactMap { coding in
      coding.coded(text.bytes, level: .smallest).map { (coding, answer(coding, $0)) }
    }
    coded = Dictionary(uniqueKeysWithValues: codings)
  }

  /// The answer for a client.
  func answer(to request: borrowing RequestView) -> PreparedResponse {
    let accepted = AcceptEncoding(request.fields)
    return Coding.smallest(acceptedBy: accepted).flatMap { coded[$0] } ?? plain
  }
}
