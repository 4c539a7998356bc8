// SPDX-License-Identifier: Apache-2.0

import Edges
import HTTPValues
import Sites

/// A trusted peer in front of the site, with the fields in which it tells facts about visitors.
struct TrustedEdge: Sendable {
  /// Field in which an edge tells the client's address.
  enum ClientField: Sendable {
    /// A list to which each proxy on the way adds.
    case list(ForwardedClient.Source)
    /// A field with just the address.
    case single(FieldName)
  }

  /// Its index among the edges of the site.
  let number: Int
  let profile: EdgeProfile
  let networks: [IPNetwork]
  let countryField: FieldName?
  let deviceField: FieldName?
  let clientField: ClientField?

  init(_ settings: EdgeSettings, number: Int) {
    self.number = number
    profile = EdgeProfile(settings)
    networks = settings.peers.compactMap { IPNetwork($0) }
    countryField = settings.countryField.flatMap { FieldName($0) }
    deviceField = settings.deviceField.flatMap { FieldName($0) }
    clientField = FieldName(settings.clientField).map { name in
      switch name {
      case FieldName(.xForwardedFor): .list(.xForwardedFor)
      case FieldName(.forwarded): .list(.forwarded)
      default: .single(name)
      }
    }
  }

  /// The country that it tells, as written.
  func country(in request: borrowing RequestView) -> String? {
    countryField.flatMap { request.fields.combined($0) }
  }

  func device(in request: borrowing RequestView) -> String? {
    deviceField.flatMap { request.fields.combined($0) }
  }

  func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }
}
