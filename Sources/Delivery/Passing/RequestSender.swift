// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPServer
package import HTTPValues
import Reactor

// Services believe fields such as X-Forwarded-Host, and anybody can send them. So a service gets those that
// we write, and others only from a peer whose business it is to write them. Where an answer is stored for
// other clients, it gets none that is not in the key of the store.

/// The sender of a request, as a service is told of it.
package struct RequestSender: Sendable {
  /// The addresses in X-Forwarded-For, as a list.
  package enum Addresses: Sendable {
    /// These and no others; none for an empty list.
    case known(String)
    /// The address of the peer, behind those that the peer names.
    case appended(String)
  }

  package var addresses: Addresses
  package var scheme: Scheme
  /// Whether the peer is trusted to say what it says of the client.
  package var isTrusted = false
  /// Whether the answer may be stored for other clients.
  package var isShared = false
  /// Names of further fields that only a trusted peer may send.
  package var trustedFields: [String] = []

  package init(_ peer: Peer) {
    // The client of a Unix socket names itself, if at all, as it pleases.
    addresses = .known(peer.client.isInternet ? peer.client.ip : "")
    scheme = peer.scheme
  }

  /// The addresses in X-Forwarded-For of a request that came with these fields.
  func addresses(behind fields: Fields) -> String {
    switch addresses {
    case .known(let known): known
    case .appended(let peer): fields[FieldName(.xForwardedFor)].map { "\($0), \(peer)" } ?? peer
    }
  }

  /// Whether a field of this name may be passed on to the service, which would believe it.
  func maySend(_ name: Span<UInt8>) -> Bool {
    switch SenderClaim(name) {
    case .ofRequest?: false
    case .ofClient?: isTrusted && !isShared && !name.matches(lowercase: "x-forwarded-for")
    case nil:
      isTrusted || !trustedFields.contains { name.matches(ignoringCase: $0.utf8Span.span) }
    }
  }

  /// Writes the fields that tell of the sender, beside those that it may send.
  ///
  /// - Parameter authority: the host that the client asked for.
  func write(to fields: inout Fields, _ addresses: String, _ authority: String) {
    if !addresses.isEmpty { fields.append(FieldName(.xForwardedFor), addresses) }
    if !fields.contains(FieldName(.xForwardedProto)) {
      fields.append(FieldName(.xForwardedProto), scheme.name.description)
    }
    if !fields.contains(FieldName(.xForwardedHost)), !authority.isEmpty {
      fields.append(FieldName(.xForwardedHost), authority)
    }
  }
}

/// A claim that a field makes, by its name; servers take an underscore for a dash.
enum SenderClaim {
  /// The request is another one: it has another target, host or method, or its answer is a file.
  case ofRequest
  /// The client has another address or certificate, or came by another host or scheme.
  case ofClient

  /// `nil` for a field that claims nothing of the kind.
  init?(_ name: Span<UInt8>) {
    guard name.count > 0, name[0].isLetter else { return nil }
    for claim in SenderClaim.names[Int(name[0].lowercased &- UInt8(ascii: "a"))]
    where SenderClaim.matches(name, claim.name) {
      self = claim.claim
      return
    }
    return nil
  }

  /// Names by their first letter; one that ends with a dash is the beginning of several.
  private static let names: [[(name: StaticString, claim: SenderClaim)]] = {
    let ofRequest: [StaticString] = [
      "proxy", "x-accel-", "x-envoy-", "x-host", "x-http-destinationurl", "x-http-host-override",
      "x-http-method", "x-http-method-override", "x-method-override", "x-original-",
      "x-override-url", "x-rewrite-", "x-sendfile-type",
    ]
    let ofClient: [StaticString] = [
      "cdn-client-ip", "cf-connecting-", "cf-pseudo-ipv4", "cf-visitor", "client-ip",
      "fastly-client-", "fastly-ssl", "forwarded", "forwarded-", "front-end-https", "ssl-client-",
      "surrogate-capability", "true-client-ip", "x-appengine-", "x-arr-", "x-azure-clientip",
      "x-azure-socketip", "x-client-cert", "x-client-ip", "x-cluster-client-ip", "x-forwarded",
      "x-forwarded-", "x-originating-ip", "x-proxyuser-ip", "x-real-ip", "x-remote-", "x-scheme",
      "x-ssl-", "x-url-scheme",
    ]
    let all =
      ofRequest.map { (name: $0, claim: SenderClaim.ofRequest) }
      + ofClient.map { (name: $0, claim: SenderClaim.ofClient) }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).map { letter in
      all.filter { $0.name.byte(at: 0) == letter }
    }
  }()

  private static func matches(_ name: Span<UInt8>, _ claim: StaticString) -> Bool {
    let claim = claim.span
    let dash = UInt8(ascii: "-")
    let isBeginning = claim[claim.count - 1] == dash
    guard isBeginning ? name.count > claim.count : name.count == claim.count else { return false }
    for index in claim.indices {
      let byte = name[index] == UInt8(ascii: "_") ? dash : name[index].lowercased
      if byte != claim[index] { return false }
    }
    return true
  }

  /// Removes the fields with claims from the trailers of a request, which nobody can check.
  static func removeAll(from trailers: inout Fields) {
    trailers.removeAll { fields, index in SenderClaim(fields.name(at: index)) != nil }
  }
}
