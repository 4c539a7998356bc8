// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import JSONValues

/// A function whose results can be compared with those of another implementation.
enum Subject: String, CaseIterable {
  /// A query and a document: the normalized paths of the selected nodes, a line each.
  case jsonPath = "json-path"
  /// A document as the services' reader sees it: nothing, or an error.
  case jsonDocument = "json-document"
  /// A file of the named format as compact JSON.
  case json
  case json5
  case xmlPropertyList = "xml-property-list"
  case binaryPropertyList = "binary-property-list"
  /// A JSON file as a property list.
  case writtenXML = "written-xml"
  case writtenBinary = "written-binary"
  /// A structured field in its canonical form.
  case item
  case list
  case dictionary
  /// A template and the JSON object of its variables: the URI.
  case uriTemplate = "uri-template"

  func result(for arguments: [[UInt8]]) throws -> [UInt8] {
    switch self {
    case .jsonPath:
      let document = try JSONDocument(arguments[1])
      let nodes = try JSONPath(text(arguments[0])).nodes(in: document)
      return Array(nodes.map(document.normalizedPath).joined(separator: "\n").utf8)
    case .jsonDocument:
      _ = try JSONDocument(arguments[0])
      return []
    case .json: return try compact(arguments[0], .json)
    case .json5: return try compact(arguments[0], .json5)
    case .xmlPropertyList: return try compact(arguments[0], .xmlPropertyList)
    case .binaryPropertyList: return try compact(arguments[0], .binaryPropertyList)
    case .writtenXML:
      var bytes: [UInt8] = []
      XMLPropertyListWriter().write(try read(arguments[0], .json), to: &bytes)
      return bytes
    case .writtenBinary:
      var bytes: [UInt8] = []
      BinaryPropertyListWriter().write(try read(arguments[0], .json), to: &bytes)
      return bytes
    case .item: return try canonical(StructuredField.Item(parsing: text(arguments[0])))
    case .list: return try canonical(StructuredField.List(parsing: text(arguments[0])))
    case .dictionary:
      return try canonical(StructuredField.Dictionary(parsing: text(arguments[0])))
    case .uriTemplate:
      let variables = try variables(read(arguments[1], .json))
      return Array(try URITemplate(parsing: text(arguments[0])).expand(variables).utf8)
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func read(_ bytes: [UInt8], _ format: DataFormat) throws -> DataValue {
    try DataValue(reading: bytes.span, as: format, rules: .documents)
  }

  private func compact(_ bytes: [UInt8], _ format: DataFormat) throws -> [UInt8] {
    var output: [UInt8] = []
    try JSONWriter().write(read(bytes, format), to: &output)
    return output
  }

  private func canonical(_ value: some StructuredFieldValue) throws -> [UInt8] {
    Array(try value.serialized().utf8)
  }

  private func variables(_ value: DataValue) -> [String: URITemplate.Value] {
    guard case .dictionary(let variables) = value.content else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: variables.members.compactMap { member in
        templateValue(member.value).map { (member.key, $0) }
      }
    )
  }

  private func templateValue(_ value: DataValue) -> URITemplate.Value? {
    switch value.content {
    case .string(let text): .string(text)
    case .array(let elements): .list(elements.compactMap(string))
    case .dictionary(let pairs):
      .pairs(pairs.members.compactMap { pair in string(pair.value).map { .init(pair.key, $0) } })
    default: nil
    }
  }

  private func string(_ value: DataValue) -> String? {
    guard case .string(let text) = value.content else { return nil }
    return text
  }
}
