// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// The head of a kept answer: all that is needed to decide about it, while the storage has its body.
package struct StoredResponse: Sendable, Equatable {
  /// As the answer to the whole request: 200 where a part came with 206.
  package internal(set) var status: Status
  /// Fields with which the answer is sent again: without those of the connection, Age, and those
  /// that a directive or the kind of content excludes (RFC 9111 section 3.1). Date is always there.
  package internal(set) var fields: Fields
  package internal(set) var content: StoredContent
  /// Key of the requests that the answer is for.
  package internal(set) var variant: VariantKey
  package internal(set) var freshness: StoredFreshness
  package internal(set) var validators: Validators
  /// The groups of RFC 9875 that the answer belongs to.
  package internal(set) var groups: [String]
  /// Whether the answer is to be asked about before its next use, however fresh it seems.
  package var isDoubted = false

  /// Time at which the origin made the answer: of two, the later one is used (RFC 9111 section 4).
  package var date: Int64 { validators.date ?? freshness.responseTime }

  /// Whether the origin can be asked if it is still good.
  package var hasValidator: Bool {
    validators.entityTag != nil || validators.lastModified != nil
  }

  /// Whether the answer may be served without asking.
  package func isFresh(at now: Int64) -> Bool {
    !isDoubted && !freshness.needsValidation && freshness.isFresh(at: now)
  }
}
