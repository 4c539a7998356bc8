// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import DataFiles
import FileShapes
import HTTPValues
import Plans
import Sites

/// Checks that passes hide no documents.
struct PassCheck {
  let linkage: Linkage

  func run(_ findings: inout Findings) {
    for pass in linkage.site.passes { checkUpgrades(pass, &findings) }
    let reader = TokenReader(linkage.words, seal: NoSeal())
    for pass in linkage.site.passes where !pass.isForTheRest {
      checkDocuments(pass, &findings)
      let first = Array(pass.prefix.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
      guard reader.token(first.span) != nil else { continue }
      findings.error(
        .badPath,
        at: pass.place,
        "the pass \"\(pass.prefix)\" begins with an audience token and would hide the documents "
          + "below it; give it another path"
      )
    }
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
