// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPClient
import HTTPValues
import Measure
package import Reactor
import Synchronization

/// Compares this gateway with the other ones that it was told of, each at its operators' listener.
package final class OtherGateways: Sendable {
  /// The time between two comparisons with a gateway, and the longest time that its answer may take.
  static let interval = Duration.seconds(15)
  static let timeout = Duration.seconds(5)
  /// The longest answer that is read, in bytes.
  static let mostBytes = 1 << 20
  package static let most = 32
  private static let target = OperatorPath.configParts.text

  /// Another gateway, by a name and the address of its operators' listener.
  package struct Settings: Sendable {
    package let name: String
    let origin: Origin

    /// Reads `NAME=URL`, or a URL, whose host and port are the name then.
    package init?(_ text: String) {
      let sign = text.firstIndex(of: "=")
      let url = sign.map { String(text[$0...].dropFirst()) } ?? text
      guard let address = HTTPAddress(url), address.target == "/" else { return nil }
      let name = sign.map { String(text[..<$0]) } ?? address.origin.authority
      guard !name.isEmpty, name.utf8.count <= 64, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { return nil }
      (self.name, origin) = (name, address.origin)
    }
  }

  /// The parts of this gateway, and the token with which it asks others; `nil` for none.
  package typealias Own = @Sendable () async throws -> (ConfigurationFingerprint, token: [UInt8]?)

  private let standings: Mutex<[GatewayStanding]>
  private let settings: [Settings]

  package init(_ settings: [Settings]) {
    self.settings = settings
    standings = Mutex(settings.map { GatewayStanding(name: $0.name, address: "\($0.origin)") })
  }

  /// The other gateways, in the order in which they are declared.
  package var all: [GatewayStanding] { standings.withLock { $0 } }

  var conditions: [AlertCondition] { all.flatMap(\.conditions) }

  /// Begins to compare, on a loop.
  package func start(
    _ shared: SharedResources,
    on loop: EventLoop,
    own: @escaping Own
  ) async throws {
    guard !settings.isEmpty else { return }
    try await loop.perform { [self] core in
      // Its calls are not part of the metrics of any site.
      let client = try shared.client(on: core)
      for (place, gateway) in settings.enumerated() {
        GatewayComparison(gateway, at: place, self, client, own: own).begin()
      }
    }
  }

  fileprivate func note(_ outcome: GatewayComparison.Outcome, at place: Int, now: Int64) {
    standings.withLock { standings in
      switch outcome {
      case .compared(let differing): standings[place].answered(differing: differing, at: now)
      case .failed(let reason): standings[place].failed(reason, at: now)
      }
    }
  }

  /// The request for the parts of a gateway.
  fileprivate static func request(to origin: Origin, token: [UInt8]?) -> Request {
    var request = Request(.get, scheme: origin.scheme, authority: origin.authority, target: target)
    request.fields.set("accept", "application/json")
    if let token {
      request.fields.set(
        FieldName(.authorization),
        "Bearer \(String(decoding: token, as: UTF8.self))"
      )
    }
    return request
  }

  /// The fingerprint in an answer; `nil` for an answer of something else.
  static func fingerprint(in body: [UInt8]) -> ConfigurationFingerprint? {
    guard let value = try? DataValue(reading: body.span, as: .json),
      case .array(let lines)? = value["fingerprint"]?.content,
      let line = lines.first?["fingerprint"]?.string
    else { return nil }
    return ConfigurationFingerprint(reading: line)
  }
}

/// The comparison with one gateway, again and again. It belongs to a loop.
private final class GatewayComparison: DeadlineHandler {
  enum Outcome {
    case compared(differing: [String])
    case failed(String)
  }

  private let gateway: OtherGateways.Settings
  private let place: Int
  private let others: OtherGateways
  private let client: HTTPClient
  private let own: OtherGateways.Own
  private var core: LoopCore { client.core }

  init(
    _ gateway: OtherGateways.Settings,
    at place: Int,
    _ others: OtherGateways,
    _ client: HTTPClient,
    own: @escaping OtherGateways.Own
  ) {
    (self.gateway, self.place, self.others) = (gateway, place, others)
    (self.client, self.own) = (client, own)
  }

  func begin() { deadlineReached() }

  func deadlineReached() {
    let confined = LoopConfined(self, to: core.loop.number)
    _ = core.loop.start {
      let comparison = confined.value
      let outcome = await comparison.outcome()
      let core = comparison.core
      comparison.others.note(outcome, at: comparison.place, now: core.wallSeconds)
      _ = core.schedule(comparison, at: core.now + OtherGateways.interval)
    }
  }

  private func outcome() async -> Outcome {
    let (own, token): (ConfigurationFingerprint, [UInt8]?)
    do {
      (own, token) = try await self.own()
    } catch {
      return .failed("\(error)")
    }
    var options = CallOptions()
    options.deadline = core.now + OtherGateways.timeout
    options.bodyLimit = OtherGateways.mostBytes
    do throws(ClientError) {
      let answer = try await client.fetch(
        OtherGateways.request(to: gateway.origin, token: token),
        to: Destination(gateway.origin),
        options: options
      )
      let code = answer.response.status.code
      guard code == 200 else { return .failed("it answers \(code)") }
      guard let other = OtherGateways.fingerprint(in: answer.body) else {
        return .failed("its answer has no fingerprint; expected that of a gateway's /config/parts")
      }
      let compared = own.served.compared(with: other.served)
      return .compared(differing: compared.filter { $0.result != .same }.map(\.name))
    } catch {
      return .failed(error.description)
    }
  }
}
