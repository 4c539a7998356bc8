// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPValues
import Reactor
import Testing

@testable import Gateway

@Suite struct `The last failures of services` {
  private func call(
    _ outcome: GatewayCounters.CallOutcome,
    _ kind: BackendFault.Kind?
  ) -> CallRecord {
    let fault = kind.map { BackendFault($0, of: "shop", "seen") }
    return CallRecord(
      call: "item",
      backend: "shop",
      method: .get,
      template: "/",
      target: "/",
      outcome: outcome,
      reason: fault?.label,
      failure: fault,
      sent: nil,
      begun: .distantFuture,
      nanoseconds: 1
    )
  }

  @Test(arguments: [
    (GatewayCounters.CallOutcome.failed, BackendFault.Kind.refused, true),
    (.stale, .timeout, true), (.failed, .circuitOpen, false), (.failed, .cancelled, false),
  ])
  func `A failure is one of the service unless the visitor or an open circuit caused it`(
    outcome: GatewayCounters.CallOutcome,
    kind: BackendFault.Kind,
    isOfService: Bool
  ) {
    #expect(call(outcome, kind).isFailureOfBackend == isOfService)
  }

  @Test func `A call with an answer is no failure`() {
    #expect(!call(.fetched, nil).isFailureOfBackend)
    #expect(!call(.stale, nil).isFailureOfBackend)
  }

  private func failure(of backend: String, at time: Int64) -> LastFailure {
    LastFailure(of: backend, at: time, url: "/", kind: "timeout", detail: nil, request: "r")
  }

  @Test func `Of each service the last failure is kept, and the oldest service makes room`() {
    var failures = LastFailures()
    for number in 0..<LastFailures.mostBackends {
      failures.note(failure(of: "b\(number)", at: Int64(number)))
    }
    failures.note(failure(of: "b0", at: 1_000))
    failures.note(failure(of: "new", at: 1_001))
    #expect(failures.all.count == LastFailures.mostBackends)
    #expect(failures.all.contains { $0.backend == "b0" && $0.time == 1_000 })
    #expect(!failures.all.contains { $0.backend == "b1" })
  }

  @Test func `The texts of a failure are bounded`() {
    let long = String(repeating: "x", count: 10_000)
    let failure = LastFailure(
      of: "b",
      at: 1,
      url: long,
      kind: "timeout",
      detail: long,
      request: long
    )
    #expect(failure.url.count == LastFailure.textLimit)
    #expect(failure.detail?.count == LastFailure.textLimit)
    #expect(failure.request.count == LastFailure.textLimit)
  }
}
