// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Localization
import Sites

/// Checks for files that are not used: one finding for each folder, however many there are.
struct StrayFileCheck {
  /// As many as are named.
  static let namedFiles = 10

  /// The files of a kind that nothing reads, in the order of their paths.
  let files: [KnownFile]

  init(_ known: [KnownFile]) { files = known.filter(\.isStray) }

  func run(_ findings: inout Findings) {
    report(SiteFolder.contentFolder, "documents", DocumentName.expectedExtensions, &findings)
    report(SiteFolder.localesFolder, "texts", TextsDraft.expectedExtensions, &findings)
  }

  private func report(
    _ folder: String,
    _ what: String,
    _ extensions: String,
    _ findings: inout Findings
  ) {
    let stray = files.map(\.entry.path).filter { $0.hasPrefix("\(folder)/") }
    guard let first = stray.first else { return }
    let named = stray.dropFirst().prefix(StrayFileCheck.namedFiles - 1)
    let rest = stray.count - named.count - 1
    findings.warning(
      .strayFile,
      at: FilePlace(first),
      "nothing reads "
        + (stray.count == 1 ? "this file" : "this file and \(stray.count - 1) more in \(folder)")
        + (rest > 0 ? ", of which the first \(StrayFileCheck.namedFiles) are named here" : "")
        + "; \(what) are read from files that end with \(extensions)",
      parties: named.map { Finding.Party(FilePlace($0), "nothing reads this one either") }
    )
  }
}
