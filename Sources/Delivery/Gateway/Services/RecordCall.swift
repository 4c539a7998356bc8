// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPValues
import Plans
import Reactor
import ResourceService
import Services

/// A plan's call of the records of the site, which are in this process. It belongs to a loop.
final class RecordCall: DeadlineHandler {
  typealias Outcome = Result<ResourceReply, BackendFault>

  private let declaration: BackendDeclaration
  private let core: LoopCore
  private var then: ((Outcome) -> Void)?
  private var timer: TimerID?

  private init(
    _ declaration: BackendDeclaration,
    on core: LoopCore,
    then: @escaping (Outcome) -> Void
  ) {
    self.declaration = declaration
    self.core = core
    self.then = then
  }

  /// Asks the records; a record that is found at once is handed over before the call returns.
  ///
  /// - Parameters:
  ///   - credentials: those of the visitor that the records see. Without any, a plan may read what has no rules.
  ///   - then: is told the outcome, once.
  static func begin(
    _ request: CallRequest,
    _ service: Service,
    _ records: LoopRecords?,
    _ credentials: Fields,
    until deadline: Instant,
    on core: LoopCore,
    then: @escaping (Outcome) -> Void
  ) -> RecordCall {
    let call = RecordCall(service.declaration, on: core, then: then)
    var fields = credentials
    if request.body != nil { fields.set(FieldName(.contentType), "application/json") }
    let sender = RecordSender(isPlan: !service.seesCredentials)
    guard let handler = records?.handler else {
      call.end(records.map { call.outcome($0.away) } ?? .failure(call.fault(.noEndpoint)))
      return call
    }
    guard let head = handler.request(request.method, request.target, fields, from: sender) else {
      call.end(call.outcome(handler.unreadable))
      return call
    }
    if let reply = handler.promptReply(to: head) {
      call.end(call.outcome(reply))
    } else {
      let timeout = request.timeout ?? service.declaration.timeout
      call.timer = core.schedule(call, at: min(deadline, core.now + timeout))
      handler.read(head.with(body: request.body ?? [])) { call.end(call.outcome($0)) }
    }
    return call
  }

  func deadlineReached() {
    timer = nil
    end(.failure(fault(.timeout)))
  }

  /// Nobody wants the outcome any more.
  func cancel() { end(.failure(fault(.cancelled))) }

  private func end(_ outcome: Outcome) {
    if let timer { core.cancel(timer) }
    timer = nil
    then.take()?(outcome)
  }

  private func outcome(_ reply: ResourceReply) -> Outcome {
    guard reply.status == .ok else {
      let reason = reply.refusal.map { ", \($0.code): \($0.seen)" } ?? ""
      var fault = BackendFault(
        .wrongStatus,
        of: declaration.name,
        "status \(reply.status.code)\(reason)",
        expected: reply.refusal?.expected
      )
      fault.answered = reply.status
      fault.challenge = reply.fields["www-authenticate"]
      return .failure(fault)
    }
    guard reply.body.count <= declaration.maximumBytes else {
      let seen = "\(reply.body.count) bytes"
      let most = "at most \(declaration.maximumBytes)"
      return .failure(BackendFault(.tooLarge, of: declaration.name, seen, expected: most))
    }
    return .success(reply)
  }

  private func fault(_ kind: BackendFault.Kind) -> BackendFault {
    let seen: String
    switch kind {
    case .noEndpoint: seen = "the records are not open"
    case .timeout: seen = "the records have not answered in time"
    default: seen = "the call was given up"
    }
    return BackendFault(kind, of: declaration.name, seen)
  }
}
