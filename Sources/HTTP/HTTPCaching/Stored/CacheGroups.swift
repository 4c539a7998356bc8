// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

// RFC 9875. Cache-Groups on an answer and Cache-Group-Invalidation on the answer to an unsafe
// request are lists of strings, compared by character. A list that is no structured field is none,
// a member that is no string is passed over, and past `maximumGroups` the rest is (the standard asks
// for 32 at least).

/// The groups that an answer names.
package struct CacheGroups: Sendable, Equatable {
  /// Names past this are passed over.
  package static let maximumGroups = 128

  package let names: [String]

  /// Reads Cache-Groups or Cache-Group-Invalidation.
  package init(_ name: KnownField, in fields: borrowing FieldsView) {
    guard fields.contains(name),
      let list = try? StructuredField.List(FieldName(name), in: fields)
    else {
      names = []
      return
    }
    var names: [String] = []
    for case .item(let item) in list.members.prefix(CacheGroups.maximumGroups) {
      if case .string(let text) = item.value { names.append(text) }
    }
    self.names = names
  }

  /// The groups of an answer that we make; a name that no structured string can hold is left out.
  package init(_ names: [String]) { self.names = names }

  /// The value of the field; `nil` without groups.
  package var fieldValue: String? {
    let members = names.map { StructuredField.Member.item(StructuredField.Item(.string($0))) }
    let writable = members.filter { (try? StructuredField.List([$0]).serialized()) != nil }
    guard !writable.isEmpty else { return nil }
    return try? StructuredField.List(writable).serialized()
  }
}
