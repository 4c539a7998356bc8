// SPDX-License-Identifier: Apache-2.0

import ResourceModel

/// The changes that an event stream sends next.
struct EventPage: Sendable {
  /// The events: the ids of the records and their versions, not their content, which the client reads
  /// with its own rights.
  let events: [UInt8]
  let token: SyncToken
  let hasMore: Bool

  /// - Parameter isReset: whether the client has to read all records anew, since the epoch, its rights or
  ///   the form of records has changed.
  init(_ resources: [Resource], token: SyncToken, hasMore: Bool, isReset: Bool) {
    let reset = "id: \(token.text)\nevent: reset\ndata: {\"syncToken\":\"0\"}\n\n"
    let changes = resources.map { EventPage.event($0, token) }.joined()
    events = Array(((isReset ? reset : "") + changes).utf8)
    self.token = token
    self.hasMore = hasMore
  }

  private static func event(_ resource: Resource, _ token: SyncToken) -> String {
    let deleted = resource.deleted == nil ? "" : ",\"_deleted\":true"
    let id = token.at(resource.version).text
    return "id: \(id)\nevent: change\ndata: {\"uuid\":\"\(resource.id)\","
      + "\"_type\":\"\(resource.type)\",\"_version\":\(resource.version)\(deleted)}\n\n"
  }
}
