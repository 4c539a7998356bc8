// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import FolderTesting
import Foundation
import ProgramTesting
import Reactor

/// A site in a folder of its own whose one document shows texts of translators' files.
final class TextSite: Sendable {
  private let temporary = TemporaryFolder()
  var folder: String { "\(temporary.path)/texts" }

  /// - Parameters:
  ///   - languages: those that are published, the first one being the source.
  ///   - standard: the default one; the first, unless given.
  ///   - files: by their paths in `Locales`.
  ///   - body: the document's.
  init(
    _ languages: String,
    standard: String? = nil,
    _ files: [String: String],
    body: String
  ) throws {
    let tags = languages.split(separator: " ").map { "\"\($0)\"" }
    let standard = standard.map { "\"\($0)\"" } ?? tags[0]
    try put(
      "Content/site.json5",
      """
      { languages: { published: [\(tags.joined(separator: ", "))], source: \(tags[0]),
        default: \(standard) }, roots: "*", texts: { unused: "*" } }
      """
    )
    try put("Content/config.json5", #"{ datatype: "config", body: {} }"#)
    try put("Content/texts.json5", "{ datatype: \"screen\", body: \(body) }")
    for (path, text) in files { try put("Locales/\(path)", text) }
  }

  func put(_ path: String, _ text: String) throws {
    let file = "\(folder)/\(path)"
    try Files.makeFolder((file as NSString).deletingLastPathComponent)
    try Files.write(Array(text.utf8), to: file)
  }

  /// The outcome of `portico check`, which must come within seconds.
  func check(_ options: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(["check", "--site", folder] + options, seconds: 20)
  }

  /// The document in some languages, as `portico serve` answers over a socket.
  func served(in languages: [String]) async throws -> [String: DataValue] {
    let command = try RunningCommand(["--site", folder] + RunningCommand.anywhere)
    let address = try await command.addresses().visitors
    var answers: [String: DataValue] = [:]
    for language in languages {
      let answer = try await RunningCommand.ask("GET /\(language)/texts", at: address)
      answers[language] = try PlainAnswer(answer).json
    }
    try await command.stop()
    return answers
  }
}
