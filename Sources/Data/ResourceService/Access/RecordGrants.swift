// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Answers and changes grants on records.
struct RecordGrants: Sendable {
  let context: RecordContext
  var store: ResourceStore { context.store }

  /// The name of the grants of a record: `/{type}/{id}/_grants`.
  static let name = "_grants"

  /// Answers or replaces the grants on a record: `{"data": [{"to": "u-…", "may": "edit"}]}`.
  ///
  /// Allowed to the owner of the record, and to senders that are exempt from rules.
  func grants(
    on id: ResourceID,
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    try request.permit([.fetch], type)
    try checkOwner(try context.views.visible(id, of: type, request), request)
    if request.method == .put {
      let changed = try store.grants.set(
        read(request, on: id),
        on: id,
        at: request.now,
        by: request.caller.author
      )
      context.notices.announce([changed])
    }
    let list = try store.grants.on([id], to: nil).map { grant in
      DataValue.members([("to", .text(grant.grantee)), ("may", .text(grant.right))])
    }
    var reply = ResourceReply(.ok, .members([("data", .list(list))]))
    reply.fields.append("cache-control", "no-store")
    return reply
  }

  /// Refuses to show or change the grants on a record to a sender who does not own it, unless the sender is
  /// exempt from rules.
  func checkOwner(
    _ resource: Resource,
    _ request: ResourceRequest
  ) throws(ResourceProblem) {
    guard let principal = request.caller.principal else { return try request.permit(.write) }
    guard let user = principal.user, resource.owner == user.text else {
      throw ResourceProblem(
        .rights,
        "\(resource.id) belongs to somebody else; expected its owner",
        status: principal.user == nil ? .unauthorized : .forbidden
      )
    }
  }

  private func read(_ request: ResourceRequest, on id: ResourceID) throws -> [AccessGrant] {
    guard let elements = try request.object()["data"]?.elements, elements.count <= AccessGrant.most
    else {
      throw ResourceProblem(
        .badGrants,
        "there is no \"data\"; expected a list of at most \(AccessGrant.most) grants"
      )
    }
    return try elements.enumerated().map { index, element in
      guard let grantee = element["to"]?.string.flatMap(ResourceID.init),
        let right = element["may"]?.string, AccessRule.isRole(right)
      else {
        throw ResourceProblem(
          .badGrants,
          "data[\(index)] is no grant; expected the id of a user or group as \"to\", and a word "
            + "that rules ask for as \"may\""
        )
      }
      return AccessGrant(right, on: id, to: grantee.text)
    }
  }
}
