// SPDX-License-Identifier: Apache-2.0

package import ResourceModel

/// A search for sessions.
package struct SessionQuery: Sendable {
  /// The user; `nil` for those of all.
  package var user: ResourceID?
  /// The id of the device that they are on; `nil` for all.
  package var device: String?
  /// The session behind which the list begins, by when it was begun and its id.
  package var after: (created: Timestamp, id: String)?
  package var limit: Int

  package init(limit: Int) { self.limit = limit }
}

/// The result of forgetting how a provider of sign-ins knows a user.
package enum ForgottenProvider: Sendable, Equatable {
  case forgotten
  /// The provider does not know the user.
  case unknown
  /// It is the only way by which the user can sign in.
  case onlyWay
}

/// The result of erasing a user.
package struct Erasure: Sendable, Equatable {
  /// The records that are gone, without their attributes, and others that changed with them.
  package let changed: [Resource]
  /// The number of records that belonged to the user, with those that were deleted before.
  package let records: Int
  /// The ids by which the user may be known elsewhere: its own, its sessions' and its devices'.
  package let names: [String]
  /// The digests of the files that those records had.
  package let files: [String]

  package init(changed: [Resource], records: Int, names: [String], files: [String]) {
    self.changed = changed
    self.records = records
    self.names = names
    self.files = files
  }
}
