// SPDX-License-Identifier: Apache-2.0

package import ResourceModel

/// A right on one record that was given to a user, a group or an organization; row rules ask for it
/// with `granted("update")`.
package struct AccessGrant: Sendable, Hashable {
  package let record: ResourceID
  /// The id of the user, group or organization.
  package let grantee: String
  /// The word that rules ask for.
  package let right: String

  package init(_ right: String, on record: ResourceID, to grantee: String) {
    self.record = record
    self.grantee = grantee
    self.right = right
  }
}

extension AccessGrant {
  /// The most grants on one record.
  package static let most = 1_000
}

/// A search for grants, in the order of their records, grantees and rights.
package struct GrantQuery: Sendable, Equatable {
  /// The record that they are on; `nil` for all.
  package var record: ResourceID?
  /// The id of the user, group or organization that has them; `nil` for all.
  package var grantee: String?
  /// The word that rules ask for; `nil` for all.
  package var right: String?
  /// The user on whose records they are, or to whom they are given; `nil` for those of everybody.
  package var user: ResourceID?
  /// The groups and organizations of that user.
  package var groups: [String] = []
  /// The grant behind which the list begins.
  package var after: AccessGrant?
  package var limit: Int

  package init(limit: Int) { self.limit = limit }
}

/// The number of records of a type on which a grantee has a right.
package struct GrantCount: Sendable, Equatable {
  package let grantee: String
  package let type: String
  package let right: String
  package let records: Int

  package init(_ right: String, on type: String, to grantee: String, records: Int) {
    self.grantee = grantee
    self.type = type
    self.right = right
    self.records = records
  }
}

/// The effect of a change of one grant.
package enum GrantChange: Sendable, Equatable {
  /// The record, with a new version.
  case changed(Resource)
  /// There is such a grant already, or none that could be removed.
  case unchanged
  /// The record has as many grants as it may.
  case full
}
