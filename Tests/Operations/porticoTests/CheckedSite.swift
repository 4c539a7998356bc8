// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import FolderTesting
import Foundation
import ProgramTesting
import Testing

/// A site in a folder of its own, in English and French, that commands look at.
final class CheckedSite: Sendable {
  private let temporary = TemporaryFolder()
  var folder: String { "\(temporary.path)/checked" }

  static let settings = """
    { languages: { published: ["en", "fr"], source: "en", default: "en" },
      regions: { dach: ["DE", "AT", "CH"] }, roots: "*" }
    """

  /// - Parameter files: by their paths from the folder; a document's path may leave out folder and kind.
  init(_ files: [String: String], settings: String = CheckedSite.settings) throws {
    try put("Content/site.json5", settings)
    if files["config"] == nil { try put("config", #"{ datatype: "config", body: {} }"#) }
    for (path, text) in files { try put(path, text) }
  }

  func put(_ path: String, _ text: String) throws {
    let file = "\(folder)/\(path.contains(".") ? path : "Content/\(path).json5")"
    // Servers that read an exported file run as another user.
    try Files.makeFolder((file as NSString).deletingLastPathComponent, isPublic: true)
    try Files.write(Array(text.utf8), to: file)
  }

  func run(_ words: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(
      [words[0], "--site", folder, "--state", "\(folder)/state"] + words.dropFirst(),
      seconds: 60
    )
  }

  func check(_ options: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(["check", "--site", folder] + options, seconds: 60)
  }

  /// The findings of the check, each as its severity, rule, file and line, and their messages.
  func findings() async throws -> (lines: [String], messages: [String]) {
    let report = try DataValue(
      reading: Array(try await check("--json").output.utf8).span,
      as: .json
    )
    guard case .array(let findings)? = report["findings"]?.content else {
      Issue.record("\(report)")
      return ([], [])
    }
    func text(_ finding: DataValue, _ key: String) -> String {
      switch finding[key]?.content {
      case .string(let text): text
      case .integer(let number): "\(number)"
      default: "?"
      }
    }
    return (
      findings.map { finding in
        ["severity", "rule", "file", "line"].map { text(finding, $0) }.joined(separator: " ")
      },
      findings.map { text($0, "message") }
    )
  }
}
