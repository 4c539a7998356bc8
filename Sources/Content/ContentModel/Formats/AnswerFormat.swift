// SPDX-License-Identifier: Apache-2.0

/// The formats of documents, for the gateway and for exported edge configurations.
package enum AnswerFormat: UInt8, CaseIterable, Sendable {
  case json
  case xmlPropertyList
  case binaryPropertyList

  package static let allCases: [AnswerFormat] = [.json, .xmlPropertyList, .binaryPropertyList]

  /// The format for clients without a preference.
  package static let standard = AnswerFormat.json

  /// The suffix of paths that ask for the format, with its dot.
  package var suffix: StaticString {
    switch self {
    case .json: ".json"
    case .xmlPropertyList: ".plist"
    case .binaryPropertyList: ".bplist"
    }
  }

  /// The suffix without its dot.
  package var fileExtension: String { AnswerFormat.fileExtensions[Int(rawValue)] }

  private static let fileExtensions = allCases.map { String("\($0.suffix)".dropFirst()) }

  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .xmlPropertyList: "application/x-plist"
    case .binaryPropertyList: "application/x-bplist"
    }
  }
}
