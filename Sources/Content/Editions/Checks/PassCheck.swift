// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import DataFiles
import FileShapes
import HTTPValues
import Services
import Sites

/// Checks that passes hide no documents.
struct PassCheck {
  let linkage: Linkage

  func run(_ findings: inout Findings) {
    for pass in linkage.site.passes { checkUpgrades(pass, &findings) }
    for pass in linkage.site.passes where !pass.isForTheRest {
      checkDocuments(pass, &findings)
      guard let language = language(ofTokensAt: pass) else { continue }
      findings.error(
        .badPath,
        at: pass.place,
        "the pass \"\(pass.prefix)\" begins with an audience token, as links in \"\(language)\" do, and would "
          + "hide the documents below it; give it another path"
      )
    }
  }

  /// The language of links that lead along a pass and not to a document. Every token in a link begins with published
  /// languages, or with `und`: a path that begins otherwise is a pass's own, whatever else would read as a token.
  private func language(ofTokensAt pass: PassDeclaration) -> String? {
    let languages = linkage.words.published + ["und"]
    let first = pass.prefix.dropFirst().prefix { $0 != "/" && $0 != "." }
    for part in first.split(separator: "~") {
      let part = part.lowercased()
      if let language = languages.first(where: { $0.lowercased() == part }) { return language }
    }
    return nil
  }

  /// A WebSocket begins in HTTP/1.1, whatever else the service speaks.
  private func checkUpgrades(_ pass: PassDeclaration, _ findings: inout Findings) {
    guard pass.webSockets != nil,
      let backend = linkage.site.backends.first(where: { $0.name == pass.backend }),
      backend.speech == .http2
        || backend.speech == .auto && backend.addresses.contains(where: \.origin.isSecure)
    else { return }
    findings.error(
      .badValue,
      at: pass.place,
      "the backend \"\(backend.name)\" of the pass \"\(pass.prefix)\" with \"webSockets\" may be "
        + "called by HTTP/2, over which WebSockets are not supported; expected \"protocol\": "
        + "\"http/1.1\" of it"
    )
  }

  private func checkDocuments(_ pass: PassDeclaration, _ findings: inout Findings) {
    guard let hidden = linkage.drafts.first(where: { pass.covers("/" + $0.path) }) else { return }
    findings.error(
      .badPath,
      at: pass.place,
      "the pass \"\(pass.prefix)\" hides the document \"\(hidden.path)\"",
      parties: [Finding.Party(hidden.place, "the document \"\(hidden.path)\"")]
    )
  }
}
