// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPCaching
import HTTPServer
import HTTPValues

/// A stored answer in the form in which one client gets it.
struct StoredReply {
  private let form: StoredAnswer.Form
  private var response: Response
  private let stored: StoredResponse
  private let body: [UInt8]

  init(_ answer: StoredAnswer, _ stored: StoredResponse, _ body: [UInt8], now: Int64) {
    form = answer.form
    response = answer.head(of: stored, now: now)
    self.stored = stored
    self.body = body
  }

  /// Lets no cache keep it for longer than a second.
  mutating func overtake(at now: Int64) { response.overtake(at: now) }

  /// - Parameter asked: the request to the service before, if there was one.
  func send(
    _ exchange: Exchange,
    _ route: PassRoute,
    _ status: CacheStatus,
    asked: Request? = nil
  ) {
    var response = response
    if let asked {
      route.finish(&response, asked: asked.fields)
    } else {
      route.finishKept(&response)
    }
    status.append(to: &response.fields)
    switch form {
    case .whole: exchange.answerOrAbort(.response(response, body: body))
    case .notModified, .unsatisfiable: exchange.answerOrAbort(.response(response, body: []))
    case .headOnly:
      do throws(ExchangeError) {
        try exchange.begin(response, length: stored.content.length)
        try exchange.end()
      } catch {
        exchange.abort()
      }
    case .part(let range): exchange.answerOrAbort(.response(response, body: bytes(range)))
    case .parts(let ranges): exchange.answerOrAbort(parts(ranges, response))
    }
  }

  /// Returns the bytes of a range, as far as they are stored.
  private func bytes(_ range: Range<Int>) -> [UInt8] {
    var start = 0
    if case .part(let kept, _) = stored.content { start = kept.lowerBound }
    let wanted = (range.lowerBound - start)..<(range.upperBound - start)
    return Array(body[wanted.clamped(to: 0..<body.count)])
  }

  private func parts(_ ranges: [Range<Int>], _ response: Response) -> ReadyAnswer {
    let multipart = MultipartRanges(
      ranges,
      of: stored.content.length ?? body.count,
      partType: stored.fields["content-type"],
      boundary: MultipartRanges.randomBoundary
    )
    guard let multipart else { return .response(Response(.internalServerError), body: []) }
    var response = response
    response.fields.set("content-type", multipart.contentType)
    var buffer = ByteBuffer()
    for index in ranges.indices {
      multipart.appendHead(ofPart: index, to: &buffer)
      buffer.append(bytes(ranges[index]))
    }
    multipart.appendEnd(to: &buffer)
    return .response(response, body: buffer.span.array)
  }
}
