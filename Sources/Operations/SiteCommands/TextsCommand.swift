// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import ContentResolution
import DataFiles
import Editions
import Files
import Localization
import Reactor
import Serving

/// `portico texts`: lists the texts of a site, or writes them to files for translators.
struct TextsCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "texts",
    summary: "List the texts of a site, or write those that are missing to files for translators.",
    options: [
      Option("missing", "Only the texts that a language has not"),
      Option(
        "language TAG",
        "Only this language, such as sv",
        fallback: "all but the source language"
      ),
      Option("format NAME", "Write a file for translators: " + formats),
      Option(
        "output FOLDER",
        "Where the files are written, one for each language",
        fallback: "standard output"
      ),
      SiteOptions.site, SiteOptions.state, SiteOptions.json,
    ],
    examples: [
      "portico texts --missing": "List what translators owe.",
      "portico texts --missing --language sv --format xliff > sv.xliff":
        "Write what is missing in Swedish.",
      "portico texts --missing --format po --output owed":
        "Write a file for each language that lacks texts.",
    ]
  )

  private static let formats = TextsFormat.allCases.map(\.rawValue).joined(separator: ", ")

  private let options: SiteOptions
  private let isMissing: Bool
  private let language: String?
  private let format: TextsFormat?
  private let output: String?

  init(_ arguments: Arguments) throws {
    options = SiteOptions(arguments)
    isMissing = arguments.has("missing")
    language = arguments.value("language")
    output = arguments.value("output")
    format = try arguments.value("format", expected: "one of \(Self.formats)") {
      TextsFormat(rawValue: $0.lowercased())
    }
    if output != nil, format == nil {
      throw UsageError("--output needs --format, one of \(Self.formats)")
    }
  }

  func run() throws -> ExitCode {
    let edition = try options.shownEdition()
    let owed = try languages(of: edition).map { index in
      (
        language: edition.matcher[index],
        texts: edition.textsToTranslate(missingIn: isMissing ? index : nil)
      )
    }
    guard let format else {
      list(owed)
      return .done
    }
    let source = edition.texts.source.map { edition.matcher[$0] } ?? .undetermined
    guard let output else {
      guard owed.count == 1 else {
        throw UsageError(
          "there are \(owed.count) languages; expected --language with one, or --output with a folder"
        )
      }
      StandardStream.output.write(file(owed[0].texts, format, source, owed[0].language))
      return .done
    }
    for (language, texts) in owed where !texts.isEmpty {
      let path = "\(output)/\(format.path(language))"
      try Files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try Files.write(Array(file(texts, format, source, language).utf8), to: path)
      StandardStream.output.write("\(path): \(texts.count) texts\n")
    }
    return .done
  }

  private func languages(of edition: Edition) throws -> [LanguageIndex] {
    let all = edition.matcher.published.indices.map { LanguageIndex(rawValue: UInt8($0)) }
    guard let language else {
      return all.filter { $0 != edition.texts.source && PseudoLocale(edition.matcher[$0]) == nil }
    }
    guard let index = LanguageTag(language).flatMap({ edition.matcher.index(of: $0) }) else {
      let published = edition.matcher.published.map { "\($0)" }
      throw UsageError(
        "the site does not publish \(language); expected one of \(published.joined(separator: ", "))"
      )
    }
    return [index]
  }

  private func list(_ owed: [(language: LanguageTag, texts: [OwedText])]) {
    guard !options.isJSON else {
      DataValue.members(owed.map { ("\($0.language)", .texts($0.texts.map(\.key))) }).print()
      return
    }
    if !isMissing, language == nil {
      for text in owed.first?.texts ?? [] { StandardStream.output.write("\(text.key)\n") }
      return
    }
    for (language, texts) in owed {
      for text in texts { StandardStream.output.write("\(language)\t\(text.key)\n") }
    }
  }

  private func file(
    _ texts: [OwedText],
    _ format: TextsFormat,
    _ source: LanguageTag,
    _ language: LanguageTag
  ) -> String {
    let (text, left) = format.file(texts, from: source, to: language)
    if !left.isEmpty {
      StandardStream.errors.write(
        "portico: \(format.rawValue) cannot have \(left.joined(separator: ", ")); "
          + "write \(left.count == 1 ? "it" : "them") in the format of the source language\n"
      )
    }
    return text
  }
}
