// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import HTTPValues

extension AnswerFormat {
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
    guard fields.contains(.accept) else { return .standard }
    return Accept(fields).preferred(among: mediaTypes).map { allCases[$0] }
  }
}
