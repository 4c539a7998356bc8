// SPDX-License-Identifier: Apache-2.0

import Bytes
package import DataFiles
import JSONValues
package import ResourceModel

/// A record whose attributes are still the JSON that a store keeps: an answer that shows all or some of them
/// needs no more.
package struct StoredRecord: Sendable, Equatable {
  /// The record without its attributes.
  package let bare: Resource
  private let attributes: String

  package init(_ bare: Resource, attributes: String) {
    self.bare = bare
    self.attributes = attributes
  }

  package var id: ResourceID { bare.id }
  /// The number of bytes of the attributes.
  package var byteCount: Int { attributes.utf8.count }

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

  /// Returns the record with the attributes that a selection leaves.
  package func selecting(
    _ selection: Resource.Selection
  ) throws(StoreError) -> StoredRecord {
    guard selection != .everything else { return self }
    let document: JSONDocument
    do throws(JSONFault) {
      document = try JSONDocument(attributes.utf8Span.span.array)
    } catch {
      throw StoreError(.damaged, "the data of \(id) is no JSON: \(error)")
    }
    let kind = document.kind(of: document.root)
    guard kind == .object else {
      throw StoreError(.damaged, "the data of \(id) is JSON of kind \(kind), expected a dictionary")
    }
    var bytes = [UInt8(ascii: "{")]
    for member in document.children(of: document.root) {
      guard let name = document.memberName(of: member), selection.includes(name) else { continue }
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(name)
      bytes.append(UInt8(ascii: ":"))
      document.append(member, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return StoredRecord(bare, attributes: bytes.span.text)
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
