// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import ResourceModel

/// A decision about a write by the record that it changes, made outside of the store.
package struct WriteDecision: Sendable {
  /// The version of the record by which it was made, deleted or not, and 0 for none: with another one, no
  /// write of the batch is done. `nil` if an earlier write of the batch changes the record.
  package var version: Int64?
  /// Attributes that are set, or removed by `null`, beside those of the sender and whatever its rights.
  package var attributes = DataDictionary()
  /// The refusal of the write.
  package var refusal: StoreError?

  package init(version: Int64?) { self.version = version }

  /// Throws if the decision refuses the write, or was made by another version of the record.
  func check(_ current: Resource?, _ id: ResourceID) throws(StoreError) {
    if let version, version != current?.version ?? 0 {
      throw StoreError(
        .decisionOutdated,
        "\(id) has version \(current?.version ?? 0); expected \(version), by which it was decided"
      )
    }
    if let refusal { throw refusal }
  }
}

/// The refusal of a write by a webhook.
package struct WriteRefusal: Sendable, Equatable {
  /// The status of the answer.
  package let status: Int
  /// The webhook's code for programs.
  package let code: String
  /// The attribute at fault.
  package let attribute: String?

  package init(status: Int, code: String, attribute: String?) {
    self.status = status
    self.code = code
    self.attribute = attribute
  }
}

extension ResourceWrite {
  /// The result with the attributes that a decision sets.
  func decided(
    _ result: (kind: WriteOutcome.Kind, resource: Resource),
    over current: Resource?,
    of type: ResourceType,
    at now: Timestamp
  ) throws(StoreError) -> (kind: WriteOutcome.Kind, resource: Resource) {
    guard let additions = decision?.attributes, !additions.members.isEmpty,
      result.kind != .deleted
    else { return result }
    var decided = result.resource
    do throws(ValidationErrors) {
      decided.attributes = try type.accepted(
        ResourcePatch.merge(additions).applied(to: decided.attributes, at: now),
        isNew: false
      )
    } catch {
      throw .invalid(error)
    }
    guard let current, current.deleted == nil else { return (result.kind, decided) }
    let isSame =
      decided.attributes == current.attributes && decided.classVersion == current.classVersion
    return isSame ? (.unchanged, current) : (.updated, decided)
  }
}
