// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

// RFC 9111 section 4.1. A request fits a kept answer when every field that the answer's Vary names
// is the same as in the request that the answer was for: absent in both, or the same value by
// `VarianceRules`. An answer whose Vary has a member `*` fits nothing, and is not kept.

/// The request fields that an answer depends on, with what they said.
package struct VariantKey: Sendable, Hashable {
  /// One field of the request; `nil` for one that was not there.
  package struct Entry: Sendable, Hashable {
    package let name: FieldName
    /// In the form in which two values that mean the same are the same.
    package let value: [UInt8]?
  }

  /// More names than this are not compared: the answer is not kept.
  package static let maximumNames = 32

  /// In the order in which Vary has the names, each once.
  package let entries: [Entry]

  /// Reads Vary of the answer's fields, and what it names out of the request's; `nil` where it is `*` or names more
  /// than `maximumNames`, so that the answer cannot be kept.
  package init?(
    vary response: borrowing FieldsView,
    request: borrowing FieldsView,
    rules: VarianceRules
  ) {
    var names: [FieldName] = []
    var members = FieldMembers(of: .vary, in: copy response)
    while let member = members.next() {
      if member.matches("*") { return nil }
      // No request can have a field whose name is invalid, so it distinguishes no requests.
      guard let name = FieldName(member), !names.contains(name) else { continue }
      guard names.count < VariantKey.maximumNames else { return nil }
      names.append(name)
    }
    entries = names.map { Entry(name: $0, value: rules.value(of: $0, in: request)) }
  }

  /// Whether an answer with this key is one for a request with these fields.
  ///
  /// - Parameter language: The language of the answer, when it is in a single one.
  package func fits(
    _ request: borrowing FieldsView,
    rules: VarianceRules,
    language: String? = nil
  ) -> Bool {
    for entry in entries where rules.value(of: entry.name, in: request) != entry.value {
      guard entry.name.known == .acceptLanguage, rules.selectsPreferredLanguage, let language,
        AcceptLanguage(request).preferred == language
      else { return false }
    }
    return true
  }
}

extension AcceptLanguage {
  /// The one language that is liked better than every other, in lower case.
  fileprivate var preferred: String? {
    guard let first = preferences.first, first.quality > .none, first.range != "*" else {
      return nil
    }
    if preferences.count > 1, preferences[1].quality == first.quality { return nil }
    return first.range.lowercased()
  }
}
