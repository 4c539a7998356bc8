// SPDX-License-Identifier: Apache-2.0

import Bytes
package import DataFiles
package import ResourceModel

/// A record whose attributes are still the JSON that a store keeps: a list that shows whole records needs no
/// more.
package struct StoredRecord: Sendable, Equatable {
  /// The record without its attributes.
  private let bare: Resource
  private let attributes: String

  package init(_ bare: Resource, attributes: String) {
    self.bare = bare
    self.attributes = attributes
  }

  package var id: ResourceID { bare.id }

  /// Returns the record with its attributes.
  package func resource() throws(StoreError) -> Resource {
    let value: DataValue
    do throws(DataFileError) {
      value = try DataValue(reading: attributes.utf8Span.span, as: .json)
    } catch {
      throw StoreError(.damaged, "the data of \(id) is no JSON: \(error)")
    }
    guard let attributes = value.dictionary else {
      throw StoreError(.damaged, "the data of \(id) is \(value.kindName), expected a dictionary")
    }
    var resource = bare
    resource.attributes = attributes
    return resource
  }

  /// Appends the record as JSON, with all of its attributes.
  package func append(to bytes: inout [UInt8]) throws(DataFileError) {
    try bare.appendJSON(to: &bytes)
    guard bare.deleted == nil, attributes.utf8.count > 2 else { return }
    // Both are dictionaries without spaces around them: "{…}" and "{…}" become "{…,…}".
    bytes[bytes.count - 1] = UInt8(ascii: ",")
    bytes.append(attributes.utf8Span.span.extracting(1...))
  }
}
