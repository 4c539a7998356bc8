// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions

/// The draft of a preview whose publication a loop serves.
struct ServedDraft {
  private static let mostErrors = 20

  let word: EditionWord
  /// The token of the preview's link.
  let token: String
  let expires: UnixTime
  /// The errors that keep a later state of the files from being shown.
  let errors: [String]
  /// Tells what apps are shown: the edition and the errors.
  let tag: String

  /// - Parameter findings: those of files that cannot be shown.
  init(
    _ word: EditionWord,
    token: String,
    until expires: UnixTime,
    _ publication: Publication,
    _ findings: [Finding]
  ) {
    self.word = word
    self.token = token
    self.expires = expires
    errors = findings.filter { $0.severity == .error }.prefix(ServedDraft.mostErrors).map {
      "\($0)"
    }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in errors.joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let state = errors.isEmpty ? "" : "-\(String(hash, radix: 16))"
    tag = "W/\"\(publication.edition.name)-\(publication.number)\(state)\""
  }
}
