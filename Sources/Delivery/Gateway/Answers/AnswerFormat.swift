// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The formats that a document is written in; the first one is for who has no preference.
enum AnswerFormat: UInt8, CaseIterable {
  case json
  case xmlPropertyList
  case binaryPropertyList

  /// What stands behind a path that asks for the format, without its dot.
  var fileExtension: String {
    switch self {
    case .json: "json"
    case .xmlPropertyList: "plist"
    case .binaryPropertyList: "bplist"
    }
  }

  /// The same with its dot.
  var suffix: StaticString {
    switch self {
    case .json: ".json"
    case .xmlPropertyList: ".plist"
    case .binaryPropertyList: ".bplist"
    }
  }

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .xmlPropertyList: "application/x-plist"
    case .binaryPropertyList: "application/x-bplist"
    }
  }

  /// The bytes of a document in this format.
  func bytes(of document: DataDictionary) -> [UInt8] {
    var bytes: [UInt8] = []
    let value = DataValue(.dictionary(document))
    switch self {
    // A document of an edition holds what JSON can say: its files were read with that rule.
    case .json: try? JSONWriter().write(value, to: &bytes)
    case .xmlPropertyList: XMLPropertyListWriter().write(value, to: &bytes)
    case .binaryPropertyList: BinaryPropertyListWriter().write(value, to: &bytes)
    }
    return bytes
  }

  private static let mediaTypes = allCases.compactMap { MediaType($0.mediaType) }

  /// The format that a request prefers; `nil` if it accepts none.
  static func preferred(_ fields: borrowing FieldsView) -> AnswerFormat? {
    guard fields.contains(.accept) else { return .json }
    return Accept(fields).preferred(among: mediaTypes).map { allCases[$0] }
  }
}
