// SPDX-License-Identifier: Apache-2.0

import Bytes
import CodeGeneration
import ContentModel
import ContentResolution
package import DataFiles
import Digests
import FileShapes
import Files
import Localization
package import Sites

/// The outcome of compiling a site.
package struct Compilation: Sendable {
  /// `nil` if there were errors.
  package let edition: Edition?
  /// The edition of a site that has more audiences than it may have and no other error: it can be explained
  /// and never published.
  package let overBudget: Edition?
  /// Everything there is to say, errors first.
  package let findings: [Finding]

  package init(edition: Edition?, overBudget: Edition? = nil, findings: [Finding]) {
    self.edition = edition
    self.overBudget = overBudget
    self.findings = findings
  }
}

/// Makes editions of a site; keeps what it read, so that the next edition costs what has changed.
package struct SiteCompiler {
  private let source: any SiteSource
  private let shape: SiteShape
  /// In the order of their paths.
  private var known: [KnownFile] = []
  private var settings = SiteSettings()
  private var locks = LockedVersions()
  private var linkedTexts: LinkedTexts?
  /// The last compilation, used again as long as no file has changed.
  private var last: Compilation?

  /// The texts of some files put together.
  private struct LinkedTexts {
    let files: [KnownFile]
    let texts: SiteTexts
    let findings: [Finding]
  }

  package init(_ source: any SiteSource, _ shape: SiteShape) {
    self.source = source
    self.shape = shape
  }

  /// Compiles files that are compiled only once.
  package static func compilation(of source: any SiteSource, _ shape: SiteShape) -> Compilation {
    var compiler = SiteCompiler(source, shape)
    return compiler.compile()
  }

  /// The files as they were read last.
  package var files: EditionFiles { EditionFiles(known: known, source: source) }

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
    let settingsFindings = findings
    let locks = locks.refreshed(files, of: settings, in: source)
    if settings != self.settings || locks != self.locks {
      known = []
      linkedTexts = nil
      last = nil
      self.settings = settings
      self.locks = locks
    }
    let before = known
    known = SiteFileReader(source, settings, locks.supported).read(files, known: known)
    if let last, known.elementsEqual(before, by: ===) { return last }
    let compilation = compilation(settingsFindings)
    last = compilation
    return compilation
  }

  /// Compiles the files that were read. Where the settings are wrong, findings that may only follow
  /// from that are left out.
  private mutating func compilation(_ settingsFindings: Findings) -> Compilation {
    var findings = settingsFindings
    StrayFileCheck(known).run(&findings)
    guard !settingsFindings.hasErrors, let matcher = matcher(settings, &findings) else {
      var following: Set<FindingRule> = [.unknownName, .overBudget, .schema]
      // The maximum size of a document is one of the settings.
      if settingsFindings.all.contains(where: { $0.rule == .unreadable }) {
        following.insert(.unreadable)
      }
      findings.add(known.flatMap(\.findings).filter { !following.contains($0.rule) })
      return Compilation(edition: nil, findings: findings.sorted)
    }
    for file in known { findings.add(file.findings) }
    findings.add(locks.findings)
    return link(documents(&findings), matcher, findings)
  }

  /// All documents in the order of their paths.
  private func documents(_ findings: inout Findings) -> [KnownFile.Document] {
    var documents = known.compactMap(\.document)
    let isSorted = zip(documents, documents.dropFirst()).allSatisfy { first, second in
      first.draft.path < second.draft.path
    }
    if !isSorted { documents.sort { $0.draft.path < $1.draft.path } }
    return isSorted ? documents : withoutDuplicates(documents, &findings)
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
    guard let value = source.settingsValue(&findings) else { return settings }
    return SiteSettings(reading: value, as: shape, &findings)
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

  private func withoutDuplicates(
    _ documents: [KnownFile.Document],
    _ findings: inout Findings
  ) -> [KnownFile.Document] {
    var unique: [KnownFile.Document] = []
    unique.reserveCapacity(documents.count)
    for document in documents {
      guard let last = unique.last?.draft, last.path == document.draft.path else {
        unique.append(document)
        continue
      }
      findings.error(
        .duplicateDocument,
        at: document.draft.place,
        "two files are the document \"\(last.path)\"",
        parties: [Finding.Party(last.place, "the other one")]
      )
    }
    return unique
  }

  private mutating func link(
    _ documents: [KnownFile.Document],
    _ matcher: LanguageMatcher,
    _ findings: consuming Findings
  ) -> Compilation {
    let texts = texts(matcher, &findings)
    let linkage: Linkage
    do {
      linkage = try Linkage(
        site: settings,
        drafts: documents.map(\.draft),
        unread: UnreadDocuments(known.compactMap(\.unreadDocument)),
        texts: texts,
        matcher: matcher
      )
    } catch {
      findings.error(.overBudget, at: FilePlace(SiteSettings.path), error.description)
      return Compilation(edition: nil, findings: findings.sorted)
    }
    let profiles = ProfileTable(linkage)
    let reach = ReachTable(linkage, profiles)
    VariantCheck(linkage).run(&findings)
    PathCheck(linkage: linkage).run(&findings)
    PassCheck(linkage: linkage).run(&findings)
    LinkCheck(linkage: linkage).run(&findings)
    AddressingCheck(linkage: linkage).run(&findings)
    ModelCheck(linkage: linkage).run(&findings)
    FlowCheck(linkage: linkage).run(&findings)
    CarryCheck(linkage: linkage).run(&findings)
    EmbedCheck(linkage: linkage).run(&findings)
    let misspelled = MisspelledTexts(linkage)
    LanguageCheck(linkage: linkage, misspelled: misspelled).run(&findings)
    UnusedTextCheck(linkage: linkage, misspelled: misspelled).run(&findings)
    DrawingCheck(linkage: linkage).run(&findings)
    VersionLockCheck(linkage, documents, locks.supported).run(&findings)
    let hasErrors = findings.hasErrors
    BudgetCheck(linkage: linkage, reach: reach).run(&findings)
    guard !hasErrors else { return Compilation(edition: nil, findings: findings.sorted) }
    let edition = Edition(
      name: name,
      linkage: linkage,
      sources: documents.map(\.source),
      profiles: profiles,
      reach: reach,
      locks: locks.supported,
      warnings: findings.sorted
    )
    return findings.hasErrors
      ? Compilation(edition: nil, overBudget: edition, findings: findings.sorted)
      : Compilation(edition: edition, findings: findings.sorted)
  }

  /// The texts of all files; as they were where no file of texts has changed.
  private mutating func texts(
    _ matcher: LanguageMatcher,
    _ findings: inout Findings
  ) -> SiteTexts {
    let files = known.filter { $0.texts != nil }
    if let linkedTexts, linkedTexts.files.elementsEqual(files, by: ===) {
      findings.add(linkedTexts.findings)
      return linkedTexts.texts
    }
    var linker = TextsLinker(matcher, source: settings.languages.source)
    for draft in files.lazy.compactMap(\.texts) { linker.add(draft) }
    let texts = linker.finish()
    linkedTexts = LinkedTexts(files: files, texts: texts, findings: linker.findings.all)
    findings.add(linker.findings.all)
    return texts
  }

  /// The digest of all paths and contents.
  private var name: String {
    var text: [UInt8] = []
    for file in known {
      text += file.entry.path.utf8
      text.append(0)
      text += file.digest.bytes
    }
    return Hexadecimal.text(SHA256.digest(of: text.span).prefix(8))
  }
}
