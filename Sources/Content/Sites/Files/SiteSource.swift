// SPDX-License-Identifier: Apache-2.0

package import DataFiles
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

extension SiteSource {
  /// The bytes of a file and the value that they are; notes why it cannot be read.
  package func value(
    of file: String,
    limit: Int,
    _ findings: inout Findings
  ) -> (bytes: [UInt8], format: DataFormat, value: DataValue)? {
    do {
      let bytes = try read(file, limit: limit)
      let kind = file.split(separator: ".").last.map(String.init) ?? ""
      let format = DataFormat(of: bytes.span, fileExtension: kind)
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

  /// The value that the file of the site's settings holds.
  package func settingsValue(_ findings: inout Findings) -> DataValue? {
    value(of: SiteSettings.path, limit: Budgets().documentBytes, &findings)?.value
  }
}

extension SiteSettings {
  /// The settings of the site, as far as they can be understood, whatever is wrong with the rest;
  /// `nil` where its settings cannot be read at all. Sections of features are left out.
  package init?(declaredIn source: any SiteSource) {
    var findings = Findings()
    guard let value = source.settingsValue(&findings), case .dictionary = value.content else {
      return nil
    }
    self = SiteSettings(reading: value, as: .common, &findings)
  }
}

/// Fault that keeps a source from being read.
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
  package var finding: Finding { Finding(.error, .unreadable, at: FilePlace(path), reason) }
}
