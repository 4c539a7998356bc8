// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPValues
import Reactor

/// The request of an attempt, and its answer.
extension Attempt {
  /// Sends the request; the call is notified of its progress.
  mutating func send(_ call: Call) throws(BackendFault) {
    do throws(ClientError) {
      var options = call.asked.streamed ?? backend.options
      if call.isCollected {
        options.deadline = deadline
        options.isIdempotent = call.asked.isIdempotent
      }
      let exchange = try backend.client.submit(
        request(of: call, isDecoded: options.decoding != nil),
        to: endpoint.destination,
        body: call.asked.body,
        options: options
      )
      self.exchange = exchange
      exchange.watch(call)
    } catch {
      throw fault(error)
    }
  }

  /// Room for the fields that are added to those of a call.
  private static let addedFields = 4
  private static let addedBytes = 192

  private func request(of call: Call, isDecoded: Bool) -> Request {
    guard call.isCollected else {
      var request = call.asked.request
      request.scheme = endpoint.origin.scheme
      if let authority = backend.settings.authority { request.authority = authority }
      return request
    }
    // Calls share their fields: these are copied once with enough room for the additions.
    var fields = call.asked.request.fields
    fields.reserve(Attempt.addedFields, bytes: Attempt.addedBytes)
    if let trace = call.asked.trace { fields.set(trace, call.asked.traceState) }
    // The client would add it too, in a copy of its own.
    if isDecoded, !fields.contains(FieldName(.acceptEncoding)) {
      fields.append(FieldName(.acceptEncoding), CallOptions.acceptedCodings)
    }
    if let name = backend.settings.deadlineField {
      let left = deadline.nanoseconds(since: backend.core.now) / 1_000_000
      if fields.contains(name) { fields.remove(name) }
      fields.append(name) { $0.append(decimal: Int(max(left, 0))) }
    }
    return Request(
      call.asked.request.method,
      scheme: endpoint.origin.scheme,
      authority: backend.settings.authority ?? endpoint.authority,
      target: call.asked.request.target,
      fields: fields
    )
  }

  /// The outcome of a collected call, once the answer is whole or has failed, of which the backend learns.
  mutating func outcome() -> Result<BackendAnswer, BackendFault>? {
    do throws(BackendFault) {
      guard let answer = try answer() else { return nil }
      settle(answer)
      return .success(answer)
    } catch {
      settle(error)
      return .failure(error)
    }
  }

  /// The whole answer; `nil` as long as it is incomplete.
  private mutating func answer() throws(BackendFault) -> BackendAnswer? {
    guard let exchange else { return nil }
    do throws(ClientError) {
      guard try exchange.hasHead() else { return nil }
    } catch {
      throw fault(error)
    }
    let response = exchange.response
    if headAfter == nil {
      headAfter = backend.core.now - began
      if let breach = backend.settings.answers.breach(
        of: response,
        length: exchange.bodyLength,
        isHead: exchange.isHead
      ) {
        throw fault(breach, response)
      }
    }
    do throws(ClientError) {
      guard try exchange.collect(into: &body, atMost: backend.settings.answers.bodyLimit) else {
        return nil
      }
    } catch {
      throw fault(error)
    }
    let duration = backend.core.now - began
    let content = body.span.array
    backend.core.recycle(&body)
    return BackendAnswer(
      head: response,
      body: content,
      endpoint: endpoint.destination,
      timings: BackendTimings(head: headAfter ?? duration, attempt: duration)
    )
  }
}
