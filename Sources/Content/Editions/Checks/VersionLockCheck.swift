// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import ContentModel
import ContentResolution
import DataFiles
import Sites

/// No app that is in use gets a document that it cannot decode.
struct VersionLockCheck {
  private let linkage: Linkage
  private let documents: [KnownFile.Document]
  private let locks: [VersionLock]

  /// - Parameter documents: the documents of the linkage, in its order.
  init(_ linkage: Linkage, _ documents: [KnownFile.Document], _ locks: [VersionLock]) {
    self.linkage = linkage
    self.documents = documents
    self.locks = locks
  }

  func run(_ findings: inout Findings) {
    guard !locks.isEmpty else { return }
    for (number, document) in documents.enumerated() {
      for breach in document.breaches { check(breach, of: number, &findings) }
      checkLightEmbeds(in: number, &findings)
    }
    checkConfig(&findings)
  }

  private func check(_ breach: LockBreach, of number: Int, _ findings: inout Findings) {
    let draft = linkage.drafts[number]
    let view = VersionView(linkage, breach.lock.app, breach.lock.version.version)
    let rows = view.rows(around: breach.use, inVariant: breach.variant, of: draft)
    guard let reader = view.reader(of: number, variant: breach.variant, rows: rows) else { return }
    let owner = breach.use.isDocument ? "" : " of \"\(breach.use.datatype)\""
    report(
      "\"\(breach.member)\"\(owner) is \(breach.seen), and it expects \(breach.expected)",
      breach.lock,
      reader,
      draft,
      at: breach.position,
      &findings
    )
  }

  /// The light view of a document that stands in another one lacks members.
  private func checkLightEmbeds(in number: Int, _ findings: inout Findings) {
    let draft = linkage.drafts[number]
    for (index, variant) in draft.variants.enumerated() {
      for link in draft.links(of: variant) where link.isLight {
        guard let target = linkage.number(of: link), let light = linkage.drafts[target].light else {
          continue
        }
        let datatype = linkage.drafts[target].datatype
        for lock in locks {
          guard let name = lock.needed(of: datatype).first(where: { !light.contains($0) }),
            let reader = VersionView(linkage, lock.app, lock.version.version)
              .reader(of: number, variant: index, rows: link.rows)
          else { continue }
          report(
            "\"\(name)\" of \"\(datatype)\" is missing in the light view, and it needs it",
            lock,
            reader,
            draft,
            at: link.position,
            &findings
          )
        }
      }
    }
  }

  private func checkConfig(_ findings: inout Findings) {
    guard let number = linkage.numbers[linkage.site.config] else { return }
    let draft = linkage.drafts[number]
    for lock in locks where lock.config != draft.datatype {
      report(
        "its datatype is \"\(draft.datatype)\", and it expects \"\(lock.config)\"",
        lock,
        nil,
        draft,
        at: .start,
        &findings
      )
    }
  }

  private func report(
    _ what: String,
    _ lock: VersionLock,
    _ reader: VersionView.Reader?,
    _ draft: DocumentDraft,
    at position: SourcePosition,
    _ findings: inout Findings
  ) {
    let example =
      if case .example(let element)? = reader {
        ", for example \(linkage.words.description(of: element))"
      } else { "" }
    findings.error(
      .cannotDecode,
      at: draft.place(position),
      "version \(lock.version.text) of \(lock.app) cannot decode \"\(draft.path)\": \(what)\(example)",
      parties: [Finding.Party(lock.place, "what the version decodes")]
    )
  }
}
