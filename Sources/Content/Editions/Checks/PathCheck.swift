// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import DataFiles
import Services
import Sites

/// No address means two things: a document in a folder that reads as a token would hide another one
/// from the visitors of that token.
struct PathCheck {
  let linkage: Linkage

  func run(_ findings: inout Findings) {
    let reader = TokenReader(linkage.words, seal: NoSeal())
    for draft in linkage.drafts {
      guard let slash = draft.path.firstIndex(of: "/") else { continue }
      let rest = String(draft.path[draft.path.index(after: slash)...])
      guard let hidden = linkage.numbers[rest] else { continue }
      let folder = Array(draft.path[..<slash].utf8)
      guard reader.token(folder.span) != nil else { continue }
      findings.error(
        .badPath,
        at: draft.place,
        "the folder of \"\(draft.path)\" reads as a token, so that its address also means "
          + "\"\(rest)\"; give the folder another name",
        parties: [Finding.Party(linkage.drafts[hidden].place, "the document \"\(rest)\"")]
      )
    }
  }
}

/// Vouches for nothing: only the form of a token is asked for.
struct NoSeal: TokenSeal {
  func seal(of text: Span<UInt8>) -> SealBytes { SealBytes(repeating: 0) }
}
