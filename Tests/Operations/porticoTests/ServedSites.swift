// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import FolderTesting
import Foundation
import LoopTesting
import Reactor
import Testing

/// Some sites in folders of their own, and a command that serves them.
final class ServedSites: Sendable {
  private let temporary = TemporaryFolder()
  var folder: String { temporary.path }

  /// Writes a site whose one document says whose it is.
  func write(_ site: String, _ settings: String) throws {
    try Files.makeFolder("\(folder)/\(site)/Content")
    try put(
      "{ languages: { published: [\"en\"], source: \"en\", default: \"en\" }, roots: \"*\","
        + " \(settings) }",
      at: "\(site)/Content/site.json5"
    )
    let name = site.split(separator: "/").last ?? ""
    try put(
      #"{ datatype: "config", body: { of: "\#(name)" } }"#,
      at: "\(site)/Content/config.json5"
    )
  }

  func put(_ text: String, at path: String) throws {
    try Files.write(Array(text.utf8), to: "\(folder)/\(path)")
  }

  func text(of path: String) throws -> String {
    String(decoding: try Files.read("\(folder)/\(path)"), as: UTF8.self)
  }

  /// The arguments of a command that serves some of the sites.
  func arguments(_ sites: [String]) -> [String] {
    sites.flatMap { ["--site", "\(folder)/\($0)"] } + RunningCommand.anywhere
  }
}

/// The head and the body of an answer.
struct PlainAnswer {
  let status: String
  let body: String

  init(_ text: String) {
    status = String(text.dropFirst(9).prefix(3))
    body = text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
  }

  /// The body as JSON.
  var json: DataValue {
    get throws { try DataValue(reading: Array(body.utf8).span, as: .json) }
  }
}

extension DataValue {
  /// The text of a member, a number being written out.
  func text(_ key: String) -> String? {
    switch self[key]?.content {
    case .string(let text)?: text
    case .integer(let number)?: "\(number)"
    case .bool(let boolean)?: "\(boolean)"
    default: nil
    }
  }

  func list(_ key: String) -> [DataValue] {
    if case .array(let elements)? = self[key]?.content { elements } else { [] }
  }
}
