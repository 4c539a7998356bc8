// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
package import DataFiles
import Digests
import Files

/// What came of compiling a site.
package struct Compilation: Sendable {
  /// `nil` if there were errors.
  package let edition: Edition?
  /// Everything there is to say, errors first.
  package let findings: [Finding]
}

/// Makes editions of a site; keeps what it read, so that the next edition costs what has changed.
package struct SiteCompiler {
  /// Bytes of one file of texts.
  private static let maximumTextsBytes = 33_554_432

  private let source: any SiteSource
  private var known: [String: KnownFile] = [:]
  private var settings = SiteSettings()

  /// What a file came to when it was read last.
  private struct KnownFile {
    let stamp: FileEntry.Stamp
    let digest: [UInt8]
    var document: KnownDocument?
    var texts: [UInt8] = []
  }

  private struct KnownDocument {
    let draft: DocumentDraft?
    let source: DocumentSource
    let findings: [Finding]
  }

  package init(_ source: any SiteSource) { self.source = source }

  /// Reads what has changed, checks all of it and makes an edition if there is no error.
  package mutating func compile() -> Compilation {
    var findings = Findings()
    let files: [FileEntry]
    do {
      files = try source.files()
    } catch {
      findings.add(error.finding)
      return Compilation(edition: nil, findings: findings.sorted)
    }
    let settings = readSettings(files, &findings)
    if settings != self.settings {
      known = [:]
      self.settings = settings
    }
    read(files, &findings)
    guard let matcher = matcher(settings, &findings) else {
      return Compilation(edition: nil, findings: findings.sorted)
    }
    let documents = files.compactMap { known[$0.path]?.document }
      .filter { $0.draft != nil }
      .sorted { ($0.draft?.path ?? "") < ($1.draft?.path ?? "") }
    let unique = withoutDuplicates(documents, &findings)
    let edition = link(unique, files, matcher, &findings)
    return Compilation(edition: edition, findings: findings.sorted)
  }

  private func readSettings(
    _ files: [FileEntry],
    _ findings: inout Findings
  ) -> SiteSettings {
    guard files.contains(where: { $0.path == SiteSettings.path }) else {
      findings.error(
        .missingKey,
        at: FilePlace(SiteSettings.path),
        "there is no such file, which says what languages the site has; `portico new` makes one"
      )
      return SiteSettings()
    }
    guard let value = value(of: SiteSettings.path, &findings)?.value else { return SiteSettings() }
    let reader = SiteReader(value)
    findings.add(reader.findings.all)
    return reader.settings
  }

  private func matcher(
    _ settings: SiteSettings,
    _ findings: inout Findings
  ) -> LanguageMatcher? {
    guard !settings.languages.published.isEmpty else { return nil }
    do {
      return try LanguageMatcher(
        published: settings.languages.published,
        steps: settings.languages.steps,
        standard: settings.languages.standard
      )
    } catch {
      findings.error(.badValue, at: FilePlace(SiteSettings.path), error.description)
      return nil
    }
  }

  /// Reads what is new or has changed, and forgets what is gone.
  private mutating func read(_ files: [FileEntry], _ findings: inout Findings) {
    let reader = DocumentReader(settings)
    var kept: [String: KnownFile] = [:]
    kept.reserveCapacity(files.count)
    for file in files {
      if let before = known[file.path], before.stamp == file.stamp {
        kept[file.path] = before
      } else {
        kept[file.path] = read(file, reader, &findings)
      }
      if let document = kept[file.path]?.document { findings.add(document.findings) }
    }
    known = kept
  }

  private func read(
    _ file: FileEntry,
    _ reader: DocumentReader,
    _ findings: inout Findings
  ) -> KnownFile? {
    guard let name = DocumentName(file: file.path) else { return readTexts(file, &findings) }
    var own = Findings()
    guard let (bytes, format, value) = value(of: file.path, &own) else {
      findings.add(own.all)
      return nil
    }
    let draft = reader.draft(value, file: file.path, path: name.path, &own)
    if let problem = name.problem {
      own.error(.badPath, at: FilePlace(file.path), problem)
    }
    return KnownFile(
      stamp: file.stamp,
      digest: SHA256.digest(of: bytes.span),
      document: KnownDocument(
        draft: draft,
        source: DocumentSource(bytes: bytes, format: format),
        findings: own.all
      )
    )
  }

  private func readTexts(_ file: FileEntry, _ findings: inout Findings) -> KnownFile? {
    do {
      let bytes = try source.read(file.path, limit: SiteCompiler.maximumTextsBytes)
      return KnownFile(
        stamp: file.stamp,
        digest: SHA256.digest(of: bytes.span),
        texts: file.path.hasPrefix("\(SiteFolder.localesFolder)/") ? bytes : []
      )
    } catch {
      findings.add(error.finding)
      return nil
    }
  }

  private func value(
    of file: String,
    _ findings: inout Findings
  ) -> (bytes: [UInt8], format: DataFormat, value: DataValue)? {
    do {
      let bytes = try source.read(file, limit: settings.budgets.documentBytes)
      let format: DataFormat = file.hasSuffix(".json") ? .json : .json5
      do {
        let value = try DataValue(reading: bytes.span, as: format, rules: .documents)
        return (bytes, format, value)
      } catch {
        findings.error(
          .unreadable,
          at: FilePlace(file, error.position),
          "\(error.kind.rawValue): found \(error.seen), expected \(error.expected)"
        )
      }
    } catch {
      findings.add(error.finding)
    }
    return nil
  }

  private func withoutDuplicates(
    _ documents: [KnownDocument],
    _ findings: inout Findings
  ) -> [KnownDocument] {
    var unique: [KnownDocument] = []
    for document in documents {
      guard let last = unique.last?.draft, let draft = document.draft, last.path == draft.path
      else {
        unique.append(document)
        continue
      }
      findings.error(
        .duplicateDocument,
        at: draft.place,
        "two files are the document \"\(draft.path)\"",
        parties: [Finding.Party(last.place, "the other one")]
      )
    }
    return unique
  }

  private func link(
    _ documents: [KnownDocument],
    _ files: [FileEntry],
    _ matcher: LanguageMatcher,
    _ findings: inout Findings
  ) -> Edition? {
    let texts = texts(files, matcher, &findings)
    let linkage: Linkage
    do {
      linkage = try Linkage(
        site: settings,
        drafts: documents.compactMap(\.draft),
        texts: texts,
        matcher: matcher
      )
    } catch {
      findings.error(.overBudget, at: FilePlace(SiteSettings.path), error.description)
      return nil
    }
    let profiles = ProfileTable(linkage)
    let reach = ReachTable(linkage, profiles)
    VariantCheck(linkage).run(&findings)
    LinkCheck(linkage: linkage).run(&findings)
    FlowCheck(linkage: linkage).run(&findings)
    LanguageCheck(linkage: linkage).run(&findings)
    DrawingCheck(linkage: linkage).run(&findings)
    BudgetCheck(linkage: linkage, reach: reach).run(&findings)
    guard !findings.hasErrors else { return nil }
    return Edition(
      name: name(of: files),
      linkage: linkage,
      sources: documents.map(\.source),
      profiles: profiles,
      reach: reach,
      warnings: findings.sorted
    )
  }

  private func texts(
    _ files: [FileEntry],
    _ matcher: LanguageMatcher,
    _ findings: inout Findings
  ) -> SiteTexts {
    var tables = [[String: String]](repeating: [:], count: matcher.published.count)
    for file in files where file.path.hasPrefix("\(SiteFolder.localesFolder)/") {
      let name = file.path.dropFirst(SiteFolder.localesFolder.count + 1).dropLast(5)
      guard let tag = LanguageTag(name), let index = matcher.index(of: tag),
        let bytes = known[file.path]?.texts,
        let value = try? DataValue(reading: bytes.span, as: .json),
        case .dictionary(let table) = value.content
      else { continue }
      for member in table.members {
        if case .string(let text) = member.value.content {
          tables[Int(index.rawValue)][member.key] = text
        }
      }
    }
    return SiteTexts(tables, matcher: matcher)
  }

  /// The digest of all paths and contents.
  private func name(of files: [FileEntry]) -> String {
    var text: [UInt8] = []
    for file in files {
      text += Array(file.path.utf8)
      text.append(0)
      text += known[file.path]?.digest ?? []
    }
    return Hexadecimal.text(SHA256.digest(of: text.span).prefix(8))
  }
}
