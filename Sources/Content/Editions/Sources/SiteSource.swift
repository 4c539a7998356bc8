// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Files

/// Where the files of a site come from: a folder, or an edition that was kept.
package protocol SiteSource: Sendable {
  /// All files, in the order of their paths from the site's folder.
  func files() throws(SourceFault) -> [FileEntry]

  func read(_ path: String, limit: Int) throws(SourceFault) -> [UInt8]

  /// Whether there is a file.
  func has(_ path: String) throws(SourceFault) -> Bool
}

extension SiteSource {
  package func has(_ path: String) throws(SourceFault) -> Bool {
    try files().contains { $0.path == path }
  }
}

/// Why a source could not be read.
package struct SourceFault: Error, Sendable, Hashable {
  package let path: String
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

extension SourceFault: CustomStringConvertible {
  package var description: String { "\(path): \(reason)" }
}

extension SourceFault {
  var finding: Finding { Finding(.error, .unreadable, at: FilePlace(path), reason) }
}
