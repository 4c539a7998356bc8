// SPDX-License-Identifier: Apache-2.0

import Backends
import Edges
import HTTPClient
import HTTPValues
import Reactor

/// Sends the requests of purges, on its loop.
final class PurgeSender {
  /// The most bytes of an answer that are read.
  private static let bodyBytes = 65_536
  /// The most bytes of an answer that an error shows.
  private static let shownLetters = 200

  let core: LoopCore
  let counters: PurgeCounters
  /// Asks at public URLs.
  let probe: PublicProbe
  private let client: HTTPClient
  private let timeout: Duration

  init(_ client: HTTPClient, _ counters: PurgeCounters, timeout: Duration) {
    self.client = client
    self.counters = counters
    self.timeout = timeout
    probe = PublicProbe(client, timeout: timeout)
    core = client.core
  }

  /// Sends a request that purges.
  func reply(
    to request: PurgeRequest,
    at origin: Origin,
    reference: String
  ) async -> PurgeMachine.Reply {
    let moment = PurgeRequest.Moment(
      seconds: core.wallSeconds,
      nonce: PurgeSender.nonce,
      reference: reference
    )
    let (sent, body) = request.sent(to: origin.authority, scheme: origin.scheme, moment)
    do throws(ClientError) {
      let options = options(request.patience ?? timeout)
      let answer = try await client.fetch(
        sent,
        to: Destination(origin),
        body: body,
        options: options
      )
      let fields = answer.response.fields
      let after = fields[FieldName(.retryAfter)].flatMap {
        RetryAfter($0.utf8Span.span, now: core.wallSeconds)
      }
      return .status(
        Int(answer.response.status.code),
        retryAfter: after?.delay(now: core.wallSeconds),
        text: PurgeSender.shown(answer.body)
      )
    } catch {
      return .failure(error.description)
    }
  }

  private func options(_ patience: Duration) -> CallOptions {
    var options = CallOptions()
    options.deadline = core.now + patience
    options.connectionWait = timeout
    options.bodyLimit = PurgeSender.bodyBytes
    return options
  }

  private static var nonce: String {
    String(UInt64.random(in: .min ... .max), radix: 16)
      + String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// The beginning of a text in one line.
  private static func shown(_ body: [UInt8]) -> String {
    let text = String(decoding: body.prefix(shownLetters), as: UTF8.self)
    return text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}
