// SPDX-License-Identifier: Apache-2.0

/// The formats that a document is written in: the one list of the gateway and of what is exported for
/// edges.
package enum AnswerFormat: UInt8, CaseIterable, Sendable {
  case json
  case xmlPropertyList
  case binaryPropertyList

  package static let allCases: [AnswerFormat] = [.json, .xmlPropertyList, .binaryPropertyList]

  /// The format for who has no preference.
  package static let standard = AnswerFormat.json

  /// What stands behind a path that asks for the format, with its dot.
  package var suffix: StaticString {
    switch self {
    case .json: ".json"
    case .xmlPropertyList: ".plist"
    case .binaryPropertyList: ".bplist"
    }
  }

  /// The same without its dot.
  package var fileExtension: String { String("\(suffix)".dropFirst()) }

  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .xmlPropertyList: "application/x-plist"
    case .binaryPropertyList: "application/x-bplist"
    }
  }
}
