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
