// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel
import Sites

extension ResourceRequest {
  /// Refuses a request for less than the level that it needs.
  func permit(_ needed: ResourceSettings.Rights) throws(ResourceProblem) {
    let level = caller.level
    guard level < needed else { return }
    let isKnown = caller.principal?.user != nil || fields.contains("authorization")
    throw ResourceProblem.rights(isKnown ? .forbidden : .unauthorized, level, needed: needed)
  }

  /// Refuses a request for something that its level, or every rule of the type, forbids.
  func permit(
    _ capabilities: [ResourceType.Capability],
    _ type: ResourceType
  ) throws(ResourceProblem) {
    guard !type.rules.isEmpty, let principal = caller.principal else {
      return try permit(capabilities == [.fetch] ? .read : .write)
    }
    let access = RecordAccess(principal, to: type)
    guard !capabilities.contains(where: access.mayEver) else { return }
    let words = capabilities.map(\.rawValue).sorted().joined(separator: " or ")
    throw ResourceProblem(
      .rights,
      "no rule of \(type.name) lets the request \(words) records; expected a role that may",
      status: principal.user == nil ? .unauthorized : .forbidden
    )
  }

  /// The user and the session of the sender; throws without one.
  func signedIn() throws(ResourceProblem) -> (ResourceID, String) {
    guard let user = caller.principal?.user, let session = caller.principal?.session
    else {
      throw ResourceProblem(.rights, "the request has no session; expected the token of one")
    }
    return (user, session)
  }

  /// The client's address as the gateway knows it; of IPv6 the network, which has one owner. `nil` for a
  /// client that an edge does not name.
  var client: String? {
    guard let address = sender.address, address.contains(":") else {
      return sender.address
    }
    let groups = address.split(separator: ":", omittingEmptySubsequences: false)
    // Before `::` stand the groups that are written; what it leaves out is zero.
    let written = groups.prefix { !$0.isEmpty }.prefix(4)
    return written.joined(separator: ":")
  }

  /// The sender of a request that waits for changes; one with a token of the site has no limit of its own.
  var reader: ChangeFeed.Reader {
    let principal = caller.principal
    return ChangeFeed.Reader(
      client: principal.flatMap { $0.user?.text ?? client },
      app: principal?.app
    )
  }
}
