// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPClient
import HTTPForwarding
import HTTPValues
import Plans
import Reactor

/// A pass as a loop follows it.
final class PassRoute {
  let declaration: PassDeclaration
  let facts: PassFacts
  let upstream: any Upstream
  let forwarder: Forwarder
  /// The second service that is asked as well.
  let mirrored: MirroredShare?
  /// The choices that RFC 9111 leaves open, where answers are kept.
  let rules: CachingRules
  /// The credentials of visitors that the service may see.
  private let credentials: CredentialSelection
  /// The timeout bounds the beginning of an answer and every pause in it, not its whole: what is
  /// large takes its time.
  let options: CallOptions

  init(
    _ declaration: PassDeclaration,
    to backend: BackendDeclaration,
    _ upstream: any Upstream,
    mirrored: MirroredShare?
  ) {
    self.declaration = declaration
    facts = PassFacts(declaration)
    self.upstream = upstream
    self.mirrored = mirrored
    forwarder = Forwarder(to: upstream, name: PassRoute.name)
    credentials = declaration.credentials ?? backend.credentials
    let timeout = declaration.timeout ?? backend.timeout
    var options = CallOptions()
    options.connectionWait = timeout
    var pace = PaceLimits()
    pace.firstByte = timeout
    options.pace = pace
    self.options = options
    var rules = CachingRules()
    rules.targets = declaration.targets
    rules.heuristic = declaration.isHeuristic ? CachingRules.Heuristic() : nil
    rules.cookies = declaration.cookies == .kept ? .kept : .refused
    // What changes something is never answered out of a storage, nor fills one.
    rules.keepsPostAnswers = false
    rules.cookiesAreCredentials = credentials.cookies != .none
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

  /// The normal path with the query as it came.
  static func target(_ path: String, _ target: String) -> String {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return path }
    return path + target[mark...]
  }

  /// The target as the service knows it.
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
  func removeCredentials(_ request: inout Request) { credentials.restrict(&request.fields) }

  /// Makes an answer of the service one for the client who asked.
  func finish(_ response: inout Response, asked: Request) {
    finishKept(&response)
    guard credentials != .none, isPersonal(response, asked: asked),
      !CacheControl(response.fields.view).noStore
    else { return }
    // What was said to one visitor is for nobody else, whoever stands between.
    response.fields.set("cache-control", "no-store")
  }

  /// Makes a kept answer one for any client.
  func finishKept(_ response: inout Response) {
    credentials.restrictAnswer(&response.fields)
    for field in declaration.fields { response.fields.set(field.name, field.value) }
  }

  /// Whether an answer may be its visitor's own. Where answers are kept, caches know themselves what
  /// Authorization means to them (RFC 9111 section 3.5), and nothing of cookies.
  private func isPersonal(_ response: Response, asked: Request) -> Bool {
    guard keepsAnswers else { return true }
    let hasCookies =
      asked.fields.contains("cookie")
      || rules.cookies != .kept && response.fields.contains("set-cookie")
    return hasCookies
      && !EffectiveControl(response.fields.view, targets: rules.targets).isMeantForSharedCaches
  }
}
