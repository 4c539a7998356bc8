// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPValues
import Reactor

/// One attempt of a call, from the request to the answer.
extension Backend {
  /// Sends the request; the attempt is notified of its progress.
  func send(_ attempt: Attempt, _ call: BackendCall) throws(BackendFault) {
    var options = options
    options.deadline = attempt.deadline
    options.isIdempotent = call.isIdempotent
    do throws(ClientError) {
      let exchange = try client.submit(
        request(attempt, call, options),
        to: attempt.endpoint.destination,
        body: call.body.isEmpty ? CallBody.none : .bytes(call.body),
        options: options
      )
      attempt.exchange = exchange
      exchange.watch(attempt)
    } catch {
      throw fault(error, attempt)
    }
  }

  /// Returns the whole answer of an attempt; `nil` as long as it is incomplete.
  func answer(
    of attempt: Attempt,
    _ call: BackendCall
  ) throws(BackendFault) -> BackendAnswer? {
    guard let exchange = attempt.exchange else { return nil }
    let rules = settings.answers
    do throws(ClientError) {
      guard try exchange.hasHead() else { return nil }
    } catch {
      throw fault(error, attempt)
    }
    let response = exchange.response
    if attempt.headAfter == nil {
      attempt.headAfter = core.now - attempt.began
      if let breach = rules.breach(
        of: response,
        length: exchange.bodyLength,
        isHead: exchange.isHead
      ) {
        throw fault(breach, attempt, response)
      }
    }
    do throws(ClientError) {
      guard try exchange.collect(into: &attempt.body, atMost: rules.bodyLimit) else { return nil }
    } catch {
      throw fault(error, attempt)
    }
    let duration = core.now - attempt.began
    return BackendAnswer(
      head: response,
      body: attempt.takeContent(),
      endpoint: attempt.endpoint.destination,
      timings: BackendTimings(head: attempt.headAfter ?? duration, attempt: duration)
    )
  }

  /// Room for the fields that are added to those of a call.
  private static let addedFields = 4
  private static let addedBytes = 192

  private func request(
    _ attempt: Attempt,
    _ call: BackendCall,
    _ options: CallOptions
  ) -> Request {
    var fields = call.fields
    // Calls share their fields: these are copied once with enough room for the additions.
    fields.reserve(Backend.addedFields, bytes: Backend.addedBytes)
    if let trace = call.trace { fields.set(trace, call.traceState) }
    // The client would add it too, in a copy of its own.
    if options.decoding != nil, !fields.contains(FieldName(.acceptEncoding)) {
      fields.append(FieldName(.acceptEncoding), CallOptions.acceptedCodings)
    }
    if let name = settings.deadlineField {
      let left = attempt.deadline.nanoseconds(since: core.now) / 1_000_000
      if fields.contains(name) { fields.remove(name) }
      fields.append(name) { $0.append(decimal: Int(max(left, 0))) }
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
