// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import Signals

extension RequestEvents {
  /// Records a change of a service on this loop.
  ///
  /// - Parameter time: nanoseconds of Unix time.
  func record(_ change: BackendChange, of service: String, at time: Int64) {
    let isGood: Bool
    switch change {
    case .circuit(let state): isGood = state == .closed
    case .health(_, let isGoodNow, _, _), .reachability(_, let isGoodNow, _):
      isGood = isGoodNow
    case .ejection: isGood = false
    }
    recorder.record(
      change.kind,
      isGood ? .info : .warning,
      at: time,
      isNotable: true
    ) { event in
      event.add(.site, site)
      event.add(.state, change.state)
      event.add(.backends) { event in
        event.add(.backendName, service)
        event.add(.backendEndpoint, change.endpoint?.description)
        if case .health(_, _, let status?, _) = change {
          event.add(.backendStatus, Int(status.code))
        }
        event.add(.backendErrorDetail, change.problem)
      }
    }
  }
}

extension RequestEvents {
  /// Records a change of a service's answers on this loop.
  ///
  /// - Parameter time: nanoseconds of Unix time.
  func record(_ change: AnswerWatch.Change, of service: String, at time: Int64) {
    let level: EventLevel = change.kind == .broken || change.kind == .gone ? .warning : .info
    recorder.record(.shape, level, at: time, isNotable: true) { event in
      event.add(.site, site)
      event.add(.state, change.kind.rawValue)
      event.add(.backends) { event in
        event.add(.backendName, service)
        event.add(.backendCall, change.call)
        event.add(.backendErrorDetail, change.detail.isEmpty ? nil : change.detail)
      }
    }
  }
}

extension BackendChange {
  fileprivate var kind: EventKind {
    switch self {
    case .circuit: .circuit
    case .health, .reachability, .ejection: .health
    }
  }

  fileprivate var state: String {
    switch self {
    case .circuit(let state): state.rawValue
    case .health(_, let isWell, _, _): isWell ? "well" : "unwell"
    case .reachability(_, let isReached, _): isReached ? "reachable" : "unreachable"
    case .ejection: "ejected"
    }
  }

  fileprivate var endpoint: Destination? {
    switch self {
    case .circuit: nil
    case .health(let endpoint, _, _, _), .reachability(let endpoint, _, _),
      .ejection(let endpoint):
      endpoint.destination
    }
  }

  fileprivate var problem: String? {
    switch self {
    case .health(_, _, _, let problem), .reachability(_, _, let problem): problem
    case .circuit, .ejection: nil
    }
  }
}
