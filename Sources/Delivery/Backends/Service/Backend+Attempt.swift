// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPValues
import Reactor

/// One attempt of a call, or two when the first one is late.
extension Backend {
  func once(
    _ call: BackendCall,
    _ progress: inout CallProgress
  ) async throws(BackendFault) -> BackendAnswer {
    do throws(BackendFault) {
      let attempt = try await admitted(call, avoiding: progress.tried)
      progress.tries(attempt.id)
      let isFirst = progress.attempts == 1
      var answer: BackendAnswer
      if isFirst, call.isIdempotent, hedging.isOn, let delay = hedging.delay(latency) {
        let race = HedgedCall(call, of: self, attempt, hedgeAfter: delay)
        defer { if race.wasHedged { progress.attempts += 1 } }
        answer = try await race.run()
      } else {
        answer = try await run(attempt, call)
      }
      answer.attempts = progress.attempts
      answer.timings.waited = core.now - progress.began - answer.timings.attempt
      return answer
    } catch {
      progress.failed()
      var fault = error
      fault.attempts = progress.attempts
      throw fault
    }
  }

  /// Makes one attempt to its end, and tells everybody how it went.
  func run(_ attempt: Attempt, _ call: BackendCall) async throws(BackendFault) -> BackendAnswer {
    do throws(BackendFault) {
      let answer = try await exchange(attempt, call)
      settle(attempt, answer)
      return answer
    } catch {
      settle(attempt, error)
      throw error
    }
  }

  private func exchange(
    _ attempt: Attempt,
    _ call: BackendCall
  ) async throws(BackendFault) -> BackendAnswer {
    let rules = call.rules ?? settings.answers
    var options = call.rules.map { Backend.options(settings, $0) } ?? options
    options.deadline = attempt.deadline
    do throws(ClientError) {
      let body = call.body.isEmpty ? CallBody.none : .bytes(call.body)
      try await head(attempt, call, nil) { () throws(ClientError) in
        try self.client.submit(
          self.request(attempt, call, options),
          to: attempt.endpoint.origin,
          body: body,
          options: options
        )
      }
    } catch {
      throw fault(error, attempt)
    }
    guard let exchange = attempt.exchange else { throw fault(.closed, "there is no exchange") }
    let head = core.now - attempt.began
    if let breach = rules.breach(
      of: exchange.response,
      length: exchange.bodyLength,
      isHead: exchange.isHead
    ) {
      // An exchange that nobody holds is given up: what has not come yet is not waited for.
      throw fault(breach, attempt, exchange.response)
    }
    do throws(ClientError) {
      let whole = try await exchange.collect(atMost: rules.bodyLimit)
      attempt.exchange = nil
      return BackendAnswer(
        head: whole.response,
        body: whole.body,
        endpoint: attempt.endpoint.origin,
        timings: BackendTimings(head: head, attempt: core.now - attempt.began)
      )
    } catch {
      throw fault(error, attempt)
    }
  }

  /// Sends the request, once more when the connection ended just as it was used again, and waits for
  /// the head of the answer.
  func head(
    _ attempt: Attempt,
    _ call: BackendCall,
    _ interim: ((Response) async -> Void)?,
    submit: () throws(ClientError) -> ClientExchange
  ) async throws(ClientError) {
    var isSecond = false
    while true {
      let exchange = try submit()
      attempt.exchange = exchange
      do throws(ClientError) {
        try await exchange.waitForHead(interim)
        return
      } catch {
        guard !isSecond, !attempt.isLoser, call.isIdempotent || error.isRetrySafe,
          exchange.mayBeSentAgain(after: error), core.now < attempt.deadline
        else { throw error }
        isSecond = true
      }
    }
  }

  private func request(
    _ attempt: Attempt,
    _ call: BackendCall,
    _ options: CallOptions
  ) -> Request {
    var fields = call.fields
    // The client would say it too, in a copy of its own.
    if options.decoding != nil, !fields.contains("accept-encoding") {
      fields.append("accept-encoding", CallOptions.acceptedCodings)
    }
    if let name = settings.deadlineField {
      let left = (attempt.deadline - core.now).nanoseconds / 1_000_000
      if fields.contains(name) { fields.remove(name) }
      fields.append(name, "\(max(left, 0))")
    }
    return Request(
      call.method,
      scheme: attempt.endpoint.origin.scheme,
      authority: settings.authority ?? attempt.endpoint.authority,
      target: call.target,
      fields: fields
    )
  }
}
