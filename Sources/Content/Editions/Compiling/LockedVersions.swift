// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import DataFiles
import Files
import Sites

/// The versions of apps that are in use and say what they decode, as the files said it last.
struct LockedVersions: Equatable {
  private static let maximumBytes = 16_777_216

  private(set) var supported: [VersionLock] = []
  private(set) var findings: [Finding] = []
  private var files: [FileEntry] = []
  private var settings: SiteSettings?

  /// The same, read again if a file or the settings have changed.
  func refreshed(
    _ all: [FileEntry],
    of settings: SiteSettings,
    in source: any SiteSource
  ) -> LockedVersions {
    let folder = "\(SiteFolder.versionsFolder)/"
    let files = all.filter { $0.path.hasPrefix(folder) && $0.path.hasSuffix(".json5") }
    if files == self.files, files.isEmpty || settings == self.settings { return self }
    var read = LockedVersions()
    var findings = Findings()
    (read.files, read.settings) = (files, settings)
    read.supported = VersionLock.supported(
      in: files.map(\.path),
      of: settings,
      value: { file, findings in
        source.value(of: file, limit: LockedVersions.maximumBytes, &findings)?.value
      },
      noting: &findings
    )
    read.findings = findings.all
    return read
  }
}
