// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// Shows and sets the fault of a service over HTTP.
struct FaultAdministration {
  static let path = "/_faults"
  private static let longestDelay = 600_000

  private let faults: FaultSwitch

  init(_ faults: FaultSwitch) { self.faults = faults }

  func reply(to request: ServiceRequest) -> RenderedReply {
    do {
      switch request.method {
      case .get: break
      case .put: faults.set(try FaultAdministration.fault(request))
      case .delete: faults.set(nil)
      default:
        let methods = "GET, HEAD, PUT, DELETE"
        throw Refusal(
          .methodNotAllowed,
          "the method is \(request.method.name), expected \(methods)",
          fields: ["allow": methods]
        )
      }
      return try RenderedReply(ServiceReply(body: shown), to: request)
    } catch let error as Refusal {
      return RenderedReply(error)
    } catch {
      return RenderedReply(Refusal(.internalServerError, "\(error)"))
    }
  }

  /// The fault in the form in which it can be set.
  private var shown: DataValue {
    let (fault, hits) = faults.current
    guard let fault else { return .object(["fault": DataValue(.null), "hits": .number(hits)]) }
    let milliseconds = Int(fault.delay / .milliseconds(1))
    return .object([
      "fault": .object([
        "delay": milliseconds > 0 ? .text("\(milliseconds)ms") : nil,
        "share": .number(fault.share),
        "status": fault.status.map { .number(Int($0.code)) },
        "retryAfter": fault.retryAfter.map { .number($0) },
        "break": .text(fault.damage?.rawValue),
        "health": fault.reachesHealth ? .flag(true) : nil,
      ]),
      "hits": .number(hits),
    ])
  }

  private static func fault(_ request: ServiceRequest) throws(Refusal) -> Fault {
    var body = try BodyReader(request)
    var fault = Fault()
    if let text = body.text("delay") {
      if let delay = delay(text) {
        fault.delay = delay
      } else {
        body.fault("delay", "is \(text), expected 0ms to 600s, such as 300ms or 2s")
      }
    }
    if let share = body.value("share") {
      if let number = BodyReader.number(share), (0...1).contains(number) {
        fault.share = number
      } else {
        body.fault("share", "is \(BodyReader.seen(share)), expected a number from 0 to 1")
      }
    }
    if let code = body.integer("status", in: 400...599) { fault.status = Status(Int(code)) }
    fault.retryAfter = body.integer("retryAfter", in: 0...86_400)
    if let name = body.text("break") {
      fault.damage = Fault.Damage(rawValue: name)
      if fault.damage == nil {
        let names = Fault.Damage.allCases.map(\.rawValue).joined(separator: ", ")
        body.fault("break", "is \(name), expected one of \(names)")
      }
    }
    if let health = body.value("health") {
      if case .bool(let isReached) = health.content {
        fault.reachesHealth = isReached
      } else {
        body.fault("health", "is \(BodyReader.seen(health)), expected true or false")
      }
    }
    try body.finish()
    return fault
  }

  /// Parses `300ms` or `2s`.
  static func delay(_ text: String) -> Duration? {
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s"),
      let number = Int(text.dropLast(isMilliseconds ? 2 : 1)), number >= 0,
      number <= longestDelay / (isMilliseconds ? 1 : 1_000)
    else { return nil }
    return .milliseconds(isMilliseconds ? number : number * 1_000)
  }
}
