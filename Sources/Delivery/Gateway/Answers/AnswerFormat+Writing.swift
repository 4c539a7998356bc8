// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import HTTPValues
import JSONValues

extension AnswerFormat {
  /// The bytes of a document in this format.
  ///
  /// A document of an edition has only values that JSON can express, since its files were read with
  /// that rule: callers count a failure as a `GatewayBug`.
  func bytes(of document: DataDictionary) throws(DataFileError) -> [UInt8] {
    try bytes(of: DataValue(.dictionary(document)))
  }

  /// The bytes of a whole value in this format.
  func bytes(of value: DataValue) throws(DataFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .json: try JSONWriter().write(value, to: &bytes)
    case .xmlPropertyList: XMLPropertyListWriter().write(value, to: &bytes)
    case .binaryPropertyList: BinaryPropertyListWriter().write(value, to: &bytes)
    }
    return bytes
  }

  /// The bytes of an object of texts, in JSON.
  static func json(_ members: [(name: String, text: String)]) -> [UInt8] {
    var bytes = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(member.name)
      bytes.append(UInt8(ascii: ":"))
      bytes.appendJSON(member.text)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private static let mediaTypes = allCases.compactMap { MediaType($0.mediaType) }

  /// The format that a request prefers; `nil` if it accepts none.
  static func preferred(_ fields: borrowing FieldsView) -> AnswerFormat? {
    guard fields.contains(.accept) else { return .standard }
    return Accept(fields).preferred(among: mediaTypes).map { allCases[$0] }
  }
}
