// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPCaching
import HTTPClient
import HTTPServer
import HTTPValues
import Passing
import Reactor
import ResourceService
import Services

/// A pass on a loop.
final class PassRoute {
  /// The service behind it, or the records of the site.
  enum Destination {
    case service(Forwarder)
    case records(LoopRecords)
  }

  let declaration: PassDeclaration
  let facts: PassFacts
  let destination: Destination
  /// The second service that gets copies of reads.
  let mirrored: MirroredShare?
  let generation: ServedGeneration
  /// Options of the cache, if the pass has one.
  let rules: CachingRules
  private let edges: TrustedEdges
  /// Stands before the target of every request to the service.
  private let servicePath: String
  /// The credentials of visitors that the service may see.
  private let credentials: CredentialSelection
  /// Options of calls. The timeout limits the time to the first byte and every pause, not the whole
  /// answer, since a large one takes longer.
  let options: CallOptions

  init(
    _ declaration: PassDeclaration,
    to backend: BackendDeclaration,
    _ destination: Destination,
    from edges: TrustedEdges,
    mirrored: MirroredShare?,
    in generation: ServedGeneration
  ) {
    self.declaration = declaration
    self.generation = generation
    facts = PassFacts(declaration)
    self.destination = destination
    self.mirrored = mirrored
    self.edges = edges
    servicePath = backend.path
    credentials = declaration.credentials ?? backend.credentials
    let timeout = declaration.timeout ?? backend.timeout
    var options = CallOptions()
    options.connectionWait = timeout
    var pace = PaceLimits()
    pace.firstByte = timeout
    options.pace = pace
    // What is kept has no more room than it needs.
    options.isForwarded = declaration.caching == .none
    self.options = options
    var rules = CachingRules()
    rules.targets = declaration.targets
    rules.heuristic = declaration.isHeuristic ? CachingRules.Heuristic() : nil
    rules.cookies = declaration.cookies == .kept ? .kept : .refused
    // A request that changes something is never answered from the cache, nor fills it.
    rules.keepsPostAnswers = false
    rules.cookiesAreCredentials = credentials.cookies != .none
    self.rules = rules
  }

  /// The gateway's name in Via and Cache-Status.
  static let name = "portico"

  var keepsAnswers: Bool { declaration.caching == .standard }

  func admits(_ method: HTTPValues.Method) -> Bool {
    guard let methods = declaration.methods else { return true }
    return methods.contains(method) || method == .head && methods.contains(.get)
  }

  /// The methods in the form of Allow.
  var allowed: String {
    var methods = declaration.methods ?? []
    if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
    return methods.map(\.name).joined(separator: ", ")
  }

  /// Joins a normal path with the original query.
  static func target(_ path: String, _ target: String) -> String {
    let bytes = target.utf8Span.span
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return path }
    return path + bytes.extracting(mark...).text
  }

  /// Returns the service's form of a target.
  func target(of target: String) -> String {
    guard declaration.strips else { return target }
    let rest = target.utf8.dropFirst(declaration.prefix.utf8.count)
    let path = String(decoding: rest, as: UTF8.self)
    return rest.first == UInt8(ascii: "/") ? path : "/" + path
  }

  /// Returns the public form of a target of the service.
  func publicTarget(of target: String) -> String {
    let own =
      !servicePath.isEmpty && target.hasPrefix(servicePath + "/")
      ? String(target.dropFirst(servicePath.count)) : target
    return declaration.strips ? declaration.prefix + own : own
  }

  /// Returns the sender of a request, as the service is told of it.
  func sender(of request: Request, from peer: Peer) -> RequestSender {
    let address = IPAddress(peer.client)
    let edge = edges.edge(at: address)
    var sender = RequestSender(peer)
    sender.isTrusted = edge != nil
    sender.trustedFields = edges.fields
    sender.isShared = keepsAnswers && (request.method == .get || request.method == .head)
    // That of the connection is not in the key.
    if sender.isShared { sender.scheme = request.scheme }
    guard edge != nil else { return sender }
    let peer = peer.client.ip
    guard sender.isShared else {
      sender.addresses = .appended(peer)
      return sender
    }
    let client = request.withView { edges.client(of: $0, from: address, by: edge) }
    sender.addresses = .known(client.map { "\($0), \(peer)" } ?? peer)
    return sender
  }

  /// Returns the sender of a request for records.
  func recordSender(of request: Request, from peer: Peer) -> RecordSender {
    let address = IPAddress(peer.client)
    let client = request.withView {
      edges.client(of: $0, from: address, by: edges.edge(at: address))
    }
    return RecordSender(address: client.map { "\($0)" }, host: request.authority)
  }

  /// Prepares a request for the service.
  func prepare(_ request: inout Request, target: String) {
    request.target = self.target(of: target)
    removeCredentials(&request)
  }

  /// Removes the credentials that the service may not see.
  func removeCredentials(_ request: inout Request) { credentials.restrict(&request.fields) }

  /// Prepares the service's answer for the client that asked.
  ///
  /// - Parameter asked: the fields of its request.
  func finish(_ response: inout Response, asked: Fields) {
    finishKept(&response)
    guard credentials != .none, isPersonal(response, asked: asked),
      !CacheControl(response.fields.view).noStore
    else { return }
    // An answer for one visitor must not be stored by any cache in between.
    response.fields.set("cache-control", "no-store")
  }

  /// Prepares a stored answer for any client.
  func finishKept(_ response: inout Response) {
    credentials.restrictAnswer(&response.fields)
    for field in declaration.fields { response.fields.set(field.name, field.value) }
  }

  /// Whether an answer may be personal. A pass with a cache follows RFC 9111 section 3.5 for
  /// Authorization; caches know nothing of cookies.
  private func isPersonal(_ response: Response, asked: Fields) -> Bool {
    guard keepsAnswers else { return true }
    let hasCookies =
      asked.contains("cookie")
      || rules.cookies != .kept && response.fields.contains("set-cookie")
    return hasCookies
      && !EffectiveControl(response.fields.view, targets: rules.targets).isMeantForSharedCaches
  }
}
