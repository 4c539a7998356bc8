// SPDX-License-Identifier: Apache-2.0
//
// The first client gets an answer in the coding that takes least time. An answer that stays in the
// cache is sent many times, so a thread beside the loops compresses it better, once, and later
// clients get the smaller body. A full queue does no harm: the answer stays as it is.

import Bytes
import ContentCoding
import ContentModel
import Edges
import Reactor

/// Encodes answers; it belongs to a loop.
final class AnswerEncoder {
  /// Smaller bodies are not compressed: the additional fields would cost what is saved.
  private static let leastBytes = 256
  /// The least lifetime in seconds that is worth a smaller coding.
  private static let leastSeconds: Int64 = 2

  private let quick = QuickEncoder()
  private let pool: WorkerPool?
  private let counters: GatewayCounters
  private let core: LoopCore
  /// The latest kinds of answers, for answers to share.
  var kinds = SharedAnswer.Kinds()

  /// - Parameter pool: compresses kept answers again; without it they stay as they are.
  init(_ pool: WorkerPool?, _ counters: GatewayCounters, on core: LoopCore) {
    self.pool = pool
    self.counters = counters
    self.core = core
  }

  /// A body in the coding that costs least.
  ///
  /// - Parameter route: the document that the answer is of.
  func form(of body: [UInt8], in codings: AnswerCodings, for route: String) -> SharedAnswer.Form {
    guard body.count >= AnswerEncoder.leastBytes, codings != .none else {
      return SharedAnswer.Form(body, in: .identity)
    }
    let begun = core.momentNow
    defer { counters.phases.record(.encode, of: route, since: begun) }
    var output = ByteBuffer()
    do throws(CodingFault) {
      try quick.encode(body.span, as: codings.quick, into: &output)
    } catch {
      // Without memory for it, the body is sent as it is.
      counters.found(.coding, at: "\(codings.quick.name)", error)
      return SharedAnswer.Form(body, in: .identity)
    }
    guard output.count < body.count else { return SharedAnswer.Form(body, in: .identity) }
    return SharedAnswer.Form(output.span.array, in: codings.quick)
  }

  /// Compresses a kept answer again, if it is kept for long enough.
  func improve(
    _ answer: SharedAnswer,
    of body: [UInt8],
    in codings: AnswerCodings,
    made: UnixTime
  ) {
    guard let pool, body.count >= AnswerEncoder.leastBytes, codings != .none,
      answer.expire.seconds - made.seconds >= AnswerEncoder.leastSeconds
    else { return }
    let counters = LoopConfined(counters, to: core.loop.number)
    let loop = core.loop
    _ = pool.submit {
      var output = ByteBuffer()
      do throws(CodingFault) {
        try codings.kept.encode(body.span, level: .balanced, into: &output)
      } catch {
        loop.execute { counters.value.found(.coding, at: "\(codings.kept.name)", error) }
        return
      }
      guard output.count < answer.form.body.count else { return }
      answer.improve(SharedAnswer.Form(output.span.array, in: codings.kept))
    }
  }
}
