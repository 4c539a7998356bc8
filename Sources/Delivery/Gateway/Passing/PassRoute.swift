// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPClient
import HTTPForwarding
import HTTPValues
import Plans

/// A pass as a loop follows it.
final class PassRoute {
  let declaration: PassDeclaration
  let origin: Origin
  let forwarder: Forwarder
  /// What the standard leaves open, where answers are kept.
  let rules: CachingRules
  /// Whether the service may see what visitors prove themselves with.
  let seesCredentials: Bool
  private let timeout: Duration

  /// `nil` for a service that has no address.
  init?(_ declaration: PassDeclaration, to backend: BackendDeclaration, _ client: HTTPClient) {
    guard let address = backend.addresses.first else { return nil }
    self.declaration = declaration
    origin = Origin(
      address.isSecure ? .https : .http,
      host: address.host,
      port: UInt16(clamping: address.port)
    )
    forwarder = Forwarder(client, to: origin, name: PassRoute.name)
    seesCredentials = backend.seesCredentials
    timeout = declaration.timeout ?? backend.timeout
    var rules = CachingRules()
    rules.targets = declaration.targets
    rules.heuristic = declaration.isHeuristic ? CachingRules.Heuristic() : nil
    rules.cookies = declaration.cookies == .kept ? .kept : .refused
    // What changes something is never answered out of a storage, nor fills one.
    rules.keepsPostAnswers = false
    self.rules = rules
  }

  /// Ours in Via and Cache-Status.
  static let name = "portico"

  var keepsAnswers: Bool { declaration.caching == .standard }

  func admits(_ method: HTTPValues.Method) -> Bool {
    guard let methods = declaration.methods else { return true }
    return methods.contains(method) || method == .head && methods.contains(.get)
  }

  /// The methods that there are, as Allow says it.
  var allowed: String {
    var methods = declaration.methods ?? []
    if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
    return methods.map(\.name).joined(separator: ", ")
  }

  /// The timeout bounds the beginning of an answer and every pause in it, not its whole: what is
  /// large takes its time. A request that changes something is never sent a second time.
  func options(for method: HTTPValues.Method) -> CallOptions {
    var options = CallOptions()
    options.connectionWait = timeout
    var pace = PaceLimits()
    pace.firstByte = timeout
    options.pace = pace
    options.retries = method.isSafe ? 1 : 0
    return options
  }

  /// What the service is asked for.
  func target(of target: String) -> String {
    guard declaration.strips else { return target }
    let rest = target.utf8.dropFirst(declaration.prefix.utf8.count)
    let path = String(decoding: rest, as: UTF8.self)
    return rest.first == UInt8(ascii: "/") ? path : "/" + path
  }

  /// The target that a client would ask us for, to be told what the service calls this.
  func publicTarget(of target: String) -> String {
    declaration.strips ? declaration.prefix + target : target
  }

  /// Makes a request one for the service.
  func prepare(_ request: inout Request, target: String) {
    request.target = self.target(of: target)
    removeCredentials(&request)
  }

  /// Takes away what a visitor proves himself with, where the service may not see it.
  func removeCredentials(_ request: inout Request) {
    guard !seesCredentials else { return }
    request.fields.remove("cookie")
    request.fields.remove("authorization")
  }

  /// Makes an answer of the service one for its client.
  func finish(_ response: inout Response) {
    guard seesCredentials else { return response.fields.remove("set-cookie") }
    // What was said to one visitor is for nobody else, whoever stands between.
    guard !CacheControl(response.fields.view).noStore else { return }
    response.fields.set("cache-control", "no-store")
  }
}
