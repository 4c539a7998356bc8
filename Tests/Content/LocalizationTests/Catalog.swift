// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Localization

/// Files of texts put together for a site of some languages, the first of which is the source.
struct Catalog {
  let texts: SiteTexts
  let findings: [Finding]
  private let matcher: LanguageMatcher

  init(_ languages: [String], _ files: [(path: String, text: String)]) throws {
    let matcher = try LanguageMatcher(
      published: languages.compactMap { LanguageTag($0) },
      standard: LanguageTag(languages[0])
    )
    var linker = TextsLinker(matcher, source: LanguageTag(languages[0]))
    for (path, text) in files {
      let bytes = Array(text.utf8)
      linker.add(TextsDraft(reading: bytes.span, file: "Locales/\(path)", path: path))
    }
    texts = linker.finish()
    findings = linker.findings.sorted
    self.matcher = matcher
  }

  /// A text as JSON.
  func text(
    _ key: String,
    in language: String,
    _ arguments: [(String, DataValue.Content)] = [],
    device: DeviceClass? = nil
  ) -> String? {
    guard let index = LanguageTag(language).flatMap({ matcher.index(of: $0) }),
      let values = try? DataDictionary(arguments.map { .init($0.0, DataValue($0.1)) }),
      let value = texts.text(key, in: index, arguments: values, device: device)
    else { return nil }
    if case .string(let text) = value.content { return text }
    var bytes: [UInt8] = []
    try? JSONWriter().write(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is wrong, each as its severity, rule and place.
  var complaints: [String] {
    findings.map { finding in
      "\(finding.severity) \(finding.rule) "
        + "\(finding.place.file.dropFirst("Locales/".count)):\(finding.place.position.line)"
    }
  }
}
