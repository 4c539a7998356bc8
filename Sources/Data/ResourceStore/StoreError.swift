// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import ResourceModel

/// A failure of a store, or its refusal of a request.
package struct StoreError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case unknownType
    case notFound
    /// The type does not allow the operation.
    case notAllowed
    /// The id is taken, or belongs to another type.
    case idTaken
    /// The record has another version than the write expects.
    case versionMismatch(current: Resource?)
    case invalid([ValidationError])
    /// Other records refer to the one that is to be deleted.
    case referred(by: [ResourceID])
    /// Another write of an atomic batch failed.
    case aborted
    /// The write was refused before it came to the store.
    case refused(WriteRefusal)
    /// The record has another version than the one by which a decision about the write was made.
    case decisionOutdated
    /// A filter finds other records than those that were to be changed.
    case selectionOutdated
    /// More records would change than the request allows.
    case tooManyChanged
    /// No index serves a filter or order over so many records; indexes on these attributes would.
    case noIndex(attributes: [String], records: Int)
    case costly
    /// A record, or those of a batch together, would have too many bytes.
    case tooLarge
    /// The files of an owner's records would have too many bytes.
    case overQuota(used: Int64, quota: Int64)
    /// A page token that is damaged, or of another query.
    case badPage
    /// The changes since a version are not known any more.
    case pastHorizon
    /// A version belongs to another epoch than the present one.
    case otherEpoch
    /// The idempotency key belongs to another request.
    case keyReused
    /// The change of types does not fit the records.
    case types(TypeChangeReport)
    case damaged
    /// The storage cannot be reached at present; nothing was written.
    case unavailable
    /// The storage was lost while a write was committed, which may have been done.
    case outcomeUnknown
    /// The disk has no room left, so nothing was written.
    case full
    /// The records were moved to another store, and this one takes no more changes.
    case moved
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension StoreError: CustomStringConvertible {
  package var description: String { message }
}

extension StoreError {
  package static func unknownType(_ name: String, among types: TypeSet) -> StoreError {
    let nearest = Suggestion.nearest(to: name, among: types.types.map(\.name))
    let hint = nearest.map { "; did you mean \($0)?" } ?? ""
    return StoreError(.unknownType, "there is no type \(name.prefix(40))\(hint)")
  }

  package static func invalid(_ errors: ValidationErrors) -> StoreError {
    StoreError(.invalid(errors.errors), errors.description)
  }
}

extension ResourceType {
  /// Throws where the type does not allow what a capability is for.
  package func demand(_ capability: Capability) throws(StoreError) {
    guard !allows(capability) else { return }
    let allowed = capabilities.map(\.rawValue).joined(separator: ", ")
    throw StoreError(
      .notAllowed,
      "\(name) allows no \(capability.rawValue); expected one of \(allowed)"
    )
  }
}
