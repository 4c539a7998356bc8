// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The formats that a document is written in.
enum AnswerFormat: UInt8, CaseIterable {
  case json

  var fileExtension: String {
    switch self {
    case .json: "json"
    }
  }

  var mediaType: String {
    switch self {
    case .json: "application/json"
    }
  }

  /// The bytes of a document in this format.
  func bytes(of document: DataDictionary) -> [UInt8] {
    var bytes: [UInt8] = []
    // A document of an edition holds what JSON can say: its files were read with that rule.
    try? JSONWriter().write(DataValue(.dictionary(document)), to: &bytes)
    return bytes
  }

  /// The format that a request prefers; `nil` if it accepts none.
  static func preferred(_ fields: borrowing FieldsView) -> AnswerFormat? {
    guard fields.contains(.accept) else { return .json }
    let accept = Accept(fields)
    let types = allCases.compactMap { MediaType($0.mediaType) }
    return accept.preferred(among: types).map { allCases[$0] }
  }
}
