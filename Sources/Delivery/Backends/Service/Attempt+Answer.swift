// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPValues
import Reactor
import Services

/// The request of an attempt, and its answer.
extension Attempt {
  /// Sends the request; the call is notified of its progress.
  mutating func send(_ call: Call) throws(BackendFault) {
    do {
      var options = call.asked.streamed ?? backend.options
      if call.isCollected {
        options.deadline = deadline
        options.isIdempotent = call.asked.isIdempotent
      }
      var request = request(of: call, isDecoded: options.decoding != nil)
      try complete(&request, of: call)
      let exchange = try backend.client.submit(
        request,
        to: endpoint.destination,
        body: call.asked.body,
        options: options
      )
      self.exchange = exchange
      exchange.watch(call)
    } catch let fault as BackendFault {
      throw fault
    } catch let error as ClientError {
      throw fault(error)
    } catch {
      throw backend.fault(.invalidRequest, "\(error)")
    }
  }

  /// Adds what nobody else may see of a request.
  private mutating func complete(
    _ request: inout Request,
    of call: Call
  ) throws(BackendFault) {
    guard backend.changesRequests || call.asked.sent != nil else { return }
    let (settings, now) = (backend.settings, backend.core.now)
    if !settings.path.isEmpty, request.target.hasPrefix("/") {
      request.target = settings.path + request.target
    }
    for case let sent? in [settings.sent, call.asked.sent] where !sent.isEmpty {
      do throws(PlainError) {
        try additions.add(sent, to: &request, at: endpoint.authority, backend.secrets, now)
      } catch {
        throw backend.fault(.noCredential, error.description)
      }
    }
    if let token = call.token.current { additions.add(token: token.text, to: &request) }
  }

  /// Takes what was added to the request out of the head of a streamed answer.
  func concealAdditions(in exchange: ClientExchange) {
    guard !additions.values.isEmpty else { return }
    let additions = additions
    exchange.changeResponse { $0.fields = additions.concealing($0.fields) }
  }

  /// Room for the fields that are added to those of a call.
  private static let addedFields = 5
  private static let addedBytes = 224

  private func request(of call: Call, isDecoded: Bool) -> Request {
    guard call.isCollected else {
      var request = call.asked.request
      request.scheme = endpoint.origin.scheme
      return request
    }
    // Calls share their fields: these are copied once with enough room for the additions.
    var fields = call.asked.request.fields
    fields.reserve(Attempt.addedFields, bytes: Attempt.addedBytes)
    if let trace = call.asked.trace { fields.set(trace, call.asked.traceState) }
    if let id = call.asked.requestID { fields.append(FieldName(.xRequestId), id) }
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
      authority: endpoint.authority,
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
